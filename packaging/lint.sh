#!/bin/sh
# Formatting, clang-tidy, shellcheck and the tidy check: lint.sh BUILD. clang-tidy takes seconds a file, so it looks at
# what differs from main; where nothing does, or with LINT=all, at everything.
set -eu
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
status=0

echo "lint: clang-format"
git ls-files -- '*.cc' '*.h' '*.c' | xargs -r clang-format --dry-run -Werror || status=1

echo "lint: clang-tidy"
sources=
if [ "${LINT:-changed}" != all ]; then
    main=$(git rev-parse --verify --quiet origin/main || git rev-parse --verify --quiet main || echo HEAD)
    sources=$(git diff --name-only --diff-filter=d "$(git merge-base HEAD "$main")" -- '*.cc')
fi
if [ -z "$sources" ]; then sources=$(git ls-files -- '*.cc'); fi
# Only what this preset compiles: fuzzers and the MPI families that are not installed have no entry.
for source in $sources; do
    if grep -qF "\"file\": \"$PWD/$source\"" "$build/compile_commands.json"; then echo "$source"; fi
done | xargs -r -n 1 -P "$(nproc)" clang-tidy --quiet -p "$build" 2>/dev/null || status=1

if command -v shellcheck >/dev/null; then
    echo "lint: shellcheck"
    git ls-files -- '*.sh' .ci/run | xargs -r shellcheck || status=1
fi

echo "lint: tidy"
PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 tests/tidy/tidy.py . || status=1
exit $status
