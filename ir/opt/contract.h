/* contract.h - what is done to a module between loading and running.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/ir.h"

/* Runs every pass, in order. After this the module is const: backends share it without
 * locks. */
void passes_run(struct module *m);

/* contract.c: fuses a multiply and the add that alone uses its result, where PTX leaves
 * the rounding open. Returns whether anything changed. */
bool contract_func(struct func *f);
