#!/bin/sh
# host_link.sh - the host compiler that simtcc names first in the PATH of its -v and --dryrun, under the compiler's own
# name. CMake links programs of CUDA itself, with that one. It adds what simtcc -v shows at the end of a link: the run path
# of the toolkit's libraries, which a system with NVIDIA's toolkit has in its loader's configuration.
# SPDX-License-Identifier: Apache-2.0
here=$(cd "${0%/*}" && pwd)
name=${0##*/}
lib64=$(cd "$here/../../lib64" && pwd)
found=
others=
IFS=:
for dir in $PATH; do
	# What is found may search the PATH itself, as ccache's links do, and must not come back here.
	[ "$dir" -ef "$here" ] && continue
	others=$others:$dir
	[ -z "$found" ] && [ -x "$dir/$name" ] && ! [ "$dir/$name" -ef "$0" ] && found=$dir/$name
done
export PATH="${others#:}"
[ "$found" ] && exec "$found" "$@" "-Wl,-rpath,$lib64"
echo "$name: error: there is no $name in the PATH" >&2
exit 127
