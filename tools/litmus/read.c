/* read.c - the text of a litmus test to struct litmus. The first line has the name; lines
 * KEY=VALUE and a text in quotes may follow; then the initial values in braces, the
 * threads side by side, where they are, and the condition. Forms that several tools write
 * are taken: a thread's place after its name or in a scope tree, operands with and
 * without brackets.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/plain.h"
#include "tools/litmus/test.h"

struct reader {
	struct arena *arena;
	struct litmus *test;
	struct lexer x;
};

/* ---- names ------------------------------------------------------------------------- */

static bool is_name(const struct token *t, const char *name) {
	return strlen(name) == t->len && memcmp(t->at, name, t->len) == 0;
}

s32 litmus_location(struct arena *a, struct litmus *t, const struct token *name) {
	for (u32 i = 0; i < t->nlocation; i++)
		if (is_name(name, t->location[i].name))
			return (s32)i;
	if (t->nlocation == LITMUS_LOCATIONS)
		return -1;
	t->location[t->nlocation] = (struct litmus_location){
		.name = arena_strdup(a, name->at, name->len), .cta = -1};
	return (s32)t->nlocation++;
}

static struct token bare(const struct token *name) { /* %r0 is r0 */
	struct token t = *name;
	if (t.len > 1 && *t.at == '%') {
		t.at++;
		t.len--;
	}
	return t;
}

s32 litmus_register(struct arena *a, struct litmus_thread *t, const struct token *name) {
	struct token n = bare(name);
	for (u32 i = 0; i < t->nreg; i++)
		if (is_name(&n, t->reg[i].name))
			return (s32)i;
	if (t->nreg == LITMUS_REGISTERS)
		return -1;
	t->reg[t->nreg] = (struct litmus_register){.name = arena_strdup(a, n.at, n.len),
	                                           .location = -1};
	return (s32)t->nreg++;
}

/* P7, T7 or 7. */
static bool thread_number(const struct token *t, s32 *number) {
	u32 i = t->kind == TOKEN_WORD && (*t->at == 'P' || *t->at == 'T');
	s32 n = 0;
	if (i == t->len || t->len > 4)
		return false;
	for (; i < t->len; i++) {
		if (t->at[i] < '0' || t->at[i] > '9')
			return false;
		n = n * 10 + (t->at[i] - '0');
	}
	*number = n;
	return true;
}

s32 litmus_thread_of(const struct litmus *t, const struct token *name) {
	s32 n;
	for (u32 i = 0; thread_number(name, &n) && i < t->nthread; i++)
		if (t->thread[i].number == n)
			return (s32)i;
	return -1;
}

/* Registers may be given values before the threads are named. */
static struct litmus_thread *thread_make(struct reader *r, const struct token *name) {
	s32 i = litmus_thread_of(r->test, name), n;
	if (i >= 0)
		return &r->test->thread[i];
	if (!thread_number(name, &n) || r->test->nthread == LITMUS_THREADS) {
		r->x.token = *name;
		lex_wrong(&r->x, "a thread such as P0, of at most 32,");
		return NULL;
	}
	struct litmus_thread *t = &r->test->thread[r->test->nthread++];
	t->number = n;
	t->cta = t->cluster = t->device = -1;
	return t;
}

static bool looks_like_register(const struct token *t) {
	if (*t->at == '%')
		return true;
	if (t->len < 2 || *t->at != 'r')
		return false;
	for (u32 i = 1; i < t->len; i++)
		if (t->at[i] < '0' || t->at[i] > '9')
			return false;
	return true;
}

/* ---- the head ---------------------------------------------------------------------- */

static const char *next_line(const char *s) {
	s += strcspn(s, "\n");
	return s + (*s == '\n');
}

static bool is_key(const char *line, size_t n, const char *key) {
	return strlen(key) == n && memcmp(line, key, n) == 0;
}

static u32 word_of(const char *s, const char *const *words) {
	size_t n = strcspn(s, " \t\r\n");
	for (u32 i = 0; words[i]; i++)
		if (strlen(words[i]) == n && memcmp(s, words[i], n) == 0)
			return i + 1;
	return 0;
}

/* Verdict=Forbidden: the model does not let the condition hold. Observation=Never: the
 * outcome that runs should have. Other keys are notes of the tools that wrote the file.
 */
