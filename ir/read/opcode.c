/* opcode.c - from the spelling of an opcode to the rows that it fits. Done once for each
 * distinct spelling of a module; the interned string keeps the result. Modifiers may come
 * in any order, as in other assemblers; types count in the order in which they stand.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/read/resolve.h"

#include <stdio.h>

enum { WORDS = 40 };

struct words { /* what follows the mnemonic, split at the dots */
	const char *at[WORDS];
	u8 len[WORDS];
	u32 n;
};

/* The words that a row takes; errors are about the row that takes the most. */
struct fit {
	u16 row;
	u8 type[4];
	u8 ntype;
	u64 mods;
	u32 nword;   /* words it took */
	u32 refused; /* first word it did not take, or WORDS */
	u32 nrefused;
	u32 implied; /* slots of the row, a bit each, that .version or .target fill */
	u8 missing;  /* 1 + required slot that is absent */
	bool bad_types;
	u8 value[16]; /* by position in row_info.slot */
};

static void words_split(struct words *w, const char *s) {
	w->n = 0;
	while (*s == '.' && w->n < WORDS) {
		size_t len = strcspn(++s, ".");
		w->at[w->n] = s;
		w->len[w->n++] = (u8)MIN(len, 255);
		s += len;
	}
}

static bool word_to_slot(const struct row_info *info, struct fit *f, const char *s,
                         u32 len) {
	for (u32 i = 0; i < info->nslot; i++) {
		const struct row_slot *slot = &info->slot[i];
		u32 value = f->value[i] ? 0 : mod_find((enum mod_slot)slot->slot, s, len);
		if (value && slot->allowed >> value & 1) {
			f->value[i] = (u8)value;
			f->mods |= (u64)value << slot_info[slot->slot].shift;
			return true;
		}
	}
	return false;
}

static bool types_fit(const struct row_info *info, const struct fit *f) {
	for (u32 i = 0; i < info->ntuple; i++)
		if (memcmp(info->types[i], f->type, 4) == 0)
			return true;
	return false;
}

static bool version_has(const struct resolver *r, u32 ptx) {
	return !r->ast->version_major || r->m->version >= ptx;
}

/* ---- what need not be said --------------------------------------------------------- */

/* Modifiers that an opcode may lack, and what it means without them (PTX 9.7.3, 12). */
static const struct implied {
	u16 row;
	u8 slot, value;
	u8 until; /* .version that requires it; 0: none does */
} implied[] = {
	{ROW_SULD, MOD_BOUND, MOD_BOUND_TRAP, 0},
	{ROW_SUST, MOD_BOUND, MOD_BOUND_TRAP, 0},
	{ROW_SUST_P, MOD_BOUND, MOD_BOUND_TRAP, 0},
	{ROW_MAD_F64, MOD_RND, MOD_RND_RN, 14},
	{ROW_DIV_F64, MOD_RND, MOD_RND_RN, 14},
	{ROW_SQRT_F64, MOD_RND, MOD_RND_RN, 14},
	{ROW_RSQRT_F64, MOD_APPROX, MOD_APPROX_APPROX, 14},
	{ROW_DIV_APPROX, MOD_APPROX, MOD_APPROX_APPROX, 14},
	{ROW_RCP_APPROX, MOD_APPROX, MOD_APPROX_APPROX, 14},
	{ROW_SQRT_APPROX, MOD_APPROX, MOD_APPROX_APPROX, 14},
	{ROW_RSQRT_APPROX, MOD_APPROX, MOD_APPROX_APPROX, 14},
	{ROW_SIN, MOD_APPROX, MOD_APPROX_APPROX, 14},
	{ROW_COS, MOD_APPROX, MOD_APPROX_APPROX, 14},
	{ROW_LG2, MOD_APPROX, MOD_APPROX_APPROX, 14},
	{ROW_EX2, MOD_APPROX, MOD_APPROX_APPROX, 14},
};

