/* ast.c - the constructors that the grammar calls.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/ptx/build.h"

#define SAME(a, b) \
	_Static_assert((int)(a) == (int)(b), "the scanner's enum follows the tree's")
SAME(PTX_SPACE_REG, AST_SPACE_REG);
SAME(PTX_SPACE_SREG, AST_SPACE_SREG);
SAME(PTX_SPACE_CONST, AST_SPACE_CONST);
SAME(PTX_SPACE_GLOBAL, AST_SPACE_GLOBAL);
SAME(PTX_SPACE_LOCAL, AST_SPACE_LOCAL);
SAME(PTX_SPACE_PARAM, AST_SPACE_PARAM);
SAME(PTX_SPACE_SHARED, AST_SPACE_SHARED);
SAME(PTX_SPACE_TEX, AST_SPACE_TEX);
SAME(PTX_LINK_NONE, LINK_NONE);
SAME(PTX_LINK_VISIBLE, LINK_VISIBLE);
SAME(PTX_LINK_EXTERN, LINK_EXTERN);
SAME(PTX_LINK_WEAK, LINK_WEAK);
SAME(PTX_LINK_COMMON, LINK_COMMON);

/* ---- stacks ------------------------------------------------------------------------ */

static void grow(void **at, u32 n, u32 *cap, struct arena *arena, size_t elem) {
	struct arena fresh = ARENA_INIT;
	u32 newcap = *cap ? *cap * 2 : 64;
	if (newcap < *cap)
		bug("more than 2^32 elements in a list");
	void *to = arena_alloc(&fresh, newcap * elem, 16);
	if (n)
		memcpy(to, *at, n * elem);
	arena_drop(arena);
	*arena = fresh;
	*at = to;
	*cap = newcap;
}

#define push(s, ...)                                                            \
	do {                                                                    \
		if ((s)->n == (s)->cap)                                         \
			grow((void **)&(s)->at, (s)->n, &(s)->cap, &(s)->arena, \
			     sizeof(*(s)->at));                                 \
		(s)->at[(s)->n++] = (__VA_ARGS__);                              \
	} while (0)

#define newest(s) (&(s)->at[(s)->n - 1])

/* The top `count` elements, removed; valid until the next push. NULL for none. */
#define pop(s, count) \
	(assert((count) <= (s)->n), (s)->n -= (count), (count) ? (s)->at + (s)->n : NULL)

/* The same, copied to where the tree lives. */
#define take(p, s, count)                                                                \
	((count) ? arena_copy((p)->arena, pop((s), (count)), (count) * sizeof(*(s)->at), \
	                      8)                                                         \
	         : NULL)

void parser_init(struct ptx_parser *p, struct arena *arena, struct strtab *names,
                 struct diag *d, const struct source_file *file) {
	*p = (struct ptx_parser){.arena = arena, .diag = d};
	p->module = arena_new(arena, struct ast_module);
	p->module->address_size = 64;
	p->known.generic = str_lit(names, "generic");
	p->known.function_name = str_lit(names, "function_name");
	p->known.inlined_at = str_lit(names, "inlined_at");
	ptx_lex_open(&p->lexer, names, d, file);
}

void parser_drop(struct ptx_parser *p) {
	ptx_lex_close(&p->lexer);
	arena_drop(&p->operand.arena);
	arena_drop(&p->stmt.arena);
	arena_drop(&p->var.arena);
	arena_drop(&p->init.arena);
	arena_drop(&p->attr.arena);
	arena_drop(&p->directive.arena);
	arena_drop(&p->item.arena);
	arena_drop(&p->name.arena);
	arena_drop(&p->number.arena);
}

void build_word(struct ptx_parser *p, struct str *str, struct loc loc) {
	push(&p->name, (struct ptx_name){str, loc});
}

/* ---- operands ---------------------------------------------------------------------- */