static void read_key(struct reader *r, const char *line, size_t n) {
	static const char *const verdicts[] = {"Allowed", "Forbidden", NULL};
	static const char *const seen[] = {"Never", "Sometimes", "Always", NULL};
	struct lexer *x = &r->x;
	const char *value = line + n + 1;
	bool is_verdict = is_key(line, n, "Verdict"),
	     is_seen = is_key(line, n, "Observation");
	u32 word = is_verdict ? word_of(value, verdicts)
	           : is_seen  ? word_of(value, seen)
	                      : 1;
	if (is_verdict)
		r->test->verdict = (u8)word;
	if (is_seen)
		r->test->seen = (u8)word;
	if (!word) {
		lex_start(x, x->file, x->d, (u32)(value - x->file->text));
		lex_wrong(x, is_verdict ? "Allowed or Forbidden"
		                        : "Never, Sometimes or Always");
	}
}

/* Reads up to the brace; returns its position in the text. */
static u32 read_head(struct reader *r) {
	const char *text = r->x.file->text, *s = text, *name;
	struct litmus *t = r->test;
	while (*s == ' ' || *s == '\n' || *s == '\r' || *s == '\t')
		s++;
	lex_start(&r->x, r->x.file, r->x.d, (u32)(s - text));
	if (!lex_is(&r->x, "PTX") && !lex_is(&r->x, "ptx") && !lex_is(&r->x, "GPU_PTX"))
		lex_wrong(&r->x, "PTX and the name of the test");
	name = s + strcspn(s, " \t\r\n");
	name += strspn(name, " \t");
	t->name = plain_text(r->arena,
	                     arena_strdup(r->arena, name, strcspn(name, " \t\r\n")), "");
	t->doc = "";
	for (s = next_line(s); *s && !r->x.failed;) {
		s += strspn(s, " \t\r\n");
		size_t n = strcspn(s, "=\n{");
		if (*s == '{')
			break;
		if (*s == '"') {
			size_t len = strcspn(s + 1, "\"");
			t->doc = arena_strdup(r->arena, s + 1, len);
			s += 1 + len + (s[1 + len] == '"');
		} else if (s[0] == '(' && s[1] == '*') {
			const char *end = strstr(s, "*)");
			s = end ? end + 2 : s + strlen(s);
		} else {
			if (s[n] == '=')
				read_key(r, s, n);
			else if (*s && s[n] != '{') {
				lex_start(&r->x, r->x.file, r->x.d, (u32)(s - text));
				lex_wrong(&r->x, "KEY=VALUE, a text in quotes or '{'");
			}
			s = s[n] == '{' ? s + n : next_line(s);
		}
	}
	return (u32)(s - text);
}

/* ---- initial values ---------------------------------------------------------------- */

static void set_location(struct reader *r, bool is_shared) {
	struct lexer *x = &r->x;
	bool brackets = lex_accept(x, "[");
	if (x->token.kind != TOKEN_WORD) {
		lex_wrong(x, "a location");
		return;
	}
	s32 i = litmus_location(r->arena, r->test, &x->token);
	if (i < 0) {
		lex_wrong(x, "at most 64 locations");
		return;
	}
	lex_next(x);
	if (brackets)
		lex_expect(x, "]");
	r->test->location[i].is_shared |= is_shared;
	if (!lex_accept(x, "="))
		return;
	if (x->token.kind != TOKEN_NUMBER) {
		lex_wrong(x, "a number");
		return;
	}
	r->test->location[i].value = (s32)x->token.value;
	lex_next(x);
}

/* 0:r1 = 5, 0:r1 = x, 0:.reg .s32 r1, 0:.reg .b64 r1 = x */
static void set_register(struct reader *r, const struct token *thread) {
	struct lexer *x = &r->x;
	struct litmus_thread *t = thread_make(r, thread);
	if (lex_accept(x, ".reg") && x->token.kind == TOKEN_WORD && *x->token.at == '.')
		lex_next(x);
	if (!t || x->token.kind != TOKEN_WORD) {
		lex_wrong(x, "a register");
		return;
	}
	s32 i = litmus_register(r->arena, t, &x->token);
	if (i < 0) {
		lex_wrong(x, "at most 64 registers");
		return;
	}
	lex_next(x);
	if (!lex_accept(x, "="))
		return;
	lex_accept(x, "&");
	if (x->token.kind == TOKEN_NUMBER) {
		t->reg[i].value = (s32)x->token.value;
	} else if (x->token.kind == TOKEN_WORD) {
		t->reg[i].location = litmus_location(r->arena, r->test, &x->token);
	} else {
		lex_wrong(x, "a number or a location");
		return;
	}
	lex_next(x);
}