static u32 implied_value(const struct resolver *r, enum row row, u32 slot) {
	for (u32 i = 0; i < countof(implied); i++)
		if (implied[i].row == row && implied[i].slot == slot &&
		    (!implied[i].until || !version_has(r, implied[i].until)))
			return implied[i].value;
	return 0;
}

/* Before sm_20 single precision has no subnormal numbers. Conversions from and to double
 * precision kept them until PTX 1.5. */
static bool flushes_always(const struct resolver *r, const struct fit *f) {
	bool single = false;
	if ((f->row == ROW_CVT_F64_F32 || f->row == ROW_CVT_F32_F64) &&
	    !version_has(r, 15))
		return false;
	for (u32 i = 0; i < f->ntype; i++)
		single |= f->type[i] == TYPE_F32;
	return single && r->has_target && r->m->sm < 20;
}

static void imply(const struct resolver *r, const struct row_info *info, struct fit *f) {
	bool flushes = flushes_always(r, f);
	for (u32 i = 0; i < info->nslot; i++) {
		u32 slot = info->slot[i].slot, value = 0;
		if (f->value[i])
			continue;
		if (slot == MOD_FTZ)
			value = flushes ? MOD_FTZ_FTZ : 0;
		else if (slot == MOD_ALIGNED && !strncmp(info->mnemonic, "wgmma.", 6))
			value = MOD_ALIGNED_ALIGNED;
		else if (slot == MOD_BOUND || slot == MOD_RND || slot == MOD_APPROX)
			value = implied_value(r, (enum row)f->row, slot);
		if (!value)
			continue;
		f->value[i] = (u8)value;
		f->mods |= (u64)value << slot_info[slot].shift;
		f->implied |= 1u << i;
	}
}

static bool is_removed(const struct resolver *r, u32 row) {
	return row_info((enum row)row)->props & PROP_REMOVED && version_has(r, 32);
}

static u32 next_row(const struct resolver *r, u32 row) {
	do
		row = row_info((enum row)row)->next;
	while (row && is_removed(r, row));
	return row;
}

static struct fit row_fit(const struct resolver *r, enum row row, const struct words *w) {
	const struct row_info *info = row_info(row);
	struct fit f = {.row = (u16)row, .refused = WORDS};
	if (info->any_words) {
		f.nword = w->n;
		return f;
	}
	for (u32 i = 0; i < w->n; i++) {
		enum type t;
		if (word_to_slot(info, &f, w->at[i], w->len[i])) {
			f.nword++;
		} else if ((t = type_find(w->at[i], w->len[i])) != TYPE_NONE &&
		           f.ntype < 4) {
			f.type[f.ntype++] = (u8)t;
			f.nword++;
		} else {
			f.refused = MIN(f.refused, i);
			f.nrefused++;
		}
	}
	imply(r, info, &f);
	for (u32 i = 0; i < info->nslot && !f.missing; i++)
		if (info->slot[i].required && !f.value[i])
			f.missing = (u8)(i + 1);
	f.bad_types = !types_fit(info, &f);
	return f;
}

static bool fit_is_whole(const struct fit *f) {
	return f->refused == WORDS && !f->missing && !f->bad_types;
}

/* ---- since when -------------------------------------------------------------------- */

static bool target_has(const struct resolver *r, u32 sm, char suffix) {
	if (!r->has_target)
		return true;
	return r->m->sm >= sm && (!suffix || r->m->sm_suffix);
}

/* `why`: what came with that version; NULL: what is named did. */
static void version_error(struct resolver *r, struct loc loc, const char *kind,
                          const char *what, int len, u32 ptx, const char *why) {
	struct diag_record *e = diag_error(r->d, loc, E0118,
	                                   "'%.*s' needs .version %u.%u or later", len,
	                                   what, ptx / 10, ptx % 10);
	diag_note(r->d, e, "%s%sthe module says .version %u.%u", why ? why : "",
	          why ? " came with it; " : "", r->m->version / 10, r->m->version % 10);
	diag_nvcc(r->d, e, "%s '%.*s' requires PTX ISA .version %u.%u or later", kind,
	          len, what, ptx / 10, ptx % 10);
}

