#!/bin/sh
# tree.sh TREE SOURCE STAMP PROBE... - makes the toolkit's tree in the build folder, of links.
# SPDX-License-Identifier: Apache-2.0
set -eu
tree=$1 source=$2 stamp=$3
shift 3
mkdir -p "$tree/bin" "$tree/lib64" "$tree/nvvm/libdevice"
ln -sfn "$source/include" "$tree/include"
ln -sf "$source/tools/simtcc/version.json" "$tree/version.json"
ln -sf ../../simtcc "$tree/bin/nvcc"
ln -sf ../../simtcc "$tree/bin/simtcc"
for probe; do
	ln -sf "$source/tools/simtcc/probe.sh" "$tree/bin/$probe"
done
build=${tree%/tools/simtcc/cuda}
for library in "$build"/libcudart* "$build"/runtime/libcudart* "$build"/libcuda.so* "$build"/libcudadevrt* "$build"/runtime/libcudadevrt*; do
	case $library in
	*.p | *.symbols) continue ;;
	esac
	[ ! -f "$library" ] || ln -sf "$library" "$tree/lib64/${library##*/}"
done
: >"$stamp"
