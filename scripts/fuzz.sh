#!/bin/sh
# Runs every fuzz test for FUZZTIME (20s by default), one after the other. A finding lies in the package's testdata.
set -eu

cd "$(dirname "$0")/.."
for package in $(go list ./...); do
	for name in $(go test -list '^Fuzz' "$package" | grep '^Fuzz' || true); do
		echo "== $package $name"
		go test -run '^$' -fuzz "^$name\$" -fuzztime "${FUZZTIME:-20s}" "$package"
	done
done
