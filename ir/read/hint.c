/* hint.c - the notes under an error: the nearest name, the legal form, the text of an
 * instruction that no table holds.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/read/resolve.h"

#include <stdio.h>

/* ---- a growing text ---------------------------------------------------------------- */

struct text {
	char *at;
	size_t n, cap;
	struct arena *arena;
};

static void text_put(struct text *t, const char *s, size_t len) {
	if (t->n + len + 1 > t->cap) {
		size_t cap = MAX(t->cap * 2, t->n + len + 64);
		char *at = arena_alloc(t->arena, cap, 1);
		if (t->n)
			memcpy(at, t->at, t->n);
		t->at = at;
		t->cap = cap;
	}
	memcpy(t->at + t->n, s, len);
	t->n += len;
	t->at[t->n] = 0;
}

static void text_add(struct text *t, const char *s) {
	text_put(t, s, strlen(s));
}

/* ---- the tree as text -------------------------------------------------------------- */

static void operand_text(struct text *t, const struct ast_operand *a, u32 depth);

static void list_text(struct text *t, const struct ast_operand *a, const char *open,
                      const char *between, const char *close, u32 depth) {
	text_add(t, open);
	for (u32 i = 0; i < a->n && depth < 8; i++) {
		if (i)
			text_add(t, between);
		operand_text(t, &a->list[i], depth + 1);
	}
	text_add(t, close);
}

static void operand_text(struct text *t, const struct ast_operand *a, u32 depth) {
	char buf[48];
	if (a->negated)
		text_add(t, a->is_minus ? "-" : "!");
	switch ((enum ast_operand_kind)a->kind) {
	case AST_NAME:
	case AST_INDEX:
		text_put(t, a->name->s, a->name->len);
		snprintf(buf, sizeof(buf), a->kind == AST_INDEX ? "[%lld]" : "+%lld",
		         (long long)a->offset);
		if (a->has_offset || a->kind == AST_INDEX)
			text_add(t, buf);
		break;
	case AST_INT:
		/* no literal denotes INT64_MIN: 2^63 is unsigned */
		if (!a->is_unsigned && (s64)a->value == INT64_MIN)
			snprintf(buf, sizeof(buf), "%lld-1", (long long)INT64_MIN + 1);
		else
			snprintf(buf, sizeof(buf), a->is_unsigned ? "%llu" : "%lld",
			         (long long)a->value);
		text_add(t, buf);
		break;
	case AST_F32:
		snprintf(buf, sizeof(buf), "0f%08X", (u32)a->value);
		text_add(t, buf);
		break;
	case AST_F64:
		snprintf(buf, sizeof(buf), "0d%016llX", (unsigned long long)a->value);
		text_add(t, buf);
		break;
	case AST_ADDR: list_text(t, a, "[", ", ", "]", depth); break;
	case AST_VEC: list_text(t, a, "{", ", ", "}", depth); break;
	case AST_PAIR: list_text(t, a, "", "|", "", depth); break;
	case AST_LIST: list_text(t, a, "(", ", ", ")", depth); break;
	case AST_SINK: text_add(t, "_"); break;
	}
}

struct str *ast_inst_text(struct resolver *r, const struct ast_inst *in) {
	struct text t = {.arena = &r->scratch};
	text_put(&t, in->opcode->s, in->opcode->len);
	for (u32 i = 0; i < in->noperand; i++) {
		text_add(&t, i ? ", " : " ");
		operand_text(&t, &in->operand[i], 0);
	}
	return str_intern(r->names, t.at, t.n);
}

/* ---- names ------------------------------------------------------------------------- */

struct name_iter {
	struct resolver *r;
	u32 i, left;
	bool labels;
};

static const char *name_next(void *ctx) {
	struct name_iter *it = ctx;
	while (it->i > 1 && it->left) {
		const struct bind *b = &it->r->bind.at[--it->i];
		it->left--;
		if (b->kind == BIND_RANGE || (it->labels && b->kind != BIND_LABEL))
			continue;
		if (it->r->name.at[b->name->tag].bind) /* some binding of it is alive */
			return b->name->s;
	}
	return NULL;
}

