/* filter.c - the token filter: it decides what the grammar of C++ cannot, because it has
 * all tokens, looks names up, and keeps a stack of open contexts. Each kind of place in a
 * program has a mode; the handler of the mode looks at the next token and sends it as it
 * is, or as another kind that says what it means here (filter_token.def).
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/syntax/filter.h"

#include "parser/cuda/syntax/build.h"
#include "parser/cuda/syntax/guess.h"
#include "parser/cuda/syntax/name.h"

const char *cu_filter_token_text(u32 kind) {
	static const char *const text[] = {
		"",
#define F_TOKEN(name, text) text,
#include "parser/cuda/syntax/filter_token.def"
	};
	if (kind > CU_FILTER_FIRST && kind < CU_FILTER_LIMIT)
		return text[kind - CU_FILTER_FIRST];
	return cu_token_text(kind);
}

/* ---- attributes ------------------------------------------------------------------ */

static struct syn *attribute(struct cu_parser *p, u32 name, u32 open) {
	struct loc loc = cu_token_loc(&p->t[name]);
	struct syn *list = NULL;
	u32 stopped;
	if (open && p->t[open].match > open + 1 && p->t[open].match < p->end) {
		loc.end = p->t[p->t[open].match].end;
		list = cu_subparse(p, CU_START_EXPRS, open + 1, p->t[open].match,
		                   &stopped);
	}
	struct syn *s = build_node(p, SYN_ATTR, 0, 0, loc, 0);
	const char *word = p->t[name].name->s;
	size_t len = p->t[name].name->len, cut = 0;
	while (cut < 2 && len > 1 && word[0] == '_' && word[len - 1] == '_') {
		word++;
		len -= 2;
		cut++;
	}
	s->name = str_intern(p->u->names, word, len);
	if (list) {
		s->kid = list->kid;
		s->nkid = list->nkid;
	}
	return s;
}

static bool takes_arguments(const struct str *name) {
	static const char *const word[] = {"aligned",     "launch_bounds", "cluster_dims",
	                                   "maxnreg",     "block_size",    "simt_sreg",
	                                   "vector_size", "align",         "annotate"};
	for (u32 i = 0; i < countof(word); i++)
		if (strstr(name->s, word[i]))
			return true;
	return false;
}

/* The attributes between `first` and `end`, without the names of their namespaces. Reads
 * the arguments of those that have a meaning here. */
static void attribute_list(struct cu_parser *p, u32 first, u32 end) {
	for (u32 i = first; i < end; i = skim_past(p->t, i, end)) {
		if (!p->t[i].name || p->t[i + 1].kind == CU_SCOPE)
			continue;
		u32 flag = skim_attribute_flag(p->t[i].name);
		u32 open = p->t[i + 1].kind == '(' && takes_arguments(p->t[i].name)
		                   ? i + 1
		                   : 0;
		struct syn *s = flag ? NULL : attribute(p, i, open);
		build_add_attr(p, p->t[i].start, flag, s);
	}
}

void filter_word_attribute(struct cu_parser *p) {
	build_add_attr(p, p->t[p->at].start, 0, attribute(p, p->at, 0));
	p->at++;
}

static void one_attribute(struct cu_parser *p) {
	u32 first = p->at, end = guess_past_attribute(p, first), kind = p->t[first].kind;
	u32 open = p->t[first + 1].kind == '(' ? first + 1 : 0;
	p->at = end;
	if (kind == CU_ATTRIBUTE && open && p->t[open + 1].kind == '(')
		attribute_list(
			p, open + 2,
			p->t[open + 1].match == CU_NO_MATCH ? end : p->t[open + 1].match);
	else if (kind == '[')
		attribute_list(p, first + 2, end - 2);
	else if (kind != CU_ATTRIBUTE)
		build_add_attr(p, p->t[first].start, 0, attribute(p, first, open));
	p->at = end;
}

