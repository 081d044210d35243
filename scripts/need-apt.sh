#!/bin/sh
# need-apt.sh PACKAGE...: installs Debian packages where that takes no password; else says what to type and fails.
set -eu

as_root=
if [ "$(id -u)" != 0 ]; then
	as_root="sudo -n"
	if ! command -v sudo >/dev/null 2>&1 || ! sudo -n true 2>/dev/null; then
		echo "Missing: $*. Type: sudo apt-get install $*" >&2
		exit 1
	fi
fi
if ! command -v apt-get >/dev/null 2>&1; then
	echo "Missing: $*. Install it with this system's package manager." >&2
	exit 1
fi
echo "Installing $* with apt-get" >&2
{
	timeout 300 $as_root apt-get update -q &&
		timeout 900 $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@"
} >&2