void build_operand_name(struct ptx_parser *p, struct str *name, struct loc loc) {
	push(&p->operand,
	     (struct ast_operand){.kind = AST_NAME, .name = name, .loc = loc});
}

void build_sink(struct ptx_parser *p, struct loc loc) {
	push(&p->operand, (struct ast_operand){.kind = AST_SINK, .loc = loc});
}

void build_not(struct ptx_parser *p, struct str *name, struct loc loc) {
	build_operand_name(p, name, loc);
	newest(&p->operand)->negated = true;
}

void build_minus(struct ptx_parser *p, struct str *name, struct loc loc) {
	build_not(p, name, loc);
	newest(&p->operand)->is_minus = true;
}

static s64 signed_offset(struct ptx_parser *p, int sign, struct ptx_number v,
                         struct loc loc) {
	u64 n = constant_int(p, v, loc);
	return (s64)(sign < 0 ? 0 - n : n);
}

void build_name_offset(struct ptx_parser *p, struct str *name, int sign,
                       struct ptx_number offset, struct loc loc) {
	build_operand_name(p, name, loc);
	newest(&p->operand)->has_offset = true;
	newest(&p->operand)->has_minus = sign < 0;
	newest(&p->operand)->offset = signed_offset(p, sign, offset, loc);
}

void build_more_offset(struct ptx_parser *p, int sign, struct ptx_number offset,
                       struct loc loc) {
	struct ast_operand *o = newest(&p->operand);
	o->has_minus |= sign < 0;
	o->offset = (s64)((u64)o->offset + (u64)signed_offset(p, sign, offset, loc));
	o->loc = loc_join(o->loc, loc);
}

void build_index(struct ptx_parser *p, struct str *name, struct ptx_number index,
                 struct loc loc) {
	build_operand_name(p, name, loc);
	newest(&p->operand)->kind = AST_INDEX;
	newest(&p->operand)->offset = (s64)constant_int(p, index, loc);
}

/* A constant in parentheses may be the argument list of a call; build_inst decides. */
void build_constant(struct ptx_parser *p, struct ptx_number v, struct loc loc) {
	static const u8 kind[] = {[PTX_NUMBER_INT] = AST_INT,
	                          [PTX_NUMBER_F32] = AST_F32,
	                          [PTX_NUMBER_F64] = AST_F64};
	struct ast_operand o = {.kind = kind[v.kind], .loc = loc};
	o.value = v.bits;
	o.is_unsigned = v.kind == PTX_NUMBER_INT && v.is_unsigned;
	push(&p->operand, o);
	if (v.in_parens)
		build_group(p, AST_LIST, 1, loc);
}

void build_group(struct ptx_parser *p, enum ast_operand_kind kind, u32 n,
                 struct loc loc) {
	struct ast_operand o = {.kind = (u8)kind, .n = n, .loc = loc};
	o.list = take(p, &p->operand, n);
	push(&p->operand, o);
}

void build_suffix(struct ptx_parser *p, struct str *suffix) {
	newest(&p->operand)->suffix = suffix;
}

/* ---- statements -------------------------------------------------------------------- */

static struct ast_stmt *stmt_new(struct ptx_parser *p, enum ast_stmt_kind kind,
                                 struct loc loc) {
	struct ast_stmt *s = arena_new(p->arena, struct ast_stmt);
	s->kind = (u8)kind;
	s->loc = loc;
	push(&p->stmt, s);
	return s;
}

/* `add .s32` is `add.s32`. */
struct str *build_opcode(struct ptx_parser *p, struct str *head, struct str *tail) {
	char text[512];
	size_t len = MIN(head->len + tail->len, sizeof(text));
	if (head->len >= sizeof(text))
		return head; /* reported when it got so long */
	memcpy(text, head->s, head->len);
	memcpy(text + head->len, tail->s, len - head->len);
	if (len == sizeof(text))
		diag_error(p->diag, p->lexer.before_loc, E0007,
		           "an instruction's name has more than %zu characters",
		           sizeof(text) - 1);
	return str_intern(p->lexer.names, text, len);
}