static bool starts_something(const struct context *c) {
	return c->mode == MODE_STMT || c->mode == MODE_DECL || c->mode == MODE_SPECS;
}

/* asm("name") after a declarator names the symbol. */
static bool is_asm_label(struct cu_parser *p) {
	const struct context *c = top(p);
	return kind_ahead(p, 0) == CU_ASM &&
	       (c->mode == MODE_SUFFIX || c->mode == MODE_SPECS);
}

/* T *__device__ f(), T f __device__(): an execution space inside of a declarator belongs
 * to the declaration, as an attribute there does. */
static void space_in_declarator(struct cu_parser *p) {
	const struct cu_token_rec *t = &p->t[p->at];
	build_add_attr(p, t->start, skim_spec_flag(t->kind), NULL);
	p->at++;
}

void filter_attributes(struct cu_parser *p) {
	while (p->at < p->end) {
		const struct context *c = top(p);
		if (kind_ahead(p, 0) == CU_EXTENSION) {
			p->at++;
		} else if (skim_is_space_in_declarator(p->t, p->at)) {
			space_in_declarator(p);
		} else if (is_asm_label(p) || (guess_is_attribute(p, p->at) &&
		                               !(c->mode == MODE_EXPR && c->operand &&
		                                 kind_ahead(p, 0) == '['))) {
			if (!p->attr_start && starts_something(c))
				p->attr_start = p->t[p->at].start;
			one_attribute(p);
		} else {
			return;
		}
	}
}

/* ---- statements ------------------------------------------------------------------ */

static int send_head(struct cu_parser *p, struct sent *s, u32 kind,
                     enum context_kind paren) {
	struct context *c = top(p);
	c->mode = MODE_HEAD;
	c->head = (u8)paren;
	return filter_send(p, s, kind);
}

static int send_then(struct cu_parser *p, struct sent *s, enum filter_mode mode) {
	struct context *c = top(p);
	c->mode = (u8)mode;
	c->operand = false;
	return filter_send(p, s, p->t[p->at].kind);
}

static int statement_keyword(struct cu_parser *p, struct sent *s) {
	struct context *c = top(p);
	u32 k = kind_ahead(p, 0);
	switch (k) {
	case CU_IF:
	case CU_SWITCH:
	case CU_WHILE: return send_head(p, s, k, CTX_COND);
	case CU_FOR: {
		bool is_range = kind_ahead(p, 1) == '(' &&
		                guess_is_range_for(p, p->at + 1);
		return send_head(p, s, is_range ? (u32)CU_RANGE_FOR : (u32)CU_FOR,
		                 CTX_FOR);
	}
	case CU_ASM: return send_head(p, s, k, CTX_ASM);
	case CU_CATCH: return send_head(p, s, k, CTX_PARAMS);
	case CU_DO:
	case CU_ELSE:
	case CU_TRY: return send_then(p, s, MODE_STMT);
	case CU_CASE: c->is_case = true; return send_then(p, s, MODE_EXPR);
	case CU_DEFAULT: c->is_case = true; return send_then(p, s, MODE_EXPR);
	case CU_RETURN:
	case CU_PRAGMA_UNROLL: return send_then(p, s, MODE_EXPR);
	case CU_GOTO:
	case CU_BREAK:
	case CU_CONTINUE: return send_then(p, s, MODE_RAW);
	default: return AGAIN;
	}
}

