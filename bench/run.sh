#!/bin/sh
# make bench: measures what the build directory $1 holds; further options go to bench.py.
set -eu
build=${1:?usage: $0 BUILD_DIRECTORY [options of bench.py]}
shift
exec python3 "$(dirname "$0")/bench.py" "$build" "$@"
