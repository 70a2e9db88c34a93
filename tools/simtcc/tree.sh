#!/bin/sh
# tree.sh TREE SOURCE STAMP PROBE... -- LIBCUDART PATHED LIBSIMT - makes the toolkit's tree in the build folder,
# of links.
# SPDX-License-Identifier: Apache-2.0
set -eu
tree=$1 source=$2 stamp=$3
shift 3
mkdir -p "$tree/bin" "$tree/lib64" "$tree/nvvm/libdevice"
ln -sfn "$source/include" "$tree/include"
ln -sf "$source/tools/simtcc/version.json" "$tree/version.json"
ln -sf ../../simtcc "$tree/bin/nvcc"
ln -sf ../../simtcc "$tree/bin/simtcc"
while [ "$1" != -- ]; do
	ln -sf "$source/tools/simtcc/probe.sh" "$tree/bin/$1"
	shift
done
lib64=$tree/lib64
ln -sf "$(realpath "$2")" "$lib64/libcudart.so.13"
ln -sf libcudart.so.13 "$lib64/libcudart.so"
ln -sf "$(realpath "$3")" "$lib64/libcudart-by-path.so"
sed "s,@dir@/libcudart-by-path.so,$(realpath "$3")," "$source/tools/simtcc/libcudart_static.in" >"$lib64/libcudart_static.a"
# libcudart looks for libsimt two folders up, as from runtime/cudart
ln -sf "$(realpath "$4")" "$tree/../libsimt.so.0"
rm -f "$lib64/libcudadevrt.a"
ar cr "$lib64/libcudadevrt.a"
: >"$stamp"