/* Only calls have lists in parentheses; elsewhere (5) is 5. */
static void unwrap_constants(struct ast_inst *in) {
	for (u32 i = 0; i < in->noperand; i++) {
		struct ast_operand *o = &in->operand[i];
		if (o->kind == AST_LIST && o->n == 1 && o->list->kind >= AST_INT &&
		    o->list->kind <= AST_F64)
			*o = *o->list;
	}
}

void build_inst(struct ptx_parser *p, const struct ptx_word *guard, struct loc guard_loc,
                struct str *opcode, struct loc opcode_loc, u32 noperand, struct loc loc) {
	struct ast_stmt *s = stmt_new(p, STMT_INST, loc);
	struct ast_inst *in = &s->inst;
	in->opcode = opcode;
	in->opcode_loc = opcode_loc;
	if (guard) {
		in->guard = guard->str;
		in->guard_negated = guard->code != 0;
		in->guard_loc = guard_loc;
	}
	in->noperand = noperand;
	in->operand = take(p, &p->operand, noperand);
	if (strncmp(opcode->s, "call", 4) != 0)
		unwrap_constants(in);
}

void build_label(struct ptx_parser *p, struct str *name, struct loc loc) {
	stmt_new(p, STMT_LABEL, loc)->label = name;
}

void build_targets(struct ptx_parser *p, enum ast_stmt_kind kind, struct str *label,
                   u32 n, struct loc loc) {
	struct ast_stmt *s = stmt_new(p, kind, loc);
	const struct ptx_name *name = pop(&p->name, n);
	s->targets_label = label;
	s->target = arena_array(p->arena, struct str *, n);
	s->target_loc = arena_array(p->arena, struct loc, n);
	s->ntarget = n;
	for (u32 i = 0; i < n; i++) {
		s->target[i] = name[i].str;
		s->target_loc[i] = name[i].loc;
	}
}

void build_prototype(struct ptx_parser *p, struct str *label, u32 nret, u32 nparam,
                     u32 ndirective, struct loc loc) {
	struct ast_stmt *s = stmt_new(p, STMT_CALLPROTOTYPE, loc);
	struct ast_proto *proto = arena_new(p->arena, struct ast_proto);
	s->proto_label = label;
	s->proto = proto;
	proto->nparam = nparam;
	proto->param = take(p, &p->var, nparam);
	proto->nret = nret;
	proto->ret = take(p, &p->var, nret);
	proto->ndirective = ndirective;
	proto->directive = take(p, &p->directive, ndirective);
	for (u32 i = 0; i < ndirective; i++) {
		struct str *name = proto->directive[i].name;
		if (strcmp(name->s, ".noreturn") == 0)
			proto->noreturn = true;
		else if (!proto->abi)
			proto->abi = name;
	}
}

static u32 small(struct ptx_parser *p, struct ptx_number v, struct loc loc) {
	u64 n = constant_int(p, v, loc);
	if (n > UINT32_MAX) {
		diag_error(p->diag, loc, E0113, "%llu does not fit 32 bits",
		           (unsigned long long)n);
		return 0;
	}
	return (u32)n;
}

void build_loc(struct ptx_parser *p, struct ptx_number file, struct ptx_number line,
               struct ptx_number column, struct loc loc) {
	struct ast_loc *l = &stmt_new(p, STMT_LOC, loc)->line;
	l->file = small(p, file, loc);
	l->line = small(p, line, loc);
	l->column = small(p, column, loc);
}

static void want_word(struct ptx_parser *p, struct ptx_name word,
                      const struct str *want) {
	if (word.str == want)
		return;
	struct diag_record *r = diag_error(p->diag, word.loc, E0101,
	                                   "unexpected '%.40s' in .loc; expected '%s'",
	                                   word.str->s, want->s);
	diag_nvcc(p->diag, r, "Parsing error near '%.80s': syntax error", word.str->s);
}

