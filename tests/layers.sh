#!/bin/sh
# layers.sh - the rules of the tree that grep can check: includes go up only, memory comes from
# arenas, only the runtime starts threads.
# SPDX-License-Identifier: Apache-2.0
cd "${1:-.}" || exit 1
status=0
complain() { [ -z "$2" ] || { printf '%s:\n%s\n' "$1" "$2"; status=1; }; }

# A folder may include itself and those before it.
allowed=
for folder in base lexer parser ir backend runtime tools; do
	allowed="${allowed:+$allowed|}$folder"
	bad=$(grep -rnE '^#include "[a-z]+/' "$folder" --include='*.[chly]' --include='*.def' |
		grep -vE "#include \"($allowed)/")
	complain "$folder/ includes what comes after it" "$bad"
done
# Compiled code runs inside the interpreter's warps and leaves them to it at any time, so the JIT knows
# their layout; the interpreter, which is the reference, does not know of the JIT.
complain "interp/ includes llvm/" "$(grep -rnE '#include "backend/llvm/' backend/interp)"
complain "llvm-c outside backend/llvm" \
	"$(grep -rn '#include <llvm-c' base lexer parser ir backend runtime tools | grep -v '^backend/llvm/')"

# Memory: arenas, and device memory.
complain "malloc or free outside base/arena.c and runtime/memory.c" \
	"$(grep -rnE '(^|[^a-z_.>])(malloc|calloc|realloc|free|aligned_alloc|posix_memalign|strdup|strndup|asprintf)\(' \
		base lexer parser ir backend runtime tools --include='*.[chly]' |
		grep -vE '^(base/arena\.c|runtime/memory\.c):' | grep -vE ':[0-9]+:[[:space:]]*(/?\*|//)')"
complain "threads outside runtime/" \
	"$(grep -rnE '(pthread_create|thrd_create)\(' base lexer parser ir backend tools --include='*.[chly]')"
exit $status
