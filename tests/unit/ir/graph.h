/* graph.h - functions made by hand for the tests of ir/'s analyses.
 * A graph is text: "0>1,2 1>3 2>3 3>" lists each block's successors in order; a block
 * without any returns. "1>2?" (one successor, then ?) is a guarded branch: it falls
 * through as well.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdlib.h>

#include "ir/isa/inst.h"
#include "tests/unit/test.h"

static struct inst *graph_inst(struct func *f, u32 at, enum row row, u32 noperand) {
	struct inst *in = &f->inst[at];
	in->row = (u16)row;
	in->guard = NO_REG;
	in->noperand = (u8)noperand;
	in->operand = arena_array(f->arena, struct operand, noperand);
	return in;
}

static void graph_branch(struct func *f, u32 b, const u32 *to, u32 n, bool guarded) {
	struct inst *in;
	if (n == 0) {
		in = graph_inst(f, b, ROW_RET, 0);
	} else if (n == 1) {
		in = graph_inst(f, b, ROW_BRA, 1);
		in->operand[0] = (struct operand){.kind = OPR_LABEL, .index = to[0]};
	} else {
		in = graph_inst(f, b, ROW_BRX, 2);
		in->operand[0] = (struct operand){.kind = OPR_REG};
		in->operand[1] = (struct operand){.kind = OPR_TARGETS,
		                                  .index = f->ntargets};
		struct targets *t = &f->targets[f->ntargets++];
		t->kind = TARGETS_BRANCH;
		t->index = arena_copy(f->arena, to, n * sizeof(u32), 4);
		t->n = n;
	}
	if (guarded)
		in->guard = 0;
}

static struct func *graph_empty(struct arena *a, u32 nblock) {
	struct func *f = arena_new(a, struct func);
	f->arena = a;
	f->nblock = f->ninst = nblock;
	f->block = arena_array(a, struct block, nblock);
	f->inst = arena_array(a, struct inst, nblock);
	f->targets = arena_array(a, struct targets, nblock);
	f->has_body = true;
	f->nreg = 1;
	f->reg = arena_array(a, struct reg, 1);
	for (u32 b = 0; b < nblock; b++) {
		f->block[b].first = b;
		f->block[b].ninst = 1;
	}
	return f;
}

/* Blocks must be listed in order, from 0. */
UNUSED static struct func *graph_parse(struct arena *a, const char *text) {
	u32 nblock = 0;
	for (const char *s = text; *s; s++)
		nblock += *s == '>';
	struct func *f = graph_empty(a, nblock);
	for (u32 b = 0; b < nblock; b++) {
		u32 to[32], n = 0;
		text = strchr(text, '>') + 1;
		while (*text >= '0' && *text <= '9') {
			char *end;
			to[n++] = (u32)strtoul(text, &end, 10);
			text = *end == ',' ? end + 1 : end;
		}
		graph_branch(f, b, to, n, *text == '?');
	}
	return f;
}

static u32 graph_random(u32 *seed) {
	*seed = *seed * 1664525u + 1013904223u;
	return *seed >> 8;
}

/* A random graph: mostly short forward edges, some back edges, some blocks return. */
UNUSED static struct func *graph_make_random(struct arena *a, u32 nblock, u32 seed) {
	struct func *f = graph_empty(a, nblock);
	for (u32 b = 0; b < nblock; b++) {
		u32 to[3], n = graph_random(&seed) % 8 ? 1 + graph_random(&seed) % 2 : 0;
		n += n == 2 && graph_random(&seed) % 8 == 0;
		for (u32 i = 0; i < n; i++) {
			bool back = graph_random(&seed) % 5 == 0;
			u32 span = 1 + graph_random(&seed) % 4;
			to[i] = back ? b - MIN(b, span) : MIN(b + span, nblock - 1);
			if (graph_random(&seed) % 16 == 0)
				to[i] = graph_random(&seed) % nblock;
		}
		graph_branch(f, b, to, n, false);
	}
	return f;
}
