/* print.c - IR -> PTX text.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/module.h"

void ir_print(const struct module *m, FILE *out) {
	(void)m;
	(void)out;
}
