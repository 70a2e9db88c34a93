#!/usr/bin/env bash
# install.sh DIST PREFIX - copies what ./dev build made into a prefix, and lists it in share/simt/files, by which
# --remove takes it away again. DESTDIR, if it is set, stands before the prefix.
#     install.sh --remove PREFIX
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail

die() { printf 'dev install: %s\n' "$*" >&2; exit 1; }

# Nothing in it depends on where it lies: programs find their libraries by their own place, and pkg-config's file by its.
copy() {
	local dist=$1 to=$2
	mkdir -p "$to" 2>/dev/null && [ -w "$to" ] || die "$to cannot be written; sudo or --prefix=DIR may help"
	(cd "$dist" && find . ! -type d ! -path './libexec/*' | sed 's|^\./||' | LC_ALL=C sort) >"$to/.simt-files"
	tar -C "$dist" -cf - -T "$to/.simt-files" | tar -C "$to" -xf - --no-same-owner
	mkdir -p "$to/share/simt"
	mv "$to/.simt-files" "$to/share/simt/files"
	echo share/simt/files >>"$to/share/simt/files"
}

# Files first, then the folders that are empty now.
remove() {
	local from=$1 list=$1/share/simt/files
	[ -f "$list" ] || die "there is no simt in $from (no share/simt/files)"
	local files
	files=$(cat "$list")
	(cd "$from" && echo "$files" | tr '\n' '\0' | xargs -0 rm -f --)
	(cd "$from" && echo "$files" | while read -r f; do
		f=$(dirname "$f")
		while [ "$f" != . ]; do
			echo "$f"
			f=$(dirname "$f")
		done
	done | LC_ALL=C sort -ru | while read -r d; do rmdir "$d" 2>/dev/null || true; done)
}

case ${1-} in
--remove) remove "${DESTDIR-}${2:?}" ;;
*) copy "${1:?}" "${DESTDIR-}${2:?}" ;;
esac
