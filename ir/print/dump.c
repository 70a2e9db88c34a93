/* dump.c - the IR for --dump=ir: the printer's text, with block numbers and the names of
 * rows as comments, so that it is still PTX.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/print/print.h"

void ir_dump(const struct module *m, FILE *out) {
	put_module(&(struct writer){.out = out, .notes = true}, m);
}
