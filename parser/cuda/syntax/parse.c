/* parse.c - the parser's entries: a range of tokens and what it is, to a tree.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/syntax/parse.h"

#include "parser/cuda/syntax/build.h"
#include "parser/cuda/syntax/filter.h"
#include "parser/cuda/syntax/name.h"

enum { NESTED_MAX = 100 };

static void parser_init(struct cu_parser *p, struct cunit *u, struct cscope *scope,
                        u32 first, u32 end) {
	*p = (struct cu_parser){.u = u,
	                        .arena = u->arena,
	                        .t = u->token,
	                        .scope = scope,
	                        .at = first,
	                        .end = MIN(end, u->ntoken),
	                        .last = first,
	                        .annotation = MAP_INIT(u->arena)};
	local_push(p);
}

static void first_context(struct cu_parser *p, u32 start) {
	switch (start) {
	case CU_START_DECL: filter_push(p, CTX_TOP, MODE_DECL); break;
	case CU_START_BODY: filter_push(p, CTX_TOP, MODE_STMT); break;
	case CU_START_MEM_INITS: filter_push(p, CTX_TOP, MODE_MEM_INIT); break;
	case CU_START_TARGS: filter_push(p, CTX_TARGS, MODE_TARG); break;
	case CU_START_TYPE: filter_push(p, CTX_TYPE, MODE_SPECS); break;
	case CU_START_EXPR: filter_push(p, CTX_EXPR, MODE_EXPR); break;
	case CU_START_PARAMS:
		filter_push(p, CTX_PARAMS, MODE_SPECS)->names = p->local;
		break;
	default: filter_push(p, CTX_ARGS, MODE_TARG);
	}
}

static struct syn *run(struct cu_parser *p, u32 start) {
	p->start_token = start;
	p->result = NULL;
	p->ctx_floor = p->ctx.n;
	first_context(p, start);
	int failed = cu_parse(p);
	p->ctx.n = p->ctx_floor;
	return failed ? NULL : p->result;
}

/* The state of the outer parse while an inner one runs. */
struct suspended {
	u32 at, end, ctx_floor, last, nstack, nattr, attr_start, angle, angle_past;
	int last_kind;
	bool recovering;
	struct local_scope *local;
	struct syn *result;
};

static struct suspended suspend(const struct cu_parser *p) {
	return (struct suspended){p->at,         p->end,       p->ctx_floor,  p->last,
	                          p->stack.n,    p->attr.n,    p->attr_start, p->angle,
	                          p->angle_past, p->last_kind, p->recovering, p->local,
	                          p->result};
}

static void go_on(struct cu_parser *p, const struct suspended *s) {
	p->at = s->at;
	p->end = s->end;
	p->ctx_floor = s->ctx_floor;
	p->last = s->last;
	p->stack.n = s->nstack;
	p->attr.n = s->nattr;
	p->attr_start = s->attr_start;
	p->angle = s->angle;
	p->angle_past = s->angle_past;
	p->last_kind = s->last_kind;
	p->recovering = s->recovering;
	p->local = s->local;
	p->result = s->result;
}

static void too_deep(struct cu_parser *p, u32 at) {
	if (!p->gave_up)
		diag_error(p->u->diag, cu_token_loc(&p->t[at]), E0102,
		           "the text nests too deep here");
	p->gave_up = true;
}

struct syn *cu_subparse(struct cu_parser *p, u32 start, u32 at, u32 end,
                        u32 *stopped_at) {
	struct suspended outer = suspend(p);
	struct syn *result = NULL;
	*stopped_at = at;
	if (p->depth == NESTED_MAX)
		too_deep(p, at);
	if (p->gave_up)
		return NULL;
	p->depth++;
	p->at = at;
	p->end = end;
	p->attr_start = 0;
	p->angle = start == CU_START_TARGS ? at - 1 : 0;
	p->angle_past = ANGLE_NOT_SKIMMED;
	p->last_kind = CU_END;
	p->recovering = false;
	result = run(p, start);
	*stopped_at = p->at;
	p->depth--;
	go_on(p, &outer);
	return result;
}

static struct syn *error_node(struct cu_parser *p, u32 first) {
	return build_node(p, SYN_ERROR, 0, 0, cu_token_loc(&p->t[first]), 0);
}

static struct syn *parse(struct cunit *u, struct cscope *scope, u32 start, u32 first,
                         u32 end) {
	struct cu_parser p;
	parser_init(&p, u, scope, first, end);
	struct syn *s = run(&p, start);
	return s ? s : error_node(&p, first);
}

struct syn *cuda_parse_decl(struct cunit *u, struct cscope *scope, u32 first, u32 end) {
	return parse(u, scope, CU_START_DECL, first, end);
}

struct syn *cuda_parse_body(struct cunit *u, struct cscope *scope, u32 first, u32 end) {
	return parse(u, scope, CU_START_BODY, first, end);
}

struct syn *cuda_parse_mem_inits(struct cunit *u, struct cscope *scope, u32 first,
                                 u32 end) {
	return parse(u, scope, CU_START_MEM_INITS, first, end);
}