/* Notes the range of a name that is just outside of it: "%r7" with `.reg .b32 %r<5>`. */
static bool note_range(struct resolver *r, struct diag_record *e, struct str *name) {
	u32 len = name->len;
	char key[128];
	while (len > 1 && name->s[len - 1] >= '0' && name->s[len - 1] <= '9')
		len--;
	if (len == name->len || len + 1 >= sizeof(key))
		return false;
	memcpy(key, name->s, len);
	key[len] = '<';
	struct str *s = str_find(r->names, key, len + 1);
	u32 at = s && s->tag ? r->name.at[s->tag].bind : 0;
	if (!at)
		return false;
	const struct range *g = &r->range.at[r->bind.at[at].index];
	diag_range(e, g->loc, "declared here");
	if (g->n)
		diag_note(r->d, e, "%s<%llu> declares %s0 to %s%llu", g->prefix->s,
		          (unsigned long long)g->n, g->prefix->s, g->prefix->s,
		          (unsigned long long)g->n - 1);
	return true;
}

struct diag_record *hint_unknown_name(struct resolver *r, struct str *name,
                                      struct loc loc, bool is_label) {
	bool full = diag_is_full(r->d);
	struct diag_record *e = is_label ? diag_error(r->d, loc, E0203,
	                                              "no label '%s' in this function",
	                                              name->s)
	                                 : diag_error(r->d, loc, E0201,
	                                              "unknown symbol '%s'", name->s);
	diag_nvcc(r->d, e, "Unknown symbol '%s'", name->s);
	if (full || note_range(r, e, name))
		return e;
	struct name_iter it = {.r = r, .i = r->bind.n, .left = 20000, .labels = is_label};
	const char *near = diag_nearest(name->s, name_next, &it);
	if (near)
		diag_note(r->d, e, "did you mean '%s'?", near);
	return e;
}

/* ---- opcodes ----------------------------------------------------------------------- */

static const char *mnemonic_next(void *ctx) {
	u32 *i = ctx;
	return *i < row_mnemonic_count() ? row_mnemonic((*i)++) : NULL;
}

void hint_opcode(struct resolver *r, const struct ast_inst *in) {
	const char *s = in->opcode->s;
	size_t len = strcspn(s, ".");
	char first[64];
	snprintf(first, sizeof(first), "%.*s", (int)len, s);
	struct loc loc = {in->opcode_loc.start, in->opcode_loc.start + (u32)len};
	if (*s < 'a' || *s > 'z') { /* no version of PTX will have such an opcode */
		struct diag_record *bad = diag_error(
			r->d, loc, E0101, "an instruction cannot be called '%s'", first);
		diag_nvcc(r->d, bad, "Parsing error near '%s': syntax error", first);
		return;
	}
	bool kept = r->d->kept[DIAG_WARNING] < r->d->limit;
	struct diag_record *e = diag_warning(
		r->d, loc, E0108, "no instruction is called '%s': reaching it traps",
		first);
	diag_nvcc(r->d, e, "Not a name of any known instruction: '%s'", first);
	u32 i = 0;
	const char *near = kept ? diag_nearest(first, mnemonic_next, &i) : NULL;
	if (near)
		diag_note(r->d, e, "did you mean %s?", near);
}

enum { FORM_VALUES = 4, FORM_TYPES = 8 }; /* longer lists get their slot's name */

static u32 popcount(u64 x) {
	u32 n = 0;
	for (; x; x &= x - 1)
		n++;
	return n;
}

