#!/bin/sh
# tree.sh TREE TARGET SOURCE STAMP PROBE... -- LIBRARIES PACKAGES LIBSIMT REDIRECT LIB... - makes the toolkit's tree of links in
# the build folder. LIBRARIES and PACKAGES are the folders of the static libraries of the runtime and of the others;
# REDIRECT is what simtrun loads into programs, LIB... are shared ones, as libcudart.so.13.
# SPDX-License-Identifier: Apache-2.0
set -eu
tree=$1 target=$2 source=$3 stamp=$4
shift 4
mkdir -p "$tree/bin" "$tree/lib64" "$tree/nvvm/libdevice" "$tree/nvvm/bin"
ln -sfn "$source/include" "$tree/include"
ln -sf "$source/tools/simtcc/version.json" "$tree/version.json"
ln -sf ../../simtcc "$tree/bin/nvcc"
ln -sf ../../simtcc "$tree/bin/simtcc"
ln -sf ../../../nvidia_smi/nvidia-smi "$tree/bin/nvidia-smi"
ln -sf ../../../nvshmrun/nvshmrun "$tree/bin/nvshmrun"
ln -sf nvshmrun "$tree/bin/nvshmrun.hydra"
for name in bin2c cu++filt cuobjdump fatbinary nvlink nvprune ptxas; do
	ln -sf "../../../binutils/$name" "$tree/bin/$name"
done
for name in ncu nsys cuda-gdb cuda-memcheck; do
	ln -sf "../../../profilers/$name" "$tree/bin/$name"
done
ln -sf ../../../compute-sanitizer "$tree/bin/compute-sanitizer"
for name in g++ c++ clang++; do
	ln -sf "$source/tools/simtcc/host_link.sh" "$tree/nvvm/bin/$name"
done
mkdir -p "$tree/nvvm/lib64" "$tree/nvvm/include"
ln -sf "$source/include/nvvm.h" "$tree/nvvm/include/nvvm.h"
for name in lib64/libnvvm.so.4 lib64/libnvvm.so bin/cicc; do
	ln -sf "../../../../../runtime/nvvm/${name#*/}" "$tree/nvvm/$name"
done
ln -sf ../../../../../runtime/nvvm/libdevice/libdevice.10.bc "$tree/nvvm/libdevice/libdevice.10.bc"
while [ "$1" != -- ]; do
	ln -sf "$source/tools/simtcc/probe.sh" "$tree/bin/$1"
	shift
done
shift
lib64=$tree/lib64
for name in libcudart_static.a libsimt-cudart.a libcudadevrt.a; do
	ln -sf "$1/$name" "$lib64/$name"
done
mkdir -p "$lib64/pkgconfig"
cp "$2"/*.pc "$lib64/pkgconfig" # they name their own place, which is no link's
for path in "$2"/*.a; do
	ln -sf "$path" "$lib64/${path##*/}"
done
# libcudart looks for libsimt two folders above its own, as in runtime/cudart
ln -sf "$(realpath "$3")" "$tree/../libsimt.so.0"
ln -sf "$(realpath "$4")" "$tree/../libsimt-redirect.so"
shift 4
mkdir -p "$lib64/stubs"
for path; do
	name=${path##*/}
	ln -sf "$(realpath "$path")" "$lib64/$name"
	case $path in
	*/older/*) ;; # another release's: no link goes there
	*) ln -sf "$name" "$lib64/${name%.so*}.so" ;;
	esac
done
ln -sfn lib64 "$tree/lib"
mkdir -p "$tree/targets/$target"
ln -sfn ../../include "$tree/targets/$target/include"
ln -sfn ../../lib64 "$tree/targets/$target/lib"
ln -sf libnvshmem_host.so.3 "$lib64/libnvshmem.so"
mkdir -p "$lib64/cmake/nvshmem"
cp "$source"/runtime/nvshmem/*.cmake "$lib64/cmake/nvshmem" # as the .pc files
for name in cuda nvidia-ml; do
	ln -sf "../lib$name.so" "$lib64/stubs/lib$name.so"
done
: >"$stamp"
