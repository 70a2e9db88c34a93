#!/bin/sh
# probe.sh - takes the place of nvlink and the like for build systems that look for them. It
# only prints a version: simtcc needs none of these programs.
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
nvlink) echo "$name: note: simtcc -dlink links device code" >&2 ;;
nvdisasm) echo "$name: note: cuobjdump -ptx shows PTX, and simtrun --dump=asm the host's code for it" >&2 ;;
esac
exit 1
