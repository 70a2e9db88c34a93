/* cuda_pack.c - #pragma pack: which alignment the members of a class may have at most, as
 * a list of the places where that changes.
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>

#include "lexer/cuda_scan.h"

struct pragma_text {
	struct cu_scanner *sc;
	const char *start, *at, *end;
};

static struct loc pragma_loc(const struct pragma_text *p) {
	u32 base = p->sc->file->base;
	const char *text = p->sc->file->text;
	return (struct loc){base + (u32)(p->start - text), base + (u32)(p->end - text)};
}

static void skip_space(struct pragma_text *p) {
	while (p->at < p->end && (*p->at == ' ' || *p->at == '\t'))
		p->at++;
}

static bool accept(struct pragma_text *p, char c) {
	skip_space(p);
	if (p->at == p->end || *p->at != c)
		return false;
	p->at++;
	return true;
}

/* Returns the next word or number; empty if there is none. */
static struct str *word(struct pragma_text *p) {
	skip_space(p);
	const char *from = p->at;
	while (p->at < p->end && (isalnum((u8)*p->at) || *p->at == '_'))
		p->at++;
	return str_intern(p->sc->names, from, (size_t)(p->at - from));
}

static void change(struct pragma_text *p, u32 bytes) {
	struct cu_scanner *sc = p->sc;
	vec_push(sc->arena, &sc->pack, (struct cu_pack){pragma_loc(p).end, bytes});
}

static u32 current(const struct cu_scanner *sc) {
	return sc->pack.n ? sc->pack.at[sc->pack.n - 1].bytes : 0;
}

static void set(struct pragma_text *p, struct str *number) {
	static const char *const legal[] = {"1", "2", "4", "8", "16"};
	for (u32 i = 0; i < countof(legal); i++)
		if (strcmp(number->s, legal[i]) == 0) {
			change(p, 1u << i);
			return;
		}
	diag_error(p->sc->diag, pragma_loc(p), E0610,
	           "#pragma pack takes 1, 2, 4, 8 or 16, not '%s'", number->s);
}

/* Pops the newest entry; with a name, down to the entry of that name. */
static void pop(struct pragma_text *p, const struct str *name) {
	struct cu_scanner *sc = p->sc;
	u32 n = sc->pack_stack.n;
	while (name && n && sc->pack_stack.at[n - 1].name != name)
		n--;
	if (n == 0) {
		diag_warning(sc->diag, pragma_loc(p), E0610,
		             "#pragma pack(pop) without a push that fits");
		return;
	}
	sc->pack_stack.n = n - 1;
	change(p, sc->pack_stack.at[n - 1].bytes);
}

static void push_or_pop(struct pragma_text *p, bool is_push) {
	struct cu_scanner *sc = p->sc;
	struct str *name = NULL, *number = NULL;
	while (accept(p, ',')) {
		struct str *w = word(p);
		if (isdigit((u8)w->s[0]))
			number = w;
		else
			name = w;
	}
	if (is_push)
		vec_push(sc->arena, &sc->pack_stack,
		         (struct cu_pack_entry){name, current(sc)});
	else
		pop(p, name);
	if (number)
		set(p, number);
}

/* pack(), pack(N), pack(push), pack(push, N), pack(push, NAME, N), pack(pop), pack(pop,
 * NAME) */
void cu_scan_pack(struct cu_scanner *sc, const char *pragma, const char *at,
                  const char *end) {
	struct pragma_text p = {sc, pragma, at, end};
	bool ok = accept(&p, '(');
	struct str *first = word(&p);
	bool is_push = strcmp(first->s, "push") == 0;
	if (is_push || strcmp(first->s, "pop") == 0)
		push_or_pop(&p, is_push);
	else if (first->len == 0)
		change(&p, 0);
	else
		set(&p, first);
	if (!accept(&p, ')') || !ok)
		diag_error(sc->diag, pragma_loc(&p), E0101, "expected #pragma pack(...)");
}
