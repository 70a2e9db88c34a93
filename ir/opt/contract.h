/* contract.h - the contraction of products and sums in a module that was loaded.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/ir.h"

/* Fuses each mul with the add that alone uses its result where PTX leaves the rounding
 * open; not in modules of `.target debug`. The runtime calls it once, after loading: then
 * the module is const, and backends share it without locks. */
void contract_module(struct module *m);
