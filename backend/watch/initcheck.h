/* initcheck.h - the functions that execute watched instructions, see initcheck.c. Each
 * calls the interpreter's function, and watch->before, order and after where they are
 * set, and passes on which lanes have no value.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/watch/check_state.h"

exec_fn watch_alu, watch_merge, watch_select, watch_shuffle, watch_reduction, watch_vote,
	watch_matrix, watch_ldmatrix, watch_stmatrix, watch_plain, watch_load,
	watch_store, watch_call, watch_ret, watch_alloca, watch_numeric;
/* Checks whether the result is also an argument of the call: the callee must first learn
 * whether it has a value. */
bool call_is_argument(const struct call *c, const struct call_arg *result);
