#!/bin/sh
# probe.sh - takes the place of nvdisasm for build systems that look for it. It only prints a
# version: there is no machine code.
# SPDX-License-Identifier: Apache-2.0
name=${0##*/}
case ${1-} in
--version | -V)
	echo "$name: simt's stand-in, not NVIDIA's program; it only tells this version"
	echo "Cuda compilation tools, release 13.0, V13.0.88"
	exit 0
	;;
--help | -h)
	echo "$name: simt's stand-in, not NVIDIA's program; it knows --version and nothing else"
	exit 0
	;;
esac
echo "$name: error: this is simt's stand-in, not NVIDIA's $name: there is no machine code for GPUs here." >&2
case $name in
nvdisasm) echo "$name: note: cuobjdump -ptx shows PTX, and simtrun --dump=asm the host's code for it" >&2 ;;
esac
exit 1