/* Completes the .loc statement just pushed: , function_name SYMBOL, inlined_at FILE
 * LINE COLUMN */
void build_loc_inline(struct ptx_parser *p, struct ptx_name name_word,
                      struct ptx_name at_word, struct ptx_number file,
                      struct ptx_number line, struct ptx_number column) {
	struct ast_stmt *s = *newest(&p->stmt);
	struct ast_loc *l = &s->line;
	want_word(p, name_word, p->known.function_name);
	want_word(p, at_word, p->known.inlined_at);
	l->has_inline = true;
	l->function_name = p->symbol.name;
	l->function_name_offset = p->symbol.offset;
	l->inlined_file = small(p, file, s->loc);
	l->inlined_line = small(p, line, s->loc);
	l->inlined_column = small(p, column, s->loc);
}

u32 build_pragma_stmts(struct ptx_parser *p, u32 n, struct loc loc) {
	const struct ptx_name *text = pop(&p->name, n);
	for (u32 i = 0; i < n; i++)
		stmt_new(p, STMT_PRAGMA, loc)->pragma = text[i].str;
	return n;
}

static struct ast_stmts take_stmts(struct ptx_parser *p, u32 n) {
	return (struct ast_stmts){.at = take(p, &p->stmt, n), .n = n, .cap = n};
}

void build_block(struct ptx_parser *p, u32 n, struct loc loc) {
	struct ast_stmts body = take_stmts(p, n);
	stmt_new(p, STMT_BLOCK, loc)->block = body;
}

u32 build_var_stmts(struct ptx_parser *p, u32 n) {
	struct ast_var *var = take(p, &p->var, n);
	for (u32 i = 0; i < n; i++)
		stmt_new(p, STMT_VAR, var[i].loc)->var = &var[i];
	return n;
}

/* ---- declarations ------------------------------------------------------------------ */

static void twice(struct ptx_parser *p, struct loc loc, const char *what) {
	diag_error(p->diag, loc, E0106, "%s is given twice", what);
}

void build_spec(struct ptx_parser *p, u32 space) {
	p->spec = (struct ptx_spec){.var = {.space = (u8)space}};
}

void build_spec_space(struct ptx_parser *p, u32 space, struct loc loc) {
	struct ast_var *v = &p->spec.var;
	if (!v->is_ptr)
		diag_error(p->diag, loc, E0105,
		           "a second state space may follow .ptr only");
	v->ptr_space = (u8)space;
}

void build_spec_type(struct ptx_parser *p, struct str *type, struct loc loc) {
	if (p->spec.has_type)
		twice(p, loc, "the type");
	p->spec.has_type = true;
	p->spec.var.type = type;
	p->spec.var.type_loc = loc;
}

void build_spec_vector(struct ptx_parser *p, u32 vec, struct loc loc) {
	if (p->spec.has_vec)
		twice(p, loc, "the vector size");
	p->spec.has_vec = true;
	p->spec.var.vec = (u8)vec;
	if (vec != 8)
		return;
	struct diag_record *r = diag_error(p->diag, loc, E0213,
	                                   "a variable is a vector of 2 or 4 elements");
	diag_nvcc(p->diag, r, "Parsing error near '.v8': syntax error");
	p->spec.var.vec = 4;
}

void build_spec_align(struct ptx_parser *p, struct ptx_number align, struct loc loc) {
	u64 n = constant_int(p, align, loc);
	if (n == 0 && !align.is_bad)
		diag_error(p->diag, loc, E0207, "an alignment of 0 is not possible");
	if (p->spec.var.is_ptr) {
		p->spec.var.ptr_align = n;
		return;
	}
	if (p->spec.has_align)
		twice(p, loc, ".align");
	p->spec.has_align = true;
	p->spec.var.align = n;
}

