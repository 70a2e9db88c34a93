#!/usr/bin/env bash
# package.sh DIST ARCHIVE-DIST OUT - Debian packages of what ./dev build made in DIST, and a relocatable archive of what
# was built with -Dbundle=true in ARCHIVE-DIST:
#     libsimt0   libsimt.so.0, libptx_run.so: kernels from programs
#     simt       simtcc, simtrun, simt, compute-sanitizer and the toolkit in /usr/lib/simt/cuda
#     python3-simt  the Python module
#     simt-dev   headers, pkg-config file and CMake package of libsimt
# Packages for another machine (DEB_HOST_ARCH=arm64, STRIP, ARCHIVE-DIST is '-') need what those of this one in OUT need.
# The same sources give the same bytes: times are those of the last commit (SOURCE_DATE_EPOCH).
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source=$(dirname "$here") dist=${1:?} archive_dist=${2:?} out=${3:?}
say() { printf '== %s\n' "$*"; }

version=$(sed -n "s/^  version: '\(.*\)',/\1/p" "$source/meson.build" | head -1)
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$source" log -1 --format=%ct 2>/dev/null || echo 0)}
day=$(date -u -R -d "@$SOURCE_DATE_EPOCH")
native=$(dpkg --print-architecture 2>/dev/null || true)
host=${DEB_HOST_ARCH:-$native}
maintainer="${DEBFULLNAME:-simt developers} <${DEBEMAIL:-simt@localhost}>"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"

# ---- what all have in common ----

# tree DIST
tree() {
	rm -rf "$work/all"
	DESTDIR=$work/all "$here/install.sh" "$1" /usr
	rm -r "$work/all/usr/share/simt"
	find "$work/all" -type d -exec chmod 755 {} +
	find "$work/all" -type f -perm /111 ! -name '*.so*' -exec chmod 755 {} + -o -type f -exec chmod 644 {} +
	find "$work/all/usr" -type f \( -name '*.so*' -o -path '*/bin/*' \) | while read -r f; do
		! head -c 4 "$f" | grep -q ELF || ${STRIP:-strip} --strip-unneeded --remove-section=.comment "$f"
	done
	find "$work/all/usr" -name '*.a' | while read -r f; do
		! head -c 7 "$f" | grep -q '^!<arch>' || ${STRIP:-strip} --strip-debug --enable-deterministic-archives "$f"
	done
	gzip -9n "$work/all"/usr/share/man/man1/*.1
	for f in simtcc simtrun simt compute-sanitizer; do # as Debian names them
		mv "$work/all/usr/share/bash-completion/completions/$f"{.bash,}
	done
}

# The shared library of LLVM that simt was built with.
llvm_library() {
	strings -a "$dist/lib/libsimt.so.0" | grep -E '^/.*/libLLVM[-.].*[0-9]$' | head -1
}

# llvm FOLDER: LLVM for machines that have none
llvm() {
	local library status=0
	library=$(llvm_library)
	[ -n "$library" ] || return 0
	"$here/llvm.sh" "$library" "$1/libsimt-llvm.so" || status=$?
	case $status in
	0) ;;
	77) say "LLVM's static libraries are missing: the archive compiles kernels only where $(basename "$library") is" ;;
	*) exit $status ;;
	esac
}

# What came from others, and on which terms.
licences() {
	local package file
	mkdir -p "$1"
	for file in libjansson.a liblz4.a libseccomp.a libzstd.a libz.a libstdc++.a "$(llvm_library)"; do
		[ "${file#/}" != "$file" ] || file=$(gcc -print-file-name="$file")
		package=$(dpkg -S "$(realpath "$file")" 2>/dev/null | head -1 | cut -d: -f1) || true
		[ -z "$package" ] || [ ! -f "/usr/share/doc/$package/copyright" ] || cp "/usr/share/doc/$package/copyright" "$1/$package"
	done
}