static void since_error(struct resolver *r, struct loc loc, const char *kind,
                        const char *what, int len, u32 ptx, u32 sm, char suffix) {
	struct diag_record *e;
	if (!version_has(r, ptx))
		version_error(r, loc, kind, what, len, ptx, NULL);
	if (target_has(r, sm, suffix))
		return;
	e = diag_error(r->d, loc, E0119, "'%.*s' needs .target sm_%u%.1s%s", len, what,
	               sm, suffix ? &suffix : "", suffix ? "" : " or higher");
	diag_note(r->d, e, "the module says .target sm_%u%.1s", r->m->sm,
	          r->m->sm_suffix ? &r->m->sm_suffix : "");
	if (suffix)
		diag_nvcc(r->d, e, "Instruction '%.*s' not supported on .target 'sm_%u'",
		          len, what, r->m->sm);
	else
		diag_nvcc(r->d, e, "%s '%.*s' requires .target sm_%u or higher", kind,
		          len, what, sm);
}

bool since_check(struct resolver *r, struct loc loc, const char *kind, const char *what,
                 u32 ptx, u32 sm) {
	if (version_has(r, ptx) && target_has(r, sm, 0))
		return true;
	since_error(r, loc, kind, what, (int)strlen(what), ptx, sm, 0);
	return false;
}

/* Checks for shfl and vote without .sync, which sm_70 and later targets lack. */
static bool is_gone(const struct resolver *r, u32 row) {
	return (row == ROW_SHFL || row == ROW_VOTE || row == ROW_BALLOT) &&
	       r->has_target && r->m->sm >= 70 && r->m->version >= 64;
}

static bool row_since_ok(const struct resolver *r, u32 row) {
	const struct row_info *info = row_info((enum row)row);
	return version_has(r, info->ptx) && target_has(r, info->sm, info->sm_suffix) &&
	       !is_gone(r, row);
}

static void row_since_error(struct resolver *r, const struct ast_inst *in, u32 row) {
	const struct row_info *info = row_info((enum row)row);
	struct loc loc = in->opcode_loc;
	size_t len = strlen(info->mnemonic);
	if (is_gone(r, row)) {
		struct diag_record *e = diag_error(
			r->d, loc, E0119,
			"'%s' without .sync is not available from sm_70 on",
			info->mnemonic);
		diag_note(r->d, e,
		          "write %s.sync with the mask of the lanes that take part",
		          info->mnemonic);
		diag_nvcc(r->d, e,
		          "Instruction '%s' without '.sync' is not supported on .target "
		          "sm_70 and "
		          "higher from PTX ISA version 6.4",
		          info->mnemonic);
		return;
	}
	if (len > 5 && strcmp(info->mnemonic + len - 5, ".sync") == 0)
		len -= 5;
	since_error(r, loc, "Feature", info->mnemonic, (int)len, info->ptx, info->sm,
	            info->sm_suffix);
}

static struct loc word_loc(const struct ast_inst *in, const char *word, u32 len) {
	u32 off = (u32)(word - in->opcode->s);
	if (in->opcode_loc.end - in->opcode_loc.start != in->opcode->len)
		return in->opcode_loc; /* there were spaces between the words */
	return (struct loc){in->opcode_loc.start + off - 1,
	                    in->opcode_loc.start + off + len};
}

