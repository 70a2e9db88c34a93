#!/bin/sh
# probe.sh - takes the place of nvlink, ptxas and the like for build systems that look for them. It
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
fatbinary) echo "$name: note: simtcc -fatbin makes containers" >&2 ;;
ptxas) echo "$name: note: simtrun --check-only checks PTX" >&2 ;;
esac
exit 1