static void read_init(struct reader *r) {
	struct lexer *x = &r->x;
	lex_expect(x, "{");
	while (!x->failed && !lex_is(x, "}")) {
		if (lex_accept(x, ";"))
			continue;
		struct token first = x->token;
		bool is_shared = false;
		if (lex_is(x, "shared") || lex_is(x, "global")) {
			is_shared = lex_is(x, "shared");
			lex_next(x);
			if (lex_is(x, "=")) { /* a location of that name */
				x->pos = first.loc.start - x->file->base;
				lex_next(x);
				is_shared = false;
			}
			set_location(r, is_shared);
		} else {
			struct lexer before = *x;
			lex_next(x);
			if (lex_accept(x, ":")) {
				set_register(r, &first);
			} else {
				*x = before;
				set_location(r, false);
			}
		}
		if (!lex_is(x, "}"))
			lex_expect(x, ";");
	}
	lex_expect(x, "}");
	lex_accept(x, ";");
}

/* ---- threads ----------------------------------------------------------------------- */

static bool place_number(struct reader *r, s32 *where) {
	struct lexer *x = &r->x;
	if (x->token.kind != TOKEN_NUMBER || x->token.value < 0 ||
	    x->token.value > 0xffff) {
		lex_wrong(x, "a number");
		return false;
	}
	*where = (s32)x->token.value;
	lex_next(x);
	return true;
}

/* @cta 0, cluster 0, gpu 0; a warp, or a thread's number in it, makes no difference. */
static void read_place(struct reader *r, struct litmus_thread *t) {
	struct lexer *x = &r->x;
	s32 unused;
	do {
		bool ok = true;
		if (lex_accept(x, "cta"))
			ok = place_number(r, &t->cta);
		else if (lex_accept(x, "cluster"))
			ok = place_number(r, &t->cluster);
		else if (lex_accept(x, "gpu") || lex_accept(x, "device"))
			ok = place_number(r, &t->device);
		else if (lex_accept(x, "warp") || lex_accept(x, "thread"))
			ok = place_number(r, &unused);
		else
			lex_wrong(x, "cta, cluster or gpu and a number");
		if (!ok)
			return;
	} while (!x->failed && lex_accept(x, ","));
}

/* Reads the row of names; column[]: the threads in the order of the columns. */
static u32 read_names(struct reader *r, u32 *column) {
	struct lexer *x = &r->x;
	u32 n = 0;
	do {
		struct token name = x->token;
		lex_next(x);
		struct litmus_thread *t = thread_make(r, &name);
		if (!t)
			return 0;
		column[n] = (u32)(t - r->test->thread);
		for (u32 i = 0; i < n; i++)
			if (column[i] == column[n]) {
				x->token = name;
				lex_wrong(x, "a thread that has no column yet");
			}
		n++;
		if (lex_accept(x, "@"))
			read_place(r, t);
	} while (!x->failed && lex_accept(x, "|"));
	lex_expect(x, ";");
	if (!x->failed && n < r->test->nthread)
		lex_wrong(x, "a column for each thread that has registers");
	return n;
}

/* Checks whether the last operand so far is a label. */
static bool takes_label(const struct litmus_inst *in) {
	static const char *const jumps[] = {"goto", "bra", "bra.uni", NULL};
	static const char *const branches[] = {"beq", "bne", "blt", "bgt",
	                                       "ble", "bge", NULL};
	return (in->noperand == 1 && word_of(in->op, jumps)) ||
	       (in->noperand == 3 && word_of(in->op, branches));
}

static void read_operand(struct reader *r, struct litmus_thread *t,
                         struct litmus_inst *in) {
	struct lexer *x = &r->x;
	if (in->noperand == countof(in->operand)) {
		lex_wrong(x, "the end of the instruction");
		return;
	}
	struct litmus_operand *o = &in->operand[in->noperand++];
	bool brackets = lex_accept(x, "[");
	struct token name = bare(&x->token);
	*o = (struct litmus_operand){
		.loc = x->token.loc, .kind = LOPR_NUMBER, .value = (s32)x->token.value};
	bool is_reg = false, is_label = takes_label(in);
	for (u32 i = 0; i < t->nreg && x->token.kind == TOKEN_WORD; i++)
		is_reg |= is_name(&name, t->reg[i].name);
	if (x->token.kind == TOKEN_WORD && (is_reg || looks_like_register(&x->token))) {
		o->kind = brackets ? LOPR_ADDRESS : LOPR_REGISTER;
		o->value = litmus_register(r->arena, t, &x->token);
	} else if (x->token.kind == TOKEN_WORD && is_label && !brackets) {
		o->kind = LOPR_LABEL;
		o->label = arena_strdup(r->arena, x->token.at, x->token.len);
	} else if (x->token.kind == TOKEN_WORD) {
		o->kind = LOPR_LOCATION;
		o->value = litmus_location(r->arena, r->test, &x->token);
	} else if (x->token.kind != TOKEN_NUMBER || brackets) {
		lex_wrong(x, brackets ? "a location or a register"
		                      : "a register, a location or a number");
		return;
	}
	if (o->value < 0 && o->kind != LOPR_NUMBER)
		lex_wrong(x, "at most 64 registers and locations, the name of one");
	lex_next(x);
	if (brackets)
		lex_expect(x, "]");
}