/* Reports the modifiers that .version or .target does not have. */
static bool mods_since_check(struct resolver *r, const struct ast_inst *in,
                             const struct fit *f, const struct words *w) {
	const struct row_info *info = row_info((enum row)f->row);
	bool ok = true;
	for (u32 i = 0; i < info->nslot; i++) {
		if (!f->value[i] || f->implied >> i & 1)
			continue;
		const struct mod_info *m = mod_value_info(
			(enum mod_slot)info->slot[i].slot, f->value[i]);
		if (version_has(r, m->ptx) && target_has(r, m->sm, 0))
			continue;
		struct loc loc = in->opcode_loc;
		for (u32 k = 0; k < w->n; k++)
			if (w->len[k] == strlen(m->text) &&
			    !memcmp(w->at[k], m->text, w->len[k]))
				loc = word_loc(in, w->at[k], w->len[k]);
		char what[48];
		int len = snprintf(what, sizeof(what), ".%s", m->text);
		since_error(r, loc, "Modifier", what, len, m->ptx, m->sm, 0);
		ok = false;
	}
	return ok;
}

/* ---- what is wrong ----------------------------------------------------------------- */

/* Every value that rows of the group take where `f` lacks one: "mul needs .lo .hi
 * .wide". */
static const char *missing_values(struct resolver *r, enum row first,
                                  const struct words *w) {
	char buf[256];
	size_t n = 0;
	bool seen[MOD_SLOT_COUNT][64] = {{0}};
	buf[0] = 0;
	for (u32 row = first; row; row = next_row(r, row)) {
		struct fit f = row_fit(r, (enum row)row, w);
		if (f.nrefused || f.bad_types || !f.missing)
			continue;
		const struct row_slot *s = &row_info((enum row)row)->slot[f.missing - 1];
		for (u32 v = 1; v < 64; v++) {
			if (!(s->allowed >> v & 1) || seen[s->slot][v] ||
			    n >= sizeof(buf))
				continue;
			seen[s->slot][v] = true;
			n += (size_t)snprintf(
				buf + n, sizeof(buf) - n, "%s.%s", n ? " " : "",
				mod_value_info((enum mod_slot)s->slot, v)->text);
		}
	}
	return arena_printf(&r->unit, "%s", buf);
}

static bool row_takes_word(const struct row_info *info, const char *s, u32 len) {
	for (u32 i = 0; i < info->nslot; i++) {
		u32 v = mod_find((enum mod_slot)info->slot[i].slot, s, len);
		if (v && info->slot[i].allowed >> v & 1)
			return true;
	}
	return false;
}

/* "add takes .sat with: .s32 .f32" */
static void note_where_legal(struct resolver *r, struct diag_record *e, enum row first,
                             const char *word, u32 len) {
	char buf[256];
	size_t n = 0;
	bool seen[TYPE_COUNT] = {true};
	buf[0] = 0;
	for (u32 row = first; row; row = next_row(r, row)) {
		const struct row_info *info = row_info((enum row)row);
		if (!row_takes_word(info, word, len))
			continue;
		for (u32 i = 0; i < info->ntuple && n < sizeof(buf);
		     seen[info->types[i++][0]] = true)
			if (!seen[info->types[i][0]])
				n += (size_t)snprintf(buf + n, sizeof(buf) - n, " .%s",
				                      type_info[info->types[i][0]].text);
	}
	if (buf[0])
		diag_note(r->d, e, "%s takes .%.*s with:%s", row_info(first)->mnemonic,
		          (int)len, word, buf);
}

static const char *type_next(void *ctx) {
	u32 *i = ctx;
	return ++*i < TYPE_COUNT ? type_info[*i].text : NULL;
}

struct mod_iter {
	u32 row, slot, value;
};

static const char *mod_next(void *ctx) {
	struct mod_iter *it = ctx;
	for (; it->row; it->row = row_info((enum row)it->row)->next, it->slot = 0) {
		const struct row_info *info = row_info((enum row)it->row);
		for (; it->slot < info->nslot; it->slot++, it->value = 0)
			while (++it->value < 64)
				if (info->slot[it->slot].allowed >> it->value & 1)
					return mod_value_info(
						       (enum mod_slot)info->slot[it->slot]
							       .slot,
						       it->value)
					        ->text;
	}
	return NULL;
}