void build_spec_ptr(struct ptx_parser *p, struct loc loc) {
	if (p->spec.var.is_ptr)
		twice(p, loc, ".ptr");
	p->spec.var.is_ptr = true;
}

void build_spec_attr(struct ptx_parser *p, u32 n) {
	p->spec.var.attr = take(p, &p->attr, n);
	p->spec.var.nattr = n;
}

void build_var(struct ptx_parser *p, struct str *name, struct loc loc) {
	if (!p->spec.has_type) {
		struct diag_record *r = diag_error(p->diag, loc, E0101,
		                                   "missing type before '%.40s'",
		                                   name ? name->s : "_");
		diag_note(p->diag, r,
		          "a declaration is a state space, a type and names: "
		          ".reg .b32 %%r1;");
		diag_nvcc(p->diag, r, "Parsing error near '%.80s': syntax error",
		          name ? name->s : "_");
		p->spec.has_type = true; /* once for all names */
		p->spec.var.type = str_lit(p->lexer.names, ".b32");
		p->spec.var.type_loc = loc;
	}
	push(&p->var, p->spec.var);
	newest(&p->var)->name = name;
	newest(&p->var)->loc = loc;
}

void build_var_hidden(struct ptx_parser *p, struct loc loc) {
	newest(&p->var)->is_hidden = true;
	newest(&p->var)->hidden_loc = loc;
}

void build_var_range(struct ptx_parser *p, struct ptx_number range, struct loc loc) {
	newest(&p->var)->is_range = true;
	newest(&p->var)->range = constant_int(p, range, loc);
}

void build_number(struct ptx_parser *p, struct ptx_number v, struct loc loc) {
	push(&p->number, constant_int(p, v, loc));
}

void build_dim(struct ptx_parser *p, struct ptx_number v, struct loc loc) {
	u64 n = constant_int(p, v, loc);
	if (!v.is_bad && !v.is_unsigned && n > INT64_MAX) {
		diag_error(p->diag, loc, E0209, "an array cannot have %lld elements",
		           (long long)n);
		n = 1;
	}
	push(&p->number, n);
}

void build_no_dim(struct ptx_parser *p, u32 before, struct loc loc) {
	if (before)
		diag_error(p->diag, loc, E0209,
		           "only the first size of an array may be left out");
	push(&p->number, 0);
}

void build_var_dims(struct ptx_parser *p, u32 n) {
	newest(&p->var)->dim = take(p, &p->number, n);
	newest(&p->var)->ndim = n;
}

void build_var_init(struct ptx_parser *p) {
	newest(&p->var)->init = take(p, &p->init, 1);
}

void build_attr(struct ptx_parser *p, struct str *name, u32 nvalue, struct loc loc) {
	struct ast_attr a = {.name = name, .loc = loc};
	const u64 *value = pop(&p->number, nvalue);
	if (nvalue > countof(a.value)) {
		diag_error(p->diag, loc, E0220, "%.40s takes at most %zu values", name->s,
		           countof(a.value));
		nvalue = countof(a.value);
	}
	if (nvalue)
		memcpy(a.value, value, nvalue * sizeof(*value));
	a.nvalue = nvalue;
	push(&p->attr, a);
}

/* ---- initialisers ------------------------------------------------------------------ */

void build_symbol(struct ptx_parser *p, struct str *name) {
	p->symbol = (struct ptx_symbol){.name = name};
}

void build_symbol_offset(struct ptx_parser *p, int sign, struct ptx_number offset,
                         struct loc loc) {
	s64 by = signed_offset(p, sign, offset, loc);
	p->symbol.offset = (s64)((u64)p->symbol.offset + (u64)by);
}

