#!/bin/sh
# The printed IR is PTX for other assemblers, too: every module of tests/isa, loaded and
# printed by simtrun, must assemble (with a third argument N, each Nth). Without ptxas on the machine the test is skipped.
# SPDX-License-Identifier: Apache-2.0
simtrun=$1 dir=$2 every=${3-1} n=0
ptxas=$(command -v ptxas || echo /usr/local/cuda/bin/ptxas)
[ -x "$ptxas" ] || exit 77
tmp=$(mktemp -d) && trap 'rm -rf "$tmp"' EXIT
failed=0
for f in "$dir"/*/*.ptx; do
	n=$((n + 1))
	[ $((n % every)) = 0 ] || continue
	target=$(sed -n 's/^\.target *\(sm_[0-9a-z]*\).*/\1/p' "$f" | head -n 1)
	case "$target" in
	sm_[1-6]? | sm_7[0-4]) target=sm_75 ;; # the oldest that every ptxas of today makes code for
	esac
	"$simtrun" --dump=ir "$f" >"$tmp/out.ptx" 2>/dev/null
	if ! "$ptxas" -arch="$target" "$tmp/out.ptx" -o /dev/null >"$tmp/log" 2>&1; then
		echo "$f: $(grep -m 1 -E 'error|fatal' "$tmp/log")"
		failed=1
	fi
done
exit $failed