/* Finds the modifier that stands where this one would: "ca" for the "cg" of ld.ca.cg;
 * NULL for none. */
static const char *word_rival(const struct fit *f, const char *s, u32 len) {
	const struct row_info *info = row_info((enum row)f->row);
	for (u32 i = 0; i < info->nslot; i++) {
		const struct row_slot *slot = &info->slot[i];
		u32 v = f->value[i] ? mod_find((enum mod_slot)slot->slot, s, len) : 0;
		if (v && slot->allowed >> v & 1)
			return mod_value_info((enum mod_slot)slot->slot, f->value[i])
			        ->text;
	}
	return NULL;
}

static void refused_word_error(struct resolver *r, const struct ast_inst *in,
                               enum row first, const struct fit *f,
                               const struct words *w) {
	const char *s = w->at[f->refused];
	u32 len = w->len[f->refused];
	struct loc loc = word_loc(in, s, len);
	struct diag_record *e;
	if (!mod_is_known(s, len) && !type_find(s, len)) {
		e = diag_error(r->d, loc, E0109, "no instruction has a modifier '.%.*s'",
		               (int)len, s);
		char word[64];
		snprintf(word, sizeof(word), "%.*s", (int)len, s);
		const char *near = diag_nearest(word, mod_next,
		                                &(struct mod_iter){.row = first});
		if (!near)
			near = diag_nearest(word, type_next, &(u32){0});
		if (near)
			diag_note(r->d, e, "did you mean .%s?", near);
		diag_nvcc(r->d, e, "Unknown modifier '.%.*s'", (int)len, s);
		return;
	}
	const char *rival = word_rival(f, s, len);
	if (rival) {
		e = diag_error(r->d, loc, E0107, ".%.*s and .%s exclude each other",
		               (int)len, s, rival);
		diag_note(r->d, e, "form: %s", hint_form(r, (enum row)f->row));
		diag_nvcc(r->d, e,
		          "Modifier '.%s' cannot be combined with modifier '.%.*s'",
		          rival, (int)len, s);
		return;
	}
	const char *type = f->ntype ? type_info[f->type[0]].text : "";
	e = diag_error(r->d, loc, E0107, ".%.*s is not allowed %s%s%s here", (int)len, s,
	               f->ntype ? "with ." : "on ",
	               f->ntype ? type : row_info(first)->mnemonic, f->ntype ? "" : "");
	note_where_legal(r, e, first, s, len);
	diag_note(r->d, e, "form: %s", hint_form(r, (enum row)f->row));
	diag_nvcc(r->d, e, "Modifier '.%.*s' does not apply to '.%s' type", (int)len, s,
	          type);
}

static void types_error(struct resolver *r, const struct ast_inst *in, enum row first,
                        const struct fit *f) {
	const struct row_info *info = row_info((enum row)f->row);
	struct diag_record *e;
	if (!f->ntype)
		e = diag_error(r->d, in->opcode_loc, E0115, "'%s' needs a type",
		               info->mnemonic);
	else
		e = diag_error(r->d, in->opcode_loc, E0115,
		               "'%s' has no form with .%s%s%s", in->opcode->s,
		               type_info[f->type[0]].text, f->ntype > 1 ? "." : "",
		               f->ntype > 1 ? type_info[f->type[1]].text : "");
	char buf[256];
	size_t n = 0;
	bool seen[TYPE_COUNT] = {0};
	buf[0] = 0;
	for (u32 row = first; row; row = next_row(r, row)) {
		const struct row_info *o = row_info((enum row)row);
		for (u32 i = 0; i < o->ntuple && n < sizeof(buf); i++) {
			u8 t = o->types[i][0];
			if (t && !seen[t])
				n += (size_t)snprintf(buf + n, sizeof(buf) - n, " .%s",
				                      type_info[t].text);
			seen[t] = true;
		}
	}
	if (buf[0])
		diag_note(r->d, e, "%s takes:%s", info->mnemonic, buf);
	diag_note(r->d, e, "form: %s", hint_form(r, (enum row)f->row));
	diag_nvcc(r->d, e, "Unexpected instruction types specified for '%s'",
	          info->mnemonic);
}