/* A cell: nothing, a label, an instruction, or a label and an instruction. */
static void read_cell(struct reader *r, struct litmus_thread *t) {
	struct lexer *x = &r->x;
	struct litmus_inst in = {0};
	if (x->token.kind == TOKEN_WORD) {
		struct token first = x->token;
		lex_next(x);
		if (lex_accept(x, ":")) {
			in.label = arena_strdup(r->arena, first.at, first.len);
			in.label_loc = first.loc;
			first = x->token;
			if (first.kind == TOKEN_WORD)
				lex_next(x);
		}
		if (first.kind == TOKEN_WORD) {
			in.op = arena_strdup(r->arena, first.at, first.len);
			in.loc = first.loc;
			while (!x->failed && !lex_is(x, "|") && !lex_is(x, ";")) {
				read_operand(r, t, &in);
				if (!lex_is(x, "|") && !lex_is(x, ";"))
					lex_expect(x, ",");
			}
		}
		vec_push(r->arena, &t->inst, in);
	} else if (!lex_is(x, "|") && !lex_is(x, ";")) {
		lex_wrong(x, "an instruction, '|' or ';'");
	}
}

static bool is_end_of_program(const struct lexer *x) {
	static const char *const words[] = {"exists",    "~",      "forall",
	                                    "locations", "filter", "scopeTree",
	                                    "ScopeTree", "final",  "not"};
	for (u32 i = 0; i < countof(words); i++)
		if (lex_is(x, words[i]))
			return true;
	return x->token.kind == TOKEN_END;
}

static void read_rows(struct reader *r, const u32 *column, u32 n) {
	struct lexer *x = &r->x;
	while (!x->failed && !is_end_of_program(x)) {
		for (u32 i = 0; i < n && !x->failed; i++) {
			read_cell(r, &r->test->thread[column[i]]);
			if (i + 1 < n)
				lex_expect(x, "|");
		}
		lex_expect(x, ";");
	}
}

/* ---- scope trees ------------------------------------------------------------------- */

/* (cta (warp P0) (warp P1)) or cta(warp P0)(warp P1): the name of a scope is about all
 * that follows in its parentheses. Levels that a file leaves out are one. */
struct place {
	s32 device, cluster, cta;
};

struct tree {
	struct reader *r;
	struct place count; /* so far */
	u32 depth;
};

static void read_scope(struct tree *t, struct place *here) {
	static const char *const others[] = {"warp",   "kernel", "grid",
	                                     "system", "sys",    NULL};
	struct lexer *x = &t->r->x;
	s32 i = litmus_thread_of(t->r->test, &x->token);
	if (i >= 0) {
		struct litmus_thread *th = &t->r->test->thread[i];
		th->device = MAX(here->device, 0);
		th->cluster = here->cluster;
		th->cta = here->cta >= 0 ? here->cta : t->count.cta++;
	} else if (lex_is(x, "device") || lex_is(x, "gpu")) {
		here->device = t->count.device++;
	} else if (lex_is(x, "cluster")) {
		here->cluster = t->count.cluster++;
	} else if (lex_is(x, "cta") || lex_is(x, "block")) {
		here->cta = t->count.cta++;
	} else {
		u32 k = 0;
		while (others[k] && !lex_is(x, others[k]))
			k++;
		if (!others[k])
			lex_wrong(
				x,
				"system, device, kernel, cluster, cta, warp or a thread");
	}
	lex_next(x);
}

static void read_tree(struct tree *t, struct place here) {
	struct lexer *x = &t->r->x;
	if (++t->depth > LITMUS_DEPTH)
		lex_wrong(x, "a scope tree that is not nested so deeply");
	while (!x->failed && !lex_is(x, ")")) {
		if (lex_accept(x, "(")) {
			read_tree(t, here);
			lex_expect(x, ")");
		} else if (x->token.kind == TOKEN_WORD) {
			read_scope(t, &here);
		} else if (!lex_accept(x, ",")) {
			lex_wrong(x, "a scope or a thread");
		}
	}
	t->depth--;
}