static int filter_stmt(struct cu_parser *p, struct sent *s) {
	struct context *c = top(p);
	u32 k = kind_ahead(p, 0);
	filter_begin_declaration(p, c);
	if (c->kind != CTX_FOR && c->kind != CTX_COND) {
		int sent = statement_keyword(p, s);
		if (sent != AGAIN)
			return sent;
		if (k == '{')
			return filter_open_context(p, s, '{', CTX_BLOCK, MODE_STMT);
		if (k == CU_IDENT && kind_ahead(p, 1) == ':') {
			c->is_case = true;
			c->operand = true;
			c->mode = MODE_EXPR;
			return filter_send(p, s, CU_LABEL);
		}
	}
	if (k == ';')
		return filter_send_semicolon(p, s);
	if (k == '}' || k == ')')
		return filter_send_close(p, s);
	if (!guess_is_declaration(p, p->at)) {
		c->mode = MODE_EXPR;
		return AGAIN;
	}
	c->mode = MODE_DECL;
	return filter_send_pseudo(p, s, CU_DECL);
}

/* ---- simple modes ---------------------------------------------------------------- */

static int filter_head(struct cu_parser *p, struct sent *s) {
	struct context *c = top(p);
	u32 k = kind_ahead(p, 0);
	if (k == ';')
		return filter_send_semicolon(p, s);
	if (k == '}')
		return filter_send_close(p, s);
	if (k == CU_CONSTEXPR && kind_ahead(p, 1) == '{') /* if consteval */
		return send_then(p, s, MODE_STMT);
	if (k != '(')
		return filter_send(p, s, k);
	switch (c->head) {
	case CTX_ASM:
		c->mode = MODE_RAW;
		return filter_open_context(p, s, '(', CTX_ASM, MODE_ASM);
	case CTX_PARAMS: {
		int sent = filter_open_context(p, s, CU_PARAM_LP, CTX_PARAMS, MODE_SPECS);
		top(p)->is_catch = true;
		return sent;
	}
	default:
		return filter_open_context(p, s, '(', (enum context_kind)c->head,
		                           MODE_STMT);
	}
}

static int filter_asm(struct cu_parser *p, struct sent *s) {
	u32 k = kind_ahead(p, 0);
	if (k == '(')
		return filter_open_context(p, s, '(', CTX_EXPR, MODE_EXPR);
	if (k == ')' || k == '}')
		return filter_send_close(p, s);
	if (k == ';')
		return filter_send_semicolon(p, s);
	if (k != CU_SCOPE)
		return filter_send(p, s, k);
	p->is_half = !p->is_half; /* asm("..." :: "r"(x)): two colons */
	if (p->is_half) {
		filter_send_pseudo(p, s, ':');
		s->loc.end++;
		return ':';
	}
	return filter_send(p, s, ':');
}

/* goto x; namespace a = b::c; */
static int filter_raw(struct cu_parser *p, struct sent *s) {
	u32 k = kind_ahead(p, 0);
	if (k == ';')
		return filter_send_semicolon(p, s);
	if (k == '}' || k == ')' || k == ']')
		return filter_send_close(p, s);
	if (p->last_kind == '=' && (k == CU_IDENT || k == CU_SCOPE)) {
		const struct annotation *a = name_at(p, p->at);
		if (a->end > p->at && p->local && p->t[p->at - 2].name) {
			struct annotation copy = *a;
			local_declare(p, top(p)->names, p->t[p->at - 2].name,
			              CNAME_NAMESPACE)
				->alias = copy.syn;
			return filter_send_name(p, s, &copy, CU_NAME);
		}
		if (a->end > p->at)
			return filter_send_name(p, s, a, CU_NAME);
	}
	if (top(p)->kind == CTX_BIND && k == CU_IDENT)
		local_declare(p, top(p)->names, p->t[p->at].name, CNAME_OTHER);
	return filter_send(p, s, k);
}

static int filter_enumerator(struct cu_parser *p, struct sent *s) {
	struct context *c = top(p);
	switch (kind_ahead(p, 0)) {
	case CU_IDENT: local_declare(p, c->names, p->t[p->at].name, CNAME_OTHER); break;
	case '=':
		c->mode = MODE_EXPR;
		c->operand = false;
		break;
	case ',': return filter_send_comma(p, s);
	case ';': return filter_send_semicolon(p, s);
	case '}': return filter_send_close(p, s);
	default: break;
	}
	return filter_send(p, s, kind_ahead(p, 0));
}