archive() {
	local name=simt-$version-linux-$(uname -m)
	mkdir -p "$work/$name"
	cp -a "$work/all/usr/." "$work/$name"
	llvm "$work/$name/lib/simt"
	licences "$work/$name/share/doc/simt/licences"
	cp "$source"/{README.md,LICENSE,CHANGELOG.md} "$work/$name"
	cp -r "$source/examples" "$work/$name/examples"
	tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -cf - "$name" |
		xz -T0 >"$out/$name.tar.xz"
	say "$out/$name.tar.xz"
}

# ---- packages ----

# take PACKAGE PATH...: moves paths of the tree into a package
take() {
	local name=$1 path
	shift
	for path; do
		mkdir -p "$work/$name/$(dirname "$path")"
		mv "$work/all/$path" "$work/$name/$path"
	done
}

documents() {
	local name=$1 doc=$work/$1/usr/share/doc/$1
	mkdir -p "$doc"
	{
		echo 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/'
		echo 'Upstream-Name: simt'
		echo
		echo 'Files: *'
		echo "Copyright: $(date -u -d "@$SOURCE_DATE_EPOCH" +%Y) The simt authors"
		echo 'License: Apache-2.0'
		echo ' On Debian systems the text of the licence is in /usr/share/common-licenses/Apache-2.0.'
	} >"$doc/copyright"
	printf 'simt (%s-1) unstable; urgency=medium\n\n  * CHANGELOG.md of the sources tells what is new.\n\n -- %s  %s\n' \
		"$version" "$maintainer" "$day" | gzip -9n >"$doc/changelog.Debian.gz"
	mkdir -p "$work/$name/usr/share/lintian/overrides"
	overrides "$name" >"$work/$name/usr/share/lintian/overrides/$name"
}

# What lintian says of a package and is meant.
overrides() {
	echo "$1: initial-upload-closes-no-bugs"
	[ -n "${DEBEMAIL:-}" ] || printf '%s: bogus-mail-host%s\n' "$1" ' *' "$1" '-in-debian-changelog *'
	case $1 in
	simt)
		echo '# static libraries of the toolkit are scripts of the linker: an object, and what it needs'
		echo 'simt: unpack-message-for-deb-data ar failed for *.a'
		echo '# names and versions of CUDA 12 and 11: libraries that only lead to those of 13'
		echo 'simt: library-not-linked-against-libc *'
		echo 'simt: no-code-sections *'
		;;
	libsimt0)
		echo '# programs of other projects open it by this name'
		echo 'libsimt0: shared-library-lacks-version *libptx_run.so*'
		echo 'libsimt0: lacks-unversioned-link-to-shared-library *libptx_run.so*'
		;;
	simt-dev)
		echo '# headers and library are found by the place of the file'
		echo 'simt-dev: pkg-config-unavailable-for-cross-compilation *'
		;;
	esac
}

# Shared libraries that the package's programs are linked with, by the packages that have them.
needs() {
	local files
	mkdir -p "$work/debian"
	touch "$work/needs.log"
	printf 'Source: simt\n\nPackage: %s\nArchitecture: any\n' "$1" >"$work/debian/control"
	files=$(find "$work/$1" -type f \( -name '*.so.*' -o -path '*/bin/*' \) -exec sh -c 'head -c 4 "$1" | grep -q ELF' _ {} \; -print)
	[ -n "$files" ] || return 0
	# shellcheck disable=SC2086
	(cd "$work" && dpkg-shlibdeps -O --ignore-missing-info -l"$work/libsimt0/usr/lib" -l"$work/simt/usr/lib/simt/cuda/lib64" \
		-S"$work/libsimt0" -xlibsimt0 $files) 2>"$work/needs.log" | sed -n 's/^shlibs:Depends=//p' || {
		cat "$work/needs.log" >&2
		return 1
	}
}

