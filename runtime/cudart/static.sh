#!/bin/sh
# static.sh - one object of all archives and objects, in which only NAMES are visible (wildcards with commas
# between them): a program may have a function called fail, too. Debug information stays with the shared library: here every program that is
# linked would carry it, four times its own size. All its code is one section, whose ends runtime/watch/hoststack.c
# knows: the runtime's frames are not the program's.
#     static.sh LD OBJCOPY AR OUTPUT NAMES [OPTIONS OF LD] ARCHIVES...
# SPDX-License-Identifier: Apache-2.0
set -e
ld=$1 objcopy=$2 ar=$3 output=$4 names=$5
shift 5
object=${output%.a}.o
rm -f "$output"
set -f # wildcards are objcopy's
kept=$(echo "$names" | sed 's/[^,]*/--keep-global-symbol=&/g; s/,/ /g')
"$ld" -r -o "$object" --whole-archive "$@"
"$objcopy" --rename-section .text=simt_text --rename-section .text.unlikely=simt_text \
	--rename-section .text.exit=simt_text --rename-section .text.startup=simt_text \
	--rename-section .text.hot=simt_text --strip-debug --wildcard $kept "$object"
"$ar" rcs "$output" "$object"
rm -f "$object"
