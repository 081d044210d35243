#!/bin/sh
# Prints the value of GOTOOLCHAIN to build with: the pinned Go, whose standard library has no known hole that a
# server like ours reaches, or "local" with a warning where it cannot be fetched.
set -eu

want=go1.27.3

if ! command -v go >/dev/null 2>&1; then
	echo "Go is missing. Install Go 1.26 or newer from https://go.dev/dl/ and put its bin folder on the PATH." >&2
	exit 1
fi
# A parent that has chosen already is believed, so that the choice is made (and the warning given) once.
if [ -n "${OMERTA_TOOLCHAIN:-}" ]; then
	echo "$OMERTA_TOOLCHAIN"
	exit 0
fi
cd /
have=$(GOTOOLCHAIN=local go env GOVERSION)
newest=$(printf '%s\n%s\n' "$want" "$have" | sort -V | tail -n 1)
if [ "$newest" = "$have" ]; then
	echo local
elif GOTOOLCHAIN=$want timeout 120 go version >/dev/null 2>&1; then
	echo "$want"
else
	echo "Warning: $want cannot be fetched; building with $have, whose standard library may have known holes." >&2
	echo local
fi