/* ---- errors ---------------------------------------------------------------------- */

/* Returns the innermost context whose statements can be skipped. */
static u32 statement_context(const struct cu_parser *p) {
	u32 i = p->ctx.n - 1;
	while (i > p->ctx_floor && p->ctx.at[i]->kind != CTX_BLOCK &&
	       p->ctx.at[i]->kind != CTX_CLASS)
		i--;
	return i;
}

/* Continues after a syntax error: at the `;` that ends the statement, at the brace that
 * ends the block around it, or after the braces that end a definition, where it sends a
 * `;` that is not in the text. */
static int recover(struct cu_parser *p, struct sent *s) {
	p->recovering = false;
	p->is_half = false;
	p->attr_start = 0;
	p->ctx.n = statement_context(p) + 1;
	u32 i = top(p)->stmt, bad = p->last;
	for (; i < p->end; i = skim_past(p->t, i, p->end)) {
		u32 k = p->t[i].kind;
		bool is_after_braces = i > bad && p->t[i - 1].kind == '}' && k != ',' &&
		                       k != ')' && k != '.' && k != '(' && k != CU_ELSE &&
		                       k != CU_CATCH;
		if (i < bad)
			continue;
		if (k == ';' || k == '}' || is_after_braces)
			break;
	}
	p->at = MIN(i, p->end);
	if (p->at >= p->end)
		return filter_send_pseudo(p, s, CU_END);
	if (p->t[i].kind == ';')
		return filter_send_semicolon(p, s);
	if (p->t[i].kind == '}')
		return filter_send_close(p, s);
	u32 at = p->at;
	int sent = filter_send_semicolon(p, s);
	p->at = at;
	s->loc.end = s->loc.start;
	top(p)->stmt = at;
	return sent;
}

/* ---- the filter ------------------------------------------------------------------ */

static int by_mode(struct cu_parser *p, struct sent *s) {
	switch ((enum filter_mode)top(p)->mode) {
	case MODE_STMT: return filter_stmt(p, s);
	case MODE_DECL: return filter_decl(p, s);
	case MODE_SPECS: return filter_specs(p, s);
	case MODE_DECLARATOR: return filter_declarator(p, s);
	case MODE_SUFFIX: return filter_suffix(p, s);
	case MODE_EXPR: return filter_expr(p, s);
	case MODE_HEAD: return filter_head(p, s);
	case MODE_BASES: return filter_bases(p, s);
	case MODE_USING: return filter_using(p, s);
	case MODE_RAW: return filter_raw(p, s);
	case MODE_ENUMERATOR: return filter_enumerator(p, s);
	case MODE_TPARAM: return filter_tparam(p, s);
	case MODE_TARG: return filter_targ(p, s);
	case MODE_CAPTURE: return filter_capture(p, s);
	case MODE_MEM_INIT: return filter_mem_init(p, s);
	case MODE_ASM: return filter_asm(p, s);
	}
	return filter_send(p, s, p->t[p->at].kind);
}

int cu_filter(union cu_value *value, struct loc *loc, struct cu_parser *p) {
	struct sent s = {0};
	int sent = AGAIN;
	p->around = *p->ctx.at[statement_context(p)];
	if (p->start_token && !p->gave_up) {
		sent = filter_send_pseudo(p, &s, p->start_token);
		p->start_token = 0;
	} else if (p->recovering && !p->gave_up) {
		sent = recover(p, &s);
	}
	while (sent == AGAIN) {
		if (!p->gave_up)
			filter_attributes(p);
		if (p->gave_up || p->at >= p->end)
			sent = filter_send_pseudo(p, &s, CU_END);
		else
			sent = by_mode(p, &s);
	}
	p->last_kind = sent;
	*value = s.value;
	*loc = s.loc;
	return sent;
}