static void missing_error(struct resolver *r, const struct ast_inst *in, enum row first,
                          const struct fit *f, const struct words *w) {
	const struct row_info *info = row_info((enum row)f->row);
	const struct row_slot *s = &info->slot[f->missing - 1];
	struct diag_record *e = diag_error(r->d, in->opcode_loc, E0114,
	                                   "'%s' needs one of %s", in->opcode->s,
	                                   missing_values(r, first, w));
	diag_note(r->d, e, "form: %s", hint_form(r, (enum row)f->row));
	if (s->slot == MOD_RND)
		diag_nvcc(r->d, e, "Rounding modifier required for instruction '%s'",
		          info->mnemonic);
	else
		diag_nvcc(r->d, e, "Missing modifier for instruction '%s'",
		          info->mnemonic);
}

/* Prefers the row that took most words; among equals one whose types fit, then one that
 * misses nothing. */
static bool fit_is_better(const struct fit *a, const struct fit *b) {
	if (a->nword != b->nword)
		return a->nword > b->nword;
	if (a->bad_types != b->bad_types)
		return !a->bad_types;
	return !a->missing && b->missing;
}

static void opcode_error(struct resolver *r, const struct ast_inst *in, enum row first,
                         const struct words *w) {
	struct fit best = row_fit(r, first, w);
	for (u32 row = next_row(r, first); row; row = next_row(r, row)) {
		struct fit f = row_fit(r, (enum row)row, w);
		if (fit_is_better(&f, &best))
			best = f;
	}
	/* An error about a modifier too many is more helpful than "no such types":
	 * add.sat.u32. */
	for (u32 row = first; row && best.nrefused != 1; row = next_row(r, row)) {
		struct fit f = row_fit(r, (enum row)row, w);
		if (best.bad_types && f.nrefused == 1 && !f.bad_types && !f.missing &&
		    mod_is_known(w->at[f.refused], w->len[f.refused]))
			best = f;
	}
	if (best.refused < WORDS)
		refused_word_error(r, in, first, &best, w);
	else if (best.bad_types)
		types_error(r, in, first, &best);
	else
		missing_error(r, in, first, &best, w);
}

/* ---- interface --------------------------------------------------------------------- */

static void cand_push(struct resolver *r, struct opcode *o, const struct fit *f) {
	struct cand *list = arena_array(&r->unit, struct cand, o->ncand + 1);
	if (o->ncand)
		memcpy(list, o->cand, o->ncand * sizeof(*list));
	struct cand *c = &list[o->ncand++];
	c->row = f->row;
	c->mods = f->mods;
	memcpy(c->type, f->type, 4);
	o->cand = list;
}

static void limit_error(struct resolver *r, const struct ast_inst *in,
                        const struct limit *l) {
	struct diag_record *e;
	if (!version_has(r, l->ptx)) {
		version_error(r, in->opcode_loc, "Feature", in->opcode->s,
		              (int)in->opcode->len, l->ptx, l->why);
		return;
	}
	if (l->sm) {
		e = diag_error(r->d, in->opcode_loc, E0119,
		               "'%s' needs .target sm_%u or higher", in->opcode->s,
		               l->sm);
		diag_note(r->d, e, "%s came with it; the module says .target sm_%u%.1s",
		          l->why, r->m->sm, r->m->sm_suffix ? &r->m->sm_suffix : "");
		diag_nvcc(r->d, e, "Feature '%s' requires .target sm_%u or higher",
		          in->opcode->s, l->sm);
		return;
	}
	e = diag_error(r->d, in->opcode_loc, E0107,
	               "the modifiers of '%s' exclude each other", in->opcode->s);
	diag_note(r->d, e, "%s", l->why);
	diag_nvcc(r->d, e, "Illegal modifier for instruction '%s'", in->opcode->s);
}