/* x: shared, y: global */
static void read_memory_map(struct reader *r) {
	struct lexer *x = &r->x;
	while (!x->failed && x->token.kind == TOKEN_WORD && !is_end_of_program(x)) {
		s32 i = litmus_location(r->arena, r->test, &x->token);
		lex_next(x);
		lex_expect(x, ":");
		if (i >= 0 && lex_is(x, "shared"))
			r->test->location[i].is_shared = true;
		else if (!lex_is(x, "global"))
			lex_wrong(x, "shared or global");
		lex_next(x);
		if (!lex_accept(x, ","))
			lex_accept(x, ";");
	}
}

/* ---- the end ----------------------------------------------------------------------- */

static void read_locations(struct reader *r) {
	struct lexer *x = &r->x;
	lex_expect(x, "[");
	while (!x->failed && !lex_is(x, "]")) {
		struct token name = x->token;
		lex_next(x);
		if (lex_accept(x, ":")) {
			s32 t = litmus_thread_of(r->test, &name);
			s32 i = t >= 0 && x->token.kind == TOKEN_WORD
			                ? litmus_register(r->arena, &r->test->thread[t],
			                                  &x->token)
			                : -1;
			if (i < 0)
				lex_wrong(x, "a register of a thread");
			else
				r->test->thread[t].reg[i].is_observed = true;
			lex_next(x);
		} else {
			s32 i = name.kind == TOKEN_WORD
			                ? litmus_location(r->arena, r->test, &name)
			                : -1;
			if (i < 0) {
				x->token = name;
				lex_wrong(x, "a location or a register");
			} else {
				r->test->location[i].is_observed = true;
			}
		}
		if (!lex_is(x, "]"))
			lex_expect(x, ";");
	}
	lex_expect(x, "]");
	lex_accept(x, ";");
}

static void read_condition(struct reader *r) {
	struct lexer *x = &r->x;
	struct litmus *t = r->test;
	t->cond_loc = x->token.loc;
	bool not = lex_accept(x, "~") || lex_accept(x, "not");
	if (lex_accept(x, "exists"))
		t->quantor = not ? LITMUS_NOT_EXISTS : LITMUS_EXISTS;
	else if (!not&&lex_accept(x, "forall"))
		t->quantor = LITMUS_FORALL;
	else
		lex_wrong(x, not? "exists" : "exists, ~exists or forall");
	if (!x->failed)
		t->cond = cond_read(r->arena, t, x);
	lex_accept(x, ";");
	if (x->token.kind != TOKEN_END)
		lex_wrong(x, "the end of the file");
}

static void read_end(struct reader *r) {
	struct lexer *x = &r->x;
	if (lex_accept(x, "scopeTree") || lex_accept(x, "ScopeTree")) {
		struct tree tree = {.r = r};
		lex_expect(x, "(");
		read_tree(&tree, (struct place){-1, -1, -1});
		lex_expect(x, ")");
		read_memory_map(r);
	}
	if (lex_accept(x, "locations"))
		read_locations(r);
	if (lex_accept(x, "filter")) {
		r->test->filter = cond_read(r->arena, r->test, x);
		lex_accept(x, ";");
	}
	if (!x->failed)
		read_condition(r);
}

/* Threads without a place have a cta of their own on the first device. */
static void place_rest(struct litmus *t) {
	s32 next = 0;
	for (u32 i = 0; i < t->nthread; i++)
		next = MAX(next, t->thread[i].cta + 1);
	for (u32 i = 0; i < t->nthread; i++) {
		struct litmus_thread *th = &t->thread[i];
		th->cta = th->cta < 0 ? next++ : th->cta;
		th->device = MAX(th->device, 0);
	}
}

struct litmus *litmus_read(struct arena *a, struct diag *d,
                           const struct source_file *file) {
	struct litmus *t = arena_new(a, struct litmus);
	struct reader r = {.arena = a, .test = t, .x = {.file = file, .d = d}};
	u32 column[LITMUS_THREADS];
	t->path = file->name;
	u32 at = read_head(&r);
	if (!r.x.failed) {
		lex_start(&r.x, file, d, at);
		read_init(&r);
	}
	if (!r.x.failed) {
		u32 n = read_names(&r, column);
		read_rows(&r, column, n);
	}
	if (!r.x.failed)
		read_end(&r);
	place_rest(t);
	return r.x.failed ? NULL : t;
}
