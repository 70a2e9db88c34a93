/* print.h - the printer's two halves: print.c (modules), inst.c (instructions).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/isa/inst.h"
#include "ir/read/module.h"

struct writer { /* to a file, or into a buffer of `size` bytes */
	FILE *out;
	char *buf;
	size_t n, size; /* n: bytes so far, also those that had no room */
	bool notes;     /* comments with row names and block numbers */
};

void put(struct writer *w, const char *fmt, ...) PRINTF_LIKE(2, 3);
void puts_to(struct writer *w, const char *s);
void put_inst(struct writer *w, const struct module *m, const struct func *f,
              const struct inst *in);
void put_label(struct writer *w, const struct func *f, u32 block);
void put_module(struct writer *w, const struct module *m);
void put_func(struct writer *w, const struct module *m, const struct func *f, bool body);