/* Tries the rows of one mnemonic; reports what is too new. Returns whether the spelling
 * was legal at all. */
static bool rows_try(struct resolver *r, struct opcode *o, const struct ast_inst *in,
                     enum row first, const struct words *w) {
	struct fit whole = {0};
	const struct limit *limit = NULL;
	bool mods_bad = false;
	for (u32 row = first; row; row = next_row(r, row)) {
		struct fit f = row_fit(r, (enum row)row, w);
		if (!fit_is_whole(&f))
			continue;
		if (!whole.row || !row_since_ok(r, whole.row))
			whole = f;
		if (!row_since_ok(r, row) || mods_bad)
			continue;
		const struct limit *l = limit_find(row_info((enum row)row), f.mods,
		                                   f.type, r->has_target ? r->m->sm : ~0u,
		                                   r->ast->version_major ? r->m->version
		                                                         : ~0u);
		if (l) {
			limit = l;
			continue;
		}
		if (mods_since_check(r, in, &f, w))
			cand_push(r, o, &f);
		else
			mods_bad = true;
	}
	if (limit && !o->ncand && !mods_bad)
		limit_error(r, in, limit);
	else if (whole.row && !o->ncand && !mods_bad)
		row_since_error(r, in, whole.row);
	return whole.row != 0;
}

/* vote.ballot.sync, shfl.down.sync: where a mnemonic is a word and .sync, ptxas takes
 * that .sync after modifiers, too. Leaves the other words in *w and returns the
 * mnemonic's first row. */
static enum row late_sync(const char *s, struct words *w) {
	char mnemonic[16];
	size_t head = strcspn(s, ".");
	if (head + sizeof(".sync") > sizeof(mnemonic))
		return ROW_INVALID;
	memcpy(mnemonic, s, head);
	memcpy(mnemonic + head, ".sync", sizeof(".sync"));
	words_split(w, s + head);
	u32 n = w->n, kept = 0;
	for (u32 i = 0; i < n; i++) {
		if (kept == i && w->len[i] == 4 && !memcmp(w->at[i], "sync", 4))
			continue;
		w->at[kept] = w->at[i];
		w->len[kept++] = w->len[i];
	}
	w->n = kept;
	return kept + 1 == n ? row_find(mnemonic, head + 5) : ROW_INVALID;
}

/* Returns the end of the longest mnemonic that is no longer than `len`. */
static u32 mnemonic_end(const char *s, u32 len, enum row *row) {
	for (; len; len--) {
		if (s[len] && s[len] != '.')
			continue;
		*row = row_find(s, len);
		if (*row)
			return len;
	}
	return 0;
}

static void opcode_resolve(struct resolver *r, struct opcode *o,
                           const struct ast_inst *in) {
	const char *s = in->opcode->s;
	enum row row, longest = ROW_INVALID;
	struct words w, longest_words = {.n = 0};
	for (u32 len = mnemonic_end(s, in->opcode->len, &row); len;
	     len = mnemonic_end(s, len - 1, &row)) {
		words_split(&w, s + len);
		if (rows_try(r, o, in, row, &w))
			return;
		if (!longest) {
			longest = row;
			longest_words = w;
		}
	}
	row = late_sync(s, &w);
	if (row && rows_try(r, o, in, row, &w))
		return;
	if (longest)
		opcode_error(r, in, longest, &longest_words);
	else
		o->unknown = true;
}

struct opcode *opcode_find(struct resolver *r, const struct ast_inst *in) {
	struct opcode *o = in->opcode->memo;
	if (o && (o->ncand || o->unknown || diag_is_full(r->d)))
		return o;
	if (!o)
		o = in->opcode->memo = arena_new(&r->unit, struct opcode);
	if (!diag_is_full(r->d)) /* else nothing comes of this module */
		opcode_resolve(r, o, in);
	return o;
}