static void slot_form(struct text *t, const struct row_slot *s) {
	text_add(t, s->required ? "" : "{");
	if (popcount(s->allowed) > FORM_VALUES) {
		char name[32];
		snprintf(name, sizeof(name), ".%s", slot_info[s->slot].name);
		for (char *p = name; *p; p++)
			*p = (char)(*p >= 'A' && *p <= 'Z' ? *p + 32 : *p);
		text_add(t, name);
	}
	bool more = false;
	for (u32 v = 1; v < 64 && popcount(s->allowed) <= FORM_VALUES; v++) {
		if (!(s->allowed >> v & 1))
			continue;
		text_add(t, more ? "/." : ".");
		text_add(t, mod_value_info((enum mod_slot)s->slot, v)->text);
		more = true;
	}
	text_add(t, s->required ? "" : "}");
}

static void types_form(struct text *t, const struct row_info *info) {
	for (u32 i = 0; i < info->ntypes; i++) {
		bool seen[TYPE_COUNT] = {0};
		u32 n = 0;
		for (u32 k = 0; k < info->ntuple; k++) {
			n += !seen[info->types[k][i]];
			seen[info->types[k][i]] = true;
		}
		if (n > FORM_TYPES)
			text_add(t, ".type");
		bool more = false;
		for (u32 k = 0; k < TYPE_COUNT && n <= FORM_TYPES; k++) {
			if (!seen[k])
				continue;
			text_add(t, more ? "/." : ".");
			text_add(t, type_info[k].text);
			more = true;
		}
	}
}

static const char *letter_form(const struct row_info *info, char c) {
	static const char alu[] = "dwnpMN", *const names = "abcxyW";
	if (info->table == 0) {
		if (strchr(alu, c))
			return c == 'p' ? "p" : "d";
		if (strchr(names, c) || strchr("ABCEF", c))
			return c == 'x' || c == 'A' || c == 'E'   ? "a"
			       : c == 'y' || c == 'B' || c == 'F' ? "b"
			       : c == 'W' || c == 'C'             ? "c"
			       : c == 'a'                         ? "a"
			       : c == 'b'                         ? "b"
			                                          : "c";
		return strchr("PR", c) ? "{!}q" : c == 'i' ? "imm" : c == 'u' ? "b" : "c";
	}
	switch (c) {
	case 'P': return "p";
	case 'm': return "[addr]";
	case 'U': return "[map";
	case 'Q': return "{coordinates}]";
	case 'V': return "{offsets}";
	case 'H': return "[handle";
	case 'B': return "{sampler}";
	case 'K': return "{coordinates}]";
	case 'O': return "lod";
	case 'J': return "{gradient}";
	case 'E': return "{offsets}";
	case 'L': return "label";
	case 'T': return "targets";
	case 'C': return "(ret), func, (args)";
	case 'p': return "{!}q";
	case 'i': return "imm";
	case 'I': return "imm ...";
	case 'c': return "cache-policy";
	case 'k': return "mask";
	case 'v': return "%sreg";
	case 'y': return "symbol";
	case '{':
	case '}': return "{...}";
	case '*': return "...";
	case 'w':
	case 'x':
	case 'h': return "b";
	default: return strchr("DdRYWXZ", c) ? "d" : "a";
	}
}

const char *hint_form(struct resolver *r, enum row row) {
	const struct row_info *info = row_info(row);
	struct text t = {.arena = &r->unit};
	text_add(&t, info->mnemonic);
	for (u32 i = 0; i <= info->nslot; i++) {
		if (i == info->types_at)
			types_form(&t, info);
		if (i < info->nslot)
			slot_form(&t, &info->slot[i]);
	}
	for (u32 i = 0; i < info->nopr; i++) {
		if (info->table && info->opr[i].letter == 'N')
			continue;
		text_add(&t, i ? ", " : " ");
		text_add(&t, info->opr[i].is_optional ? "{" : "");
		text_add(&t, letter_form(info, info->opr[i].letter));
		if (info->opr[i].pair)
			text_add(&t, info->opr[i].need_pair ? "|p" : "{|p}");
		text_add(&t, info->opr[i].is_optional ? "}" : "");
	}
	return t.at;
}
