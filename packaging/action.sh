#!/usr/bin/env bash
# action.sh version|install|run - the steps of action.yml. GITHUB_OUTPUT, GITHUB_ENV, GITHUB_PATH and GITHUB_STEP_SUMMARY
# name the runner's files, SIMT_... hold the action's inputs.
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
home=${SIMT_ACTION_HOME:-$HOME/.cache/simt-action}

die() { printf '::error::simt: %s\n' "$*" >&2; exit 1; }

# What the cache goes by: the sources' commit.
version() {
	local commit
	commit=$(git -C "$source" rev-parse HEAD 2>/dev/null || sed -n "s/^  version: '\(.*\)',/\1/p" "$source/meson.build" | head -1)
	echo "version=${SIMT_ARCHIVE:+archive}$commit" >>"$GITHUB_OUTPUT"
}

unpack() {
	local file=$1
	case $file in
	http://* | https://*)
		curl -fsSL --retry 3 -o "$home.tar.xz" "$file" || die "cannot fetch $file"
		file=$home.tar.xz
		;;
	esac
	mkdir -p "$home"
	tar -C "$home" --strip-components=1 -xf "$file" || die "cannot unpack $file"
}

install() {
	if [ -n "${SIMT_ARCHIVE-}" ]; then
		unpack "$SIMT_ARCHIVE"
	elif [ ! -x "$home/bin/simt" ]; then
		"$source/dev" install --prefix="$home"
	fi
	"$home/bin/simt" env --github
	echo "$home/bin" >>"$GITHUB_PATH"
	"$home/bin/simtcc" --version
}

run() {
	local options=() words=() status=0
	options+=(--check="${SIMT_TOOLS:-all}" --sarif=simt.sarif --markdown="$GITHUB_STEP_SUMMARY")
	[ "${SIMT_WANTS_COVERAGE-}" != true ] || options+=(--lcov=simt-ci.info)
	[ "${SIMT_WANTS_TRACE-}" != true ] || options+=(--trace=simt-trace)
	eval "words=(${SIMT_ARGUMENTS-})"
	"$home/bin/simt" ci "${options[@]}" "${SIMT_PROJECT:-.}" ${words[@]+"${words[@]}"} || status=$?
	[ ! -f simt.sarif ] || echo "sarif=$PWD/simt.sarif" >>"$GITHUB_OUTPUT"
	return $status
}

case ${1-} in
version | install | run) "$1" ;;
*) die "what is '${1-}'?" ;;
esac
