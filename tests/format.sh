#!/bin/sh
# format.sh [FOLDER [fix]] - clang-format decides what the sources look like (.clang-format). The public headers and the
# kernels that are compared with other compilers' keep their own columns. With `fix`, the sources are changed.
# SPDX-License-Identifier: Apache-2.0
cd "${1:-.}" || exit 1
command -v clang-format-19 >/dev/null || { echo "no clang-format-19"; exit 77; }
sources() {
	find base lexer preprocessor parser ir backend runtime tools tests bench examples -name '*.[ch]' \
		-not -path 'bench/peers/*' -not -path 'tests/*/cases/*' | sort
}
if [ "$2" = fix ]; then
	sources | xargs -P 2 -n 60 clang-format-19 -i
else
	sources | xargs -P 2 -n 60 clang-format-19 --dry-run -Werror --ferror-limit=2 || {
		echo "./dev format writes them as they should be"
		exit 1
	}
fi
