#!/bin/sh
# Lists our Go files: not those that lie about in node_modules. Does not ask git, which refuses folders of other owners.
set -eu

cd "$(dirname "$0")/.."
find . \( -name .git -o -name node_modules -o -path ./bin -o -path ./web/dist \) -prune -o -name '*.go' -type f -print
