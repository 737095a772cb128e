#!/bin/sh
# The demo of `make demo`: run.sh BUILD [--small]. Debian's Python is the one that has h5py on parallel HDF5.
exec /usr/bin/python3 -B "$(dirname "$0")/demo.py" "$@"
