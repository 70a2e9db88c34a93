#!/usr/bin/env bash
# aarch64.sh - the project built for AArch64, and the tests that run kernels under qemu-user. Debian packages of
# that architecture are unpacked in a folder, nothing of theirs is installed. ./dev aarch64 calls it.
#
#     tests/aarch64.sh BUILD-FOLDER [ARGS of tests/run.py]
#
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail
source=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
top=$(cd "$1" && pwd)
shift
root=$top/root
lib=$root/usr/lib/aarch64-linux-gnu

PACKAGES='libllvm19 llvm-19-dev libc6 libstdc++6 libgcc-s1 zlib1g libzstd1 libedit2 libtinfo6 libz3-4 libxml2
libicu72 libicu76 liblzma5 libbsd0 libmd0 libffi8 libjansson4 libjansson-dev'

# apt-get with lists of its own, so that the machine does not get another architecture.
apt() {
	apt-get -qq -o APT::Architectures::=amd64 -o APT::Architectures::=arm64 -o APT::Sandbox::User=root \
		-o Dir::State::Lists="$top/lists" -o Dir::Cache="$top/cache" "$@"
}

fetch() {
	local p
	mkdir -p "$top/debs" "$top/lists/partial" "$top/cache/archives/partial" "$root"
	apt update
	cd "$top/debs"
	for p in $PACKAGES; do # which of the two versions of icu there is depends on the release
		apt download "$p:arm64" 2>/dev/null || case $p in libicu*) ;; *) echo "no package $p:arm64" >&2; exit 1 ;; esac
	done
	for p in *.deb; do dpkg -x "$p" "$root"; done
	for p in "$root"/lib/aarch64-linux-gnu/*; do # Debian 12 has some there
		[ -e "$lib/${p##*/}" ] || ln -s "$p" "$lib/"
	done
	touch "$top/fetched"
}

# Programs that meson asks: they describe what was unpacked.
describe() {
	cat >"$top/llvm-config" <<-TEXT
		#!/bin/sh
		case \$1 in
		--version) ls "$lib" | sed -n 's/^libLLVM\.so\.\(.*\)/\1.0/p' ;;
		--libdir) echo "$lib" ;;
		--includedir) echo "$root/usr/lib/llvm-19/include" ;;
		esac
	TEXT
	cat >"$top/pkg-config" <<-TEXT
		#!/bin/sh
		case "\$*" in
		*cmocka*) exit 1 ;;
		*--modversion*) echo 2.14 ;;
		*--version*) echo 1.8 ;;
		*--cflags*) echo "-I$root/usr/include" ;;
		*--libs*) echo "-L$lib -ljansson" ;;
		esac
	TEXT
	cat >"$top/emulate" <<-TEXT
		#!/bin/sh
		exec qemu-aarch64 -L "$root" -E LD_LIBRARY_PATH=/usr/lib/aarch64-linux-gnu "\$@"
	TEXT
	cat >"$top/simtrun" <<-TEXT
		#!/bin/sh
		exec "$top/emulate" "$top/build/tools/simtrun" "\$@"
	TEXT
	cat >"$top/cross.ini" <<-TEXT
		[binaries]
		c = 'aarch64-linux-gnu-gcc'
		ar = 'aarch64-linux-gnu-ar'
		strip = 'aarch64-linux-gnu-strip'
		pkgconfig = '$top/pkg-config'
		pkg-config = '$top/pkg-config'
		llvm-config-19 = '$top/llvm-config'
		exe_wrapper = '$top/emulate'
		[built-in options]
		c_link_args = ['-L$lib', '-Wl,-rpath-link,$lib']
		[host_machine]
		system = 'linux'
		cpu_family = 'aarch64'
		cpu = 'armv8-a'
		endian = 'little'
	TEXT
	chmod +x "$top/llvm-config" "$top/pkg-config" "$top/emulate" "$top/simtrun"
}

[ -f "$top/fetched" ] || (fetch)
describe
cd "$source"
[ -f "$top/build/build.ninja" ] || meson setup --cross-file "$top/cross.ini" "$top/build" -Dbuildtype=release >"$top/log" ||
	{ tail -30 "$top/log"; exit 1; }
ninja -C "$top/build" tools/simtrun >"$top/log" || { tail -30 "$top/log"; exit 1; }
SIMT_BACKEND=jit CUDA_CACHE_DISABLE=1 python3 tests/run.py --simtrun "$top/simtrun" "$@" tests/run/launches tests/run/texts tests/run/threads
