#!/bin/sh
# codes.sh - every diagnostic code is raised somewhere and has a test that expects it.
# SPDX-License-Identifier: Apache-2.0
cd "${1:-.}" || exit 1
status=0
for code in $(sed -n 's/^DIAG(\([ET][0-9]*\),.*/\1/p' base/diag.def); do
	grep -rqw "$code" lexer preprocessor parser ir backend runtime tools --include='*.[chly]' || {
		echo "$code is raised nowhere"
		status=1
	}
	[ "$code" = E0304 ] && continue # only a mistake in a pass brings it about
	grep -rqw "$code" tests \
		--include='*.t' --include='*.out' --include='*.c' --include='*.py' || {
		echo "$code has no test"
		status=1
	}
done
exit $status
