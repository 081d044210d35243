#!/bin/sh
# tool.sh MODULE@VERSION: prints the path of a Go tool, built once into bin/tools with the toolchain that builds the
# program (a checker built with an older Go cannot read newer code). Exits 75 where the tool cannot be fetched.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
toolchain=$("$root/scripts/toolchain.sh")
name=$(basename "${1%@*}")
if [ "$toolchain" = local ]; then
	toolchain=$(GOTOOLCHAIN=local go env GOVERSION)
fi
dir=$root/bin/tools/$toolchain/${1##*@}
if [ ! -x "$dir/$name" ]; then
	# Outside the module, so that neither go.mod nor the working tree is touched.
	if ! (cd / && GOTOOLCHAIN=$toolchain GOBIN=$dir GOFLAGS= CGO_ENABLED=0 timeout 600 go install "$1" >&2); then
		echo "$1 cannot be fetched or built." >&2
		exit 75
	fi
fi
echo "$dir/$name"