void build_symbol_generic(struct ptx_parser *p, struct str *word, struct loc loc) {
	if (word != p->known.generic) {
		struct diag_record *r = diag_error(
			p->diag, loc, E0101,
			"unexpected '%.40s' before '('; expected 'generic'", word->s);
		diag_nvcc(p->diag, r, "Parsing error near '(': syntax error");
	}
	p->symbol.generic = true;
}

void build_init_constant(struct ptx_parser *p, struct ptx_number v, struct loc loc) {
	struct ast_init init = {.loc = loc};
	init.kind = v.kind == PTX_NUMBER_INT   ? INIT_INT
	            : v.kind == PTX_NUMBER_F32 ? INIT_F32
	                                       : INIT_F64;
	init.value = v.bits;
	push(&p->init, init);
}

void build_init_symbol(struct ptx_parser *p, struct loc loc) {
	struct ast_init init = {
		.kind = INIT_SYMBOL, .loc = loc, .generic = p->symbol.generic};
	init.name = p->symbol.name;
	init.offset = p->symbol.offset;
	push(&p->init, init);
}

/* 0xFF00(sym) is byte 1 of the address (PTX 5.4.4). */
void build_init_mask(struct ptx_parser *p, struct ptx_number mask, struct loc loc) {
	build_init_symbol(p, loc);
	u64 bits = constant_int(p, mask, loc);
	for (u32 byte = 0; byte < 8; byte++)
		if (bits == (u64)0xff << (8 * byte))
			newest(&p->init)->mask_byte = (u8)(byte + 1);
	if (newest(&p->init)->mask_byte || mask.is_bad)
		return;
	newest(&p->init)->mask_byte = 1; /* one error is enough */
	struct diag_record *r = diag_error(p->diag, loc, E0210,
	                                   "the mask 0x%llx does not select one byte",
	                                   (unsigned long long)bits);
	diag_note(p->diag, r, "masks are 0xFF, 0xFF00, 0xFF0000 and so on");
	diag_nvcc(p->diag, r, "Invalid mask value '0x%llx' used in initializer",
	          (unsigned long long)bits);
}

void build_init_option(struct ptx_parser *p, struct str *name, struct str *value,
                       struct loc loc) {
	struct ast_init init = {.kind = INIT_OPTION, .loc = loc};
	init.option = name;
	init.option_value = value;
	push(&p->init, init);
}

void build_init_option_number(struct ptx_parser *p, struct str *name,
                              struct ptx_number value, struct loc loc) {
	const char *text = arena_printf(p->arena, "%llu",
	                                (unsigned long long)constant_int(p, value, loc));
	build_init_option(p, name, str_intern(p->lexer.names, text, strlen(text)), loc);
}

void build_init_list(struct ptx_parser *p, u32 n, struct loc loc) {
	struct ast_init init = {.kind = INIT_LIST, .n = n, .loc = loc};
	init.list = take(p, &p->init, n);
	push(&p->init, init);
}

/* ---- module level ------------------------------------------------------------------ */

static struct ast_decl *decl_new(struct ptx_parser *p, enum ast_decl_kind kind,
                                 struct loc loc) {
	struct ast_decl *d = arena_new(p->arena, struct ast_decl);
	d->kind = (u8)kind;
	d->loc = loc;
	vec_push(p->arena, &p->module->decl, d);
	return d;
}

/* The number is read as two integers: 8.10 is not 8.1. */
void build_version(struct ptx_parser *p, struct loc loc) {
	const char *s = ptx_text_at(p, loc), *end = s + (loc.end - loc.start);
	struct ast_module *m = p->module;
	u32 part[2] = {0, 0}, n = 0;
	bool bad = s[0] == '.' || end[-1] == '.' || end - s > 8;
	for (; s < end && !bad; s++) {
		if (*s == '.')
			n++;
		else if (*s >= '0' && *s <= '9' && n < 2)
			part[n] = part[n] * 10 + (u32)(*s - '0');
		else
			bad = true;
	}
	if (bad || n != 1 || !(part[0] | part[1]))
		diag_error(p->diag, loc, E0204, "a .version is two numbers, such as 8.5");
	if (p->has_version)
		twice(p, loc, ".version");
	else if (m->decl.n || p->has_target)
		diag_error(p->diag, loc, E0105,
		           ".version is the first directive of a module");
	p->has_version = true;
	m->version_major = part[0];
	m->version_minor = part[1];
	m->version_loc = loc;
}

