#!/bin/sh
# Prints the path of a Chromium for the browser tests. Takes $CHROMIUM if set, else looks for one, else installs
# Debian's where that takes no password, else says what to type and fails.
set -eu

here=$(dirname "$0")

find_chromium() {
	for name in chromium chromium-browser google-chrome google-chrome-stable; do
		if command -v "$name"; then
			return 0
		fi
	done
	return 1
}

if [ -n "${CHROMIUM:-}" ]; then
	if [ ! -x "$CHROMIUM" ]; then
		echo "CHROMIUM=$CHROMIUM is no program." >&2
		exit 1
	fi
	echo "$CHROMIUM"
	exit 0
fi
find_chromium || { "$here/need-apt.sh" chromium && find_chromium; }
