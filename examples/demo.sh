#!/bin/sh
# demo.sh - shows simtrun on two kernels and simtcc on three programs: demo.sh DIR, where DIR is an
# installed tree.
set -eu
PATH=$1/bin:$PATH
cd "$(dirname "$0")"
show() {
	printf '\n$ %s\n' "$*"
	"$@"
}
echo "A kernel, its parameters and what it needs:"
show simtrun --list saxpy.ptx
echo
echo "y = 2.5 * x + y over 1024 elements, x = 0, 1, 2, ... and y = 0; the first eight results:"
show simtrun saxpy.ptx --grid 4 --block 256 --arg 1024 --arg 2.5 \
	--arg iota:f32:1024 --arg zeros:f32:1024,print=8
echo
echo "Sums of 4 x 256 numbers, by shuffles and shared memory:"
show simtrun blocksum.ptx --grid 4 --block 256 \
	--arg iota:f32:1024 --arg zeros:f32:4,print --arg 1024
echo
echo "Whole CUDA programs, compiled for this machine and run on both backends:"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for name in vecadd tiles total; do
	show simtcc --extended-lambda "$name.cu" -o "$work/$name"
	show env SIMT_BACKEND=interp "$work/$name"
	show env SIMT_BACKEND=jit "$work/$name"
done
