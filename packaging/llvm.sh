#!/usr/bin/env bash
# llvm.sh LIBRARY OUT - the part of LLVM that simt calls as one shared library, OUT, which needs the C library alone: for
# the archive, which runs where there is no LLVM. It is linked from the static libraries beside LIBRARY, the shared one that
# simt was built with (libLLVM.so.19.1); without those the exit status is 77.
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
library=${1:?} out=${2:?}

version=$(basename "$library" | sed 's/[^0-9]*\([0-9]*\).*/\1/')
for config in "llvm-config-$version" llvm-config; do
	[ "$("$config" --version 2>/dev/null | cut -d. -f1)" != "$version" ] || break
	config=
done
[ -n "$config" ] || exit 77
files=()
for f in $("$config" --link-static --libfiles 2>/dev/null); do
	[ ! -e "$f" ] || files+=("$f") # Debian lists libraries of other packages, too
done
[ ${#files[@]} -gt 0 ] || exit 77

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# What library.c, nvptx.c and engine.c ask for.
names() {
	sed -n 's/^LLVM_FUNCTION(\(.*\))$/\1/p' "$source/backend/llvm/engine/library.def"
	printf 'LLVMInitializeNVPTX%s\n' TargetInfo Target TargetMC AsmPrinter
	echo _ZSt15set_new_handlerPFvvE
	echo _ZN4llvm31install_bad_alloc_error_handlerEPFvPvPKcbES0_
}
{
	echo '{ global:'
	names | sed 's/$/;/'
	echo 'local: *; };'
} >"$work/map"
names | sed 's/^/-Wl,-u,/' >"$work/wanted"

# Static libraries of the system, where there are some: -lz -lzstd; LLVM uses the others in parts that are not taken.
others=()
for name in z zstd; do
	f=$(${CXX:-g++} -print-file-name="lib$name.a")
	[ "${f#/}" = "$f" ] || others+=("$f")
done
${CXX:-g++} -shared -o "$out" "@$work/wanted" -Wl,--version-script="$work/map" -Wl,-Bsymbolic-functions -Wl,--gc-sections -Wl,-s \
	-static-libstdc++ -static-libgcc -Wl,--start-group "${files[@]}" -Wl,--end-group "${others[@]}" -ldl -lm -lrt -lpthread