void build_target(struct ptx_parser *p, u32 n, struct loc loc) {
	const struct ptx_name *name = pop(&p->name, n);
	struct ast_module *m = p->module;
	if (p->has_target)
		twice(p, loc, ".target");
	else if (m->decl.n)
		diag_error(p->diag, loc, E0105,
		           ".target must come before every declaration");
	p->has_target = true;
	m->target = arena_array(p->arena, struct str *, n);
	m->ntarget = n;
	m->target_loc = loc;
	for (u32 i = 0; i < n; i++)
		m->target[i] = name[i].str;
}

void build_address_size(struct ptx_parser *p, struct ptx_number size, struct loc loc) {
	u32 n = small(p, size, loc);
	if (n != 32 && n != 64 && !size.is_bad)
		diag_error(p->diag, loc, E0206, "an .address_size is 32 or 64");
	if (p->has_address_size)
		twice(p, loc, ".address_size");
	p->has_address_size = true;
	p->module->address_size = n;
}

void build_file(struct ptx_parser *p, struct ptx_number index, struct str *name,
                u32 ntimes, struct loc loc) {
	struct ast_decl *d = decl_new(p, DECL_FILE, loc);
	const u64 *times = pop(&p->number, ntimes);
	d->file_index = small(p, index, loc);
	d->file_name = name;
	d->has_file_time = ntimes == 2;
	if (ntimes == 2) {
		d->file_time = times[0];
		d->file_size = times[1];
	}
}

void build_section(struct ptx_parser *p, struct str *name, u32 n, struct loc loc) {
	struct ast_decl *d = decl_new(p, DECL_SECTION, loc);
	d->section_name = name;
	d->section = (struct ast_section_items){
		.at = take(p, &p->item, n), .n = n, .cap = n};
}

void build_alias(struct ptx_parser *p, struct ptx_name alias, struct ptx_name aliasee,
                 struct loc loc) {
	struct ast_decl *d = decl_new(p, DECL_ALIAS, loc);
	d->alias = alias.str;
	d->aliasee = aliasee.str;
	d->aliasee_loc = aliasee.loc;
}

void build_pragma_decls(struct ptx_parser *p, u32 n, struct loc loc) {
	const struct ptx_name *text = pop(&p->name, n);
	for (u32 i = 0; i < n; i++)
		decl_new(p, DECL_PRAGMA, loc)->pragma = text[i].str;
}

void build_var_decls(struct ptx_parser *p, u32 linkage, u32 n) {
	struct ast_var *var = take(p, &p->var, n);
	for (u32 i = 0; i < n; i++) {
		var[i].linkage = (u8)linkage;
		decl_new(p, DECL_VAR, var[i].loc)->var = &var[i];
	}
}

void build_item_type(struct ptx_parser *p, struct str *type) {
	p->item_type = type;
}

void build_item_label(struct ptx_parser *p, struct str *name) {
	struct ast_section_item item = {.kind = SECT_LABEL};
	item.name = name;
	push(&p->item, item);
}

void build_item_constant(struct ptx_parser *p, struct ptx_number v, struct loc loc) {
	struct ast_section_item item = {.kind = SECT_DATA, .type = p->item_type};
	item.value = constant_int(p, v, loc);
	push(&p->item, item);
}

void build_item_symbol(struct ptx_parser *p, struct str *name, struct ptx_number offset,
                       struct loc loc) {
	struct ast_section_item item = {.kind = SECT_SYMBOL, .type = p->item_type};
	item.name = name;
	item.offset = (s64)constant_int(p, offset, loc);
	push(&p->item, item);
}

