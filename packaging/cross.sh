#!/usr/bin/env bash
# cross.sh FOLDER - what a build for AArch64 on another machine needs: Debian packages of that architecture, unpacked in
# FOLDER/root (nothing of theirs is installed), FOLDER/cross.ini for meson, and FOLDER/emulate, which runs programs under
# qemu-user.
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail
mkdir -p "$1"
top=$(cd "$1" && pwd)
root=$top/root
lib=$root/usr/lib/aarch64-linux-gnu

PACKAGES='libllvm19 llvm-19-dev libc6 libstdc++6 libgcc-s1 zlib1g libzstd1 libedit2 libtinfo6 libz3-4 libxml2
libicu72 libicu76 liblzma5 libbsd0 libmd0 libffi8 libjansson4 libjansson-dev libzstd-dev liblz4-1 liblz4-dev libseccomp2
libseccomp-dev'

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
		PKG_CONFIG_LIBDIR="$lib/pkgconfig" PKG_CONFIG_SYSROOT_DIR="$root" $(command -v pkg-config) "\$@" >"$top/flags" || exit
		sed 's|-I|-isystem|g' "$top/flags" # headers of the system warn of nothing
	TEXT
	cat >"$top/emulate" <<-TEXT
		#!/bin/sh
		exec qemu-aarch64 -L "$root" -E LD_LIBRARY_PATH=/usr/lib/aarch64-linux-gnu "\$@"
	TEXT
	cat >"$top/cross.ini" <<-TEXT
		[binaries]
		c = 'aarch64-linux-gnu-gcc'
		ar = 'aarch64-linux-gnu-ar'
		strip = 'aarch64-linux-gnu-strip'
		ld = 'aarch64-linux-gnu-ld'
		objcopy = 'aarch64-linux-gnu-objcopy'
		pkgconfig = '$top/pkg-config'
		pkg-config = '$top/pkg-config'
		llvm-config-19 = '$top/llvm-config'
		exe_wrapper = '$top/emulate'
		[properties]
		binutils = true
		[built-in options]
		c_link_args = ['-L$lib', '-Wl,-rpath-link,$lib']
		[host_machine]
		system = 'linux'
		cpu_family = 'aarch64'
		cpu = 'armv8-a'
		endian = 'little'
	TEXT
	chmod +x "$top/llvm-config" "$top/pkg-config" "$top/emulate"
}

[ -f "$top/fetched" ] || (fetch)
describe
