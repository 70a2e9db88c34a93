#!/bin/sh
# static.sh - one object of all archives, in which only CUDA's names are visible: a program may have a
# function called fail, too. Debug information stays with the shared library: here every program that is
# linked would carry it, four times its own size. All its code is one section, whose ends runtime/watch/hoststack.c
# knows: the runtime's frames are not the program's.
#     static.sh LD OBJCOPY AR OUTPUT [OPTIONS OF LD] ARCHIVES...
# SPDX-License-Identifier: Apache-2.0
set -e
ld=$1 objcopy=$2 ar=$3 output=$4
shift 4
object=${output%.a}.o
rm -f "$output"
"$ld" -r -o "$object" --whole-archive "$@"
"$objcopy" --rename-section .text=simt_text --rename-section .text.unlikely=simt_text \
	--rename-section .text.exit=simt_text --rename-section .text.startup=simt_text \
	--rename-section .text.hot=simt_text --strip-debug --wildcard --keep-global-symbol='cuda[A-Z]*' --keep-global-symbol='__cuda*' "$object"
"$ar" rcs "$output" "$object"
rm -f "$object"
