#!/bin/sh
# Succeeds when Node and npm are there and new enough to build the pages; else says what to do.
set -eu

advice="Install Node 20.19 or newer with npm: https://nodejs.org/en/download, or on Debian 13: apt-get install nodejs npm"

for program in node npm; do
	if ! command -v "$program" >/dev/null 2>&1; then
		echo "$program is missing; the pages cannot be built. $advice" >&2
		exit 1
	fi
done
have=$(node --version)
oldest=$(printf 'v20.19.0\n%s\n' "$have" | sort -V | head -n 1)
if [ "$oldest" != v20.19.0 ]; then
	echo "Node $have is too old to build the pages. $advice" >&2
	exit 1
fi
