/* labels.c - labels of a function. In inline PTX each asm statement is a text of its own,
 * and the texts of a function are one to an assembler: a branch may go to a label that
 * another text declares, before or after it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/read/resolve.h"

/* ---- labels that other texts declare ------------------------------------------------- */

u32 label_awaited(struct resolver *r, struct str *name, struct loc loc) {
	struct label l = {.name = name, .block = NO_REG, .loc = loc, .is_awaited = true};
	r->asm_labels.nawaited++;
	vec_push(&r->unit, &r->label, l);
	return r->label.n - 1;
}

/* Labels of that name that branches since the scope was opened wait for are this one. */
static void awaited_found(struct resolver *r, struct str *name, u32 label) {
	bool is_texts = r->scope.n - 1 == r->asm_labels.depth;
	u32 first = is_texts ? 0 : vec_last(&r->scope).nlabel;
	for (u32 i = first; i < label && r->asm_labels.nawaited; i++) {
		struct label *l = &r->label.at[i];
		if (!l->is_awaited || l->name != name)
			continue;
		l->is_awaited = false;
		l->turned_out = label;
		r->asm_labels.nawaited--;
		r->label.at[label].is_shared = true;
	}
}

/* Checks whether an earlier text has the label already, and a branch could mean either.
 */
static const struct bind *other_text(struct resolver *r, struct str *name) {
	const struct bind *b = r->scope.n - 1 == r->asm_labels.depth ? name_find(r, name)
	                                                             : NULL;
	return b && b->kind == BIND_LABEL && r->label.at[b->index].is_shared ? b : NULL;
}

static void label_declare(struct resolver *r, struct str *name, struct loc loc) {
	const struct bind *old = r->asm_labels.first ? other_text(r, name) : NULL;
	u32 label = r->label.n;
	if (old)
		duplicate_error(r, name, loc, old);
	if (old || !name_bind(r, name, BIND_LABEL, label, loc))
		return;
	struct label l = {.name = name_unique(r, name, r->scope.n - 1),
	                  .block = NO_REG,
	                  .loc = loc};
	vec_push(&r->unit, &r->label, l);
	if (r->asm_labels.first)
		awaited_found(r, name, label);
}

/* ---- labels of a text -------------------------------------------------------------- */

/* Labels of a scope are known in all of it, so they are declared before its statements
 * are read. */
void labels_declare(struct resolver *r, const struct ast_stmts *list) {
	for (u32 i = 0; i < list->n; i++) {
		struct ast_stmt *s = list->at[i];
		struct str *name = s->kind == STMT_LABEL           ? s->label
		                   : s->kind == STMT_CALLPROTOTYPE ? s->proto_label
		                   : s->kind == STMT_BRANCHTARGETS ||
		                                   s->kind == STMT_CALLTARGETS
		                           ? s->targets_label
		                           : NULL;
		if (!name)
			continue;
		if (s->kind == STMT_LABEL) {
			label_declare(r, name, s->loc);
		} else if (name_bind(r, name, BIND_TARGETS, r->b.targets.n, s->loc)) {
			struct targets t = {.label = name_unique(r, name, r->scope.n - 1),
			                    .loc = s->loc,
			                    .block = NO_REG};
			t.kind = s->kind == STMT_CALLPROTOTYPE ? TARGETS_PROTO
			         : s->kind == STMT_CALLTARGETS ? TARGETS_CALL
			                                       : TARGETS_BRANCH;
			vec_push(&r->scratch, &r->b.targets, t);
		}
	}
}

void label_place(struct resolver *r, const struct ast_stmt *s) {
	struct bind *b = name_find(r, s->label);
	if (!b || b->kind != BIND_LABEL)
		return;
	struct label *l = &r->label.at[b->index];
	if (l->block == NO_REG)
		l->block = ir_block_new(&r->b, l->name);
}

static u32 label_block(const struct resolver *r, u32 label) {
	const struct label *l = &r->label.at[label];
	return l->turned_out ? r->label.at[l->turned_out].block : l->block;
}

/* Label numbers become block numbers, now that every label has its place. */
void resolve_labels_finish(struct resolver *r) {
	for (u32 i = 0; i < r->b.inst.n; i++) {
		struct inst *in = &r->b.inst.at[i];
		for (u32 k = 0; in->row == ROW_BRA && k < in->noperand; k++)
			if (in->operand[k].kind == OPR_LABEL)
				in->operand[k].index = label_block(r,
				                                   in->operand[k].index);
	}
	for (u32 i = 0; i < r->b.targets.n; i++) {
		struct targets *t = &r->b.targets.at[i];
		for (u32 k = 0; t->kind == TARGETS_BRANCH && k < t->n; k++)
			t->index[k] = r->label.n ? label_block(r, t->index[k]) : 0;
	}
}