# package NAME SECTION DEPENDS RECOMMENDS SUMMARY TEXT
package() {
	local name=$1 dir=$work/$1 depends=$3 architecture=$host linked=
	if [ "$name" = python3-simt ]; then
		[ "$host" = "$native" ] || return 0
		architecture=all
	fi
	documents "$name"
	if [ "$host" = "$native" ]; then
		linked=$(needs "$name")
	else
		depends=$(dpkg-deb -f "$out/${name}_$version-1_$native.deb" Depends)
	fi
	mkdir -p "$dir/DEBIAN"
	{
		echo "Package: $name"
		echo 'Source: simt'
		echo "Version: $version-1"
		echo "Architecture: $architecture"
		echo "Maintainer: $maintainer"
		echo "Installed-Size: $(du -k -s --apparent-size "$dir" | cut -f1)"
		echo "Section: $2"
		echo 'Priority: optional'
		echo "Depends: $(echo "$depends, $linked" | sed 's/^, //; s/, $//')"
		[ -z "$4" ] || echo "Recommends: $4"
		echo "Description: $5"
		echo "$6" | fold -s -w 78 | sed 's/^/ /; s/ *$//'
	} >"$dir/DEBIAN/control"
	(cd "$dir" && find usr -type f | LC_ALL=C sort | xargs -d '\n' md5sum) >"$dir/DEBIAN/md5sums"
	[ "$name" != libsimt0 ] || {
		printf 'libsimt 0 libsimt0 (>= %s)\n' "$version" >"$dir/DEBIAN/shlibs"
		printf 'activate-noawait ldconfig\n' >"$dir/DEBIAN/triggers"
	}
	find "$dir" -newermt "@$SOURCE_DATE_EPOCH" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
	dpkg-deb --root-owner-group -Zxz --build "$dir" "$out" >/dev/null
	say "$out/${name}_$version-1_$architecture.deb"
}

# The JIT opens LLVM's library when it needs it; without it kernels are interpreted.
llvm_package() {
	strings -a "$dist/lib/libsimt.so.0" | sed -n 's/^libLLVM\.so\.\([0-9]*\).*/libllvm\1/p; s/^libLLVM-\([0-9]*\)\.so.*/libllvm\1/p' |
		sort -u
}

debian() {
	take libsimt0 usr/lib/libsimt.so.0 "usr/lib/$(basename "$dist"/lib/libsimt.so.0.*)" usr/lib/libptx_run.so usr/lib/libgpuocelot.so
	take simt-dev usr/include/simt usr/lib/libsimt.so usr/lib/pkgconfig/simt.pc usr/lib/cmake
	take simt usr/bin usr/lib/simt usr/share
	take python3-simt usr/lib/python3
	package libsimt0 libs '' "$(llvm_package)" 'runs PTX kernels without a GPU (library)' \
		'This library interprets PTX kernels warp by warp, or compiles them by LLVM for the processor, with the results that an NVIDIA GPU gives.'
	package simt devel "libsimt0 (= $version-1), g++" "$(llvm_package | sed 's/$/,/') gdb" 'CUDA C++ and PTX for machines without a GPU' \
		'simtcc compiles CUDA C++ as nvcc does; simtrun runs PTX and programs; compute-sanitizer checks them for races and wrong accesses. /usr/lib/simt/cuda has the shape of a CUDA toolkit, for build systems.'
	package simt-dev libdevel "libsimt0 (= $version-1)" '' 'runs PTX kernels without a GPU (headers)' \
		'Headers and the pkg-config file of libsimt, the interface in C to modules, memory and launches.'
	package python3-simt python "python3, libsimt0 (= $version-1)" simt 'runs CUDA kernels without a GPU (Python module)' \
		'This module runs kernels of CUDA C++ and PTX over arrays of Python, NumPy and others, reports what they do wrong as exceptions, and has a plugin for pytest.'
}

if [ "$archive_dist" != - ]; then
	tree "$archive_dist"
	archive
fi
tree "$dist"
if command -v dpkg-deb >/dev/null && command -v dpkg-shlibdeps >/dev/null; then
	debian
else
	say "no Debian packages: dpkg-dev is missing"
fi
