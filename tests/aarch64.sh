#!/usr/bin/env bash
# aarch64.sh - the project built for AArch64, and the tests that run kernels under qemu-user. ./dev aarch64 calls it.
#
#     tests/aarch64.sh BUILD-FOLDER [ARGS of tests/run.py]
#
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail
source=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
top=$(cd "$1" && pwd)
shift

"$source/packaging/cross.sh" "$top"
cat >"$top/simtrun" <<-TEXT
	#!/bin/sh
	exec "$top/emulate" "$top/build/tools/simtrun" "\$@"
TEXT
chmod +x "$top/simtrun"
cd "$source"
[ -f "$top/build/build.ninja" ] || meson setup --cross-file "$top/cross.ini" "$top/build" -Dbuildtype=release >"$top/log" ||
	{ tail -30 "$top/log"; exit 1; }
ninja -C "$top/build" tools/simtrun >"$top/log" || { tail -30 "$top/log"; exit 1; }
# emulated, LLVM takes ten times as long
SIMT_BACKEND=jit CUDA_CACHE_DISABLE=1 python3 tests/run.py --patience 10 --simtrun "$top/simtrun" "$@" tests/run/launches tests/run/texts \
	tests/run/threads
