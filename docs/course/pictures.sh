#!/bin/sh
# pictures.sh - makes the pictures of the examples: pictures.sh [FOLDER] [WORK]. PTX, recordings and the like go
# to WORK (out). simtcc and simtrun are found on the PATH.
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")"
to=${1:-pictures} out=${2:-out}
mkdir -p "$to" "$out"

draw() { python3 draw.py "$@"; }
ptx() { simtcc -ptx -lineinfo "examples/$1.cu" -o "$out/$1.ptx"; }
# record NAME ARGUMENTS: what warp 0 does; from the interpreter, so it is the same everywhere
record() {
	name=$1
	shift
	SIMT_RECORD=$out/$name.json simtrun -q --backend=interp "$@"
}

ptx warps
record warps "$out/warps.ptx" -b 8,6 -a zeros:s32:48 -a zeros:s32:48 -a zeros:s32:48
draw lanes "$out/warps.json" "$out/warps.ptx" --warp=0:1 --values -o "$to/warps.svg"

ptx divergence
record lane "$out/divergence.ptx" -k _Z7by_lanePf -b 64 -a iota:f32:64
draw lanes "$out/lane.json" "$out/divergence.ptx" -o "$to/divergence.svg"
record warp "$out/divergence.ptx" -k _Z7by_warpPf -b 64 -a iota:f32:64
draw lanes "$out/warp.json" "$out/divergence.ptx" -o "$to/agreement.svg"
simtrun --dump=cfg:svg --kernel=_Z7by_lanePf "$out/divergence.ptx" >"$to/divergence-flow.svg"

ptx latency
for kind in one_chain four_chains; do
	kernel=$(sed -n "s/^.visible .entry \(_Z[0-9]*$kind[^(]*\).*/\1/p" "$out/latency.ptx")
	record $kind "$out/latency.ptx" -k "$kernel" -b 32 -a iota:f32:2048 -a zeros:f32:32 -a 64
	draw chains "$out/$kind.json" "$out/latency.ptx" -o "$to/$kind.svg"
done

ptx occupancy
simtrun --explain-page="$out/occupancy.html" -k _Z10with_tablePf "$out/occupancy.ptx"
draw occupancy "$out/occupancy.html" -o "$to/occupancy.svg"

ptx cluster
record cluster "$out/cluster.ptx" -g 4 -b 32 -a zeros:s32:128
draw lanes "$out/cluster.json" "$out/cluster.ptx" --values -o "$to/cluster.svg"

for way in examples solutions; do
	simtcc -ptx -lineinfo $way/transpose.cu -o "$out/$way.ptx"
	simtrun -q --profile=json:"$out/$way.json" "$out/$way.ptx" -g 2,2 -b 32,32 -a iota:f32:4096 -a zeros:f32:4096
done
draw conflicts "$out/examples.json" "$out/solutions.json" -o "$to/transpose.svg"

# Timelines are to the scale of the machine.
program() { [ "$out/$1" -nt "examples/$1.cu" ] || simtcc -rdc=true "examples/$1.cu" -o "$out/$1"; }
program streams
SIMT_TRACE=$out/streams.json "$out/streams" >"$out/streams.txt"
draw timeline "$out/streams.json" -o "$to/streams.svg"
program dynamic
SIMT_TRACE=$out/dynamic.json "$out/dynamic" >"$out/dynamic.txt"
draw timeline "$out/dynamic.json" -o "$to/dynamic.svg"
