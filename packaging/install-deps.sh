#!/bin/sh
# Installs every package of debian-packages.txt that is missing. Repeatable; asks for sudo only where it is not root.
set -eu
list=$(dirname "$0")/debian-packages.txt
missing=
# shellcheck disable=SC2013  # one word a line
for package in $(sed 's/#.*//' "$list"); do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q '^install ok installed$' || missing="$missing $package"
done
if [ -z "$missing" ]; then
    echo "deps: everything is installed"
    exit 0
fi
as_root=
if [ "$(id -u)" -ne 0 ]; then as_root=sudo; fi
echo "deps: installing$missing"
$as_root apt-get update -qq
# shellcheck disable=SC2086  # the list is words on purpose
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
