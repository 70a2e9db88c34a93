#!/bin/sh
# layers.sh - the rules of the tree that grep can check: a room includes itself and earlier rooms only, memory comes
# from arenas, only the runtime starts threads. docs/tour.md describes the rooms.
# SPDX-License-Identifier: Apache-2.0
cd "${1:-.}" || exit 1
status=0
complain() { [ -z "$2" ] || { printf '%s:\n%s\n' "$1" "$2"; status=1; }; }

# The rooms in their order. A folder below a room that is not listed itself belongs to that room: the folders of
# parser/cuda/meaning call each other, as the rules of C++ do, and so do emit, flow, mem and warps of backend/llvm.
ROOMS='
base
lexer
preprocessor
parser/ptx
parser/cuda/tree
parser/cuda/syntax
parser/cuda/meaning
parser/cuda/eval
ir
ir/isa
ir/num
ir/read
ir/print
ir/analysis
ir/opt
ir/lower
backend/machine
backend/interp
backend/watch
backend/llvm/engine
backend/llvm/nvptx
backend/llvm/alu
backend/llvm
runtime/memory
runtime/threads
runtime/core
runtime/graph
runtime/watch
runtime/debug
runtime/libs
runtime/handles
runtime/cudart
runtime/driver
runtime/ptxlink
runtime/nvml
runtime/nvrtc
runtime/nvvm
runtime/blas
runtime/blas/lt
runtime/blas/xt
runtime/fft
runtime/nccl
runtime/nvshmem
runtime/rand
runtime/ptxrun
runtime/sparse
runtime/redirect
runtime/solver
runtime/older
tools
'
# One line for each include that leaves its room upwards: FILE includes FILE.
upwards() {
	find $(echo "$ROOMS" | cut -d/ -f1 | sort -u) -name '*.[chly]' -o -name '*.def' | sort |
		xargs grep -HE '^[[:space:]]*#[[:space:]]*include "[a-z]+/' |
		awk -v rooms="$ROOMS" '
			BEGIN { n = split(rooms, list, "\n"); for (i = 1; i <= n; i++) if (list[i] != "") place[list[i]] = i }
			function room(path) {
				while (sub(/\/[^\/]*$/, "", path)) if (path in place) return place[path]
				return 0
			}
			{
				file = $0; sub(/:.*/, "", file)
				target = $0; sub(/^[^"]*"/, "", target); sub(/".*/, "", target)
				if (target == "backend/sources.h") next # generated
				if (!room(file)) print file " is in no room"
				else if (room(target) > room(file)) print file " includes " target
			}'
}
complain "a room includes a later one" "$(upwards)"
complain "llvm-c outside backend/llvm" \
	"$(grep -rn '#include <llvm-c' base lexer preprocessor parser ir backend runtime tools | grep -v '^backend/llvm/')"

# Memory: arenas, and device memory.
# Memory that a program frees (cusolverRf) is malloc's, too.
complain "malloc or free outside base/arena.c and runtime/memory/host.c" \
	"$(grep -rnE '(^|[^a-z_.>])(malloc|calloc|realloc|free|aligned_alloc|posix_memalign|strdup|strndup|asprintf)\(' \
		base lexer preprocessor parser ir backend runtime tools --include='*.[chly]' |
		grep -vE '^(base/arena\.c|runtime/memory/host\.c|runtime/solver/sparse/refactor\.c):' | grep -vE ':[0-9]+:[[:space:]]*(/?\*|//)')"
complain "threads outside runtime/" \
	"$(grep -rnE '(pthread_create|thrd_create)\(' base lexer preprocessor parser ir backend tools --include='*.[chly]')"
exit $status
