#!/bin/sh
# check-go.sh format|static|lint: the checkers of Go code. Exits 75 where the checker cannot be fetched.
set -eu

cd "$(dirname "$0")/.."
GOTOOLCHAIN=$(scripts/toolchain.sh)
export GOTOOLCHAIN
case "$1" in
format)
	gofumpt=$(scripts/tool.sh mvdan.cc/gofumpt@v0.12.0)
	unformatted=$(scripts/go-files.sh | xargs -r "$gofumpt" -l)
	if [ -n "$unformatted" ]; then
		echo "Not formatted (make fmt):"
		echo "$unformatted"
		exit 1
	fi
	;;
static)
	exec "$(scripts/tool.sh honnef.co/go/tools/cmd/staticcheck@v0.8.2)" ./...
	;;
lint)
	exec "$(scripts/tool.sh github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0)" run ./...
	;;
*)
	echo "usage: check-go.sh format|static|lint" >&2
	exit 2
	;;
esac