void build_item_difference(struct ptx_parser *p, struct str *name, struct str *name2) {
	struct ast_section_item item = {.kind = SECT_DIFF, .type = p->item_type};
	item.name = name;
	item.name2 = name2;
	push(&p->item, item);
}

/* ---- functions --------------------------------------------------------------------- */

/* How many numbers each directive takes. Requirement for a new one: its word is a TUNE
 * in ptx.l. */
static const struct {
	const char *name;
	u32 min, max;
} tune_values[] = {{".maxntid", 1, 3},
                   {".reqntid", 1, 3},
                   {".minnctapersm", 1, 1},
                   {".maxnctapersm", 1, 1},
                   {".maxnreg", 1, 1},
                   {".noreturn", 0, 0},
                   {".explicitcluster", 0, 0},
                   {".reqnctapercluster", 1, 3},
                   {".maxclusterrank", 1, 1},
                   {".abi_preserve", 1, 1},
                   {".abi_preserve_control", 1, 1},
                   {".blocksareclusters", 0, 0}};

static void check_tune(struct ptx_parser *p, const char *name, u32 nvalue,
                       struct loc loc) {
	for (u32 i = 0; i < countof(tune_values); i++) {
		u32 min = tune_values[i].min, max = tune_values[i].max;
		if (strcmp(tune_values[i].name, name) != 0 ||
		    (nvalue >= min && nvalue <= max))
			continue;
		if (max == 0)
			diag_error(p->diag, loc, E0220, "%s takes no value", name);
		else if (max == 1)
			diag_error(p->diag, loc, E0220, "%s takes one value", name);
		else
			diag_error(p->diag, loc, E0220, "%s takes one to three values",
			           name);
	}
}

void build_tune(struct ptx_parser *p, struct str *name, u32 nvalue, struct loc loc) {
	struct ast_directive d = {.name = name, .loc = loc};
	const u64 *value = pop(&p->number, nvalue);
	check_tune(p, name->s, nvalue, loc);
	d.nvalue = MIN(nvalue, 3);
	if (d.nvalue)
		memcpy(d.value, value, d.nvalue * sizeof(*value));
	push(&p->directive, d);
}

/* `.pragma "a", "b";` among the directives of a function: one directive, the texts
 * joined as the source has them. */
void build_tune_pragma(struct ptx_parser *p, struct str *name, u32 n, struct loc loc) {
	const struct ptx_name *text = pop(&p->name, n);
	const char *joined = text[0].str->s;
	for (u32 i = 1; i < n; i++)
		joined = arena_printf(p->arena, "%s\", \"%s", joined, text[i].str->s);
	struct ast_directive d = {.name = name, .loc = loc};
	d.text = str_intern(p->lexer.names, joined, strlen(joined));
	push(&p->directive, d);
}

void build_func_head(struct ptx_parser *p, struct ptx_func_head h, struct loc loc) {
	struct ast_func *f = arena_new(p->arena, struct ast_func);
	f->name = h.name.str;
	f->loc = h.name.loc;
	f->linkage = (u8)h.linkage;
	f->is_entry = h.is_entry;
	f->nparam = h.nparam;
	f->param = take(p, &p->var, h.nparam);
	f->nret = h.nret;
	f->ret = take(p, &p->var, h.nret);
	f->ndirective = h.ndirective;
	f->directive = take(p, &p->directive, h.ndirective);
	f->nattr = h.nattr;
	f->attr = take(p, &p->attr, h.nattr);
	decl_new(p, DECL_FUNC, loc)->func = f;
	p->func = f;
}

void build_func_body(struct ptx_parser *p, u32 n, struct loc body_loc) {
	p->func->has_body = true;
	p->func->body = take_stmts(p, n);
	p->func->body_loc = body_loc;
}
