/* name.c - scopes: what a name means at a place in the text. Every interned name carries,
 * through its tag, the innermost binding, so a look-up is two loads; a scope's bindings
 * are undone when it closes. The registers of `.reg .b32 %r<1000000>` are bound, and
 * exist, only once they are used.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ir/read/resolve.h"

#include <stdio.h>

struct name_info *name_info(struct resolver *r, struct str *s) {
	if (!s->tag) {
		if (!r->name.n)
			vec_push(&r->unit, &r->name, (struct name_info){0});
		s->tag = r->name.n;
		vec_push(&r->unit, &r->name, (struct name_info){0});
	}
	return &r->name.at[s->tag];
}

static u16 depth_now(const struct resolver *r) {
	return (u16)(r->scope.n - 1);
}

/* ---- ranges ------------------------------------------------------------------------ */

/* Finds the range that covers `name`: of the ways to read it as prefix and number, the
 * one with the longest number; a number has no leading zero. */
static struct bind *range_of(struct resolver *r, const char *name, u32 len) {
	u64 value = 0, scale = 1;
	u32 end = len;
	struct bind *found = NULL;
	char key[128];
	while (end > 1 && len - end < 10 && name[end - 1] >= '0' &&
	       name[end - 1] <= '9') {
		end--;
		value += (u64)(name[end] - '0') * scale;
		scale *= 10;
		if (end + 1 >= sizeof(key) || (name[end] == '0' && end + 1 < len))
			continue;
		memcpy(key, name, end);
		key[end] = '<';
		struct str *s = str_find(r->names, key, end + 1);
		u32 at = s && s->tag ? r->name.at[s->tag].bind : 0;
		if (at && value < r->range.at[r->bind.at[at].index].n)
			found = &r->bind.at[at];
	}
	return found;
}

static const char *const vec_elem[4] = {"x", "y", "z", "w"};

u32 regs_new(struct resolver *r, struct str *name, enum type type, u32 vec, u32 depth) {
	struct str *unique = name_unique(r, name, depth);
	if (vec < 2)
		return ir_reg_new(&r->b, unique, type);
	u32 first = r->b.reg.n;
	for (u32 i = 0; i < vec && i < 4; i++) {
		char *s = arena_printf(&r->unit, "%s.%s", unique->s, vec_elem[i]);
		struct str *elem = str_intern(r->names, s, strlen(s));
		u32 at = ir_reg_new(&r->b, elem, type);
		struct reg *reg = &r->b.reg.at[at];
		reg->vec = (u8)vec;
		reg->elem = (u8)i;
	}
	return first;
}

static struct bind *bind_push(struct resolver *r, struct str *name, struct bind b) {
	struct name_info *info = name_info(r, name);
	struct scope *s = &r->scope.at[b.depth];
	b.name = name;
	b.hides = info->bind;
	b.next = s->first_bind;
	if (!r->bind.n)
		vec_push(&r->unit, &r->bind, (struct bind){0});
	vec_push(&r->unit, &r->bind, b);
	info->bind = s->first_bind = r->bind.n - 1;
	return &vec_last(&r->bind);
}

/* The register of a range gets its binding in the range's own scope. */
static struct bind *range_reg_bind(struct resolver *r, struct bind *range_bind_,
                                   struct str *name) {
	struct bind b = *range_bind_;
	struct range g = r->range.at[b.index];
	b.kind = g.vec ? BIND_VREG : BIND_REG;
	b.n = g.vec;
	b.index = regs_new(r, name, (enum type)g.type, g.vec, b.depth);
	return bind_push(r, name, b);
}

/* ---- interface --------------------------------------------------------------------- */

void scope_open(struct resolver *r) {
	vec_push(&r->unit, &r->scope, (struct scope){.nlabel = r->label.n});
}

void duplicate_error(struct resolver *r, struct str *name, struct loc loc,
                     const struct bind *old) {
	u32 len = name->len - (name->s[name->len - 1] == '<'); /* a range's key */
	struct diag_record *e = diag_error(r->d, loc, E0202, "'%.*s' is already defined",
	                                   (int)len, name->s);
	if (old->loc.end)
		diag_range(e, old->loc, "defined here");
	diag_nvcc(r->d, e, "Duplicate definition of variable '%s'", name->s);
}

/* Reports a register that was declared by itself and lies in a range of the same
 * scope. */
static void overlap_check(struct resolver *r, const struct bind *b) {
	u32 len = b->name->len;
	if (b->kind == BIND_RANGE)
		len--; /* the '<': %r1<3> holds %r10, which %r<20> holds too */
	char buf[128];
	if (len + 2 > sizeof(buf))
		return;
	memcpy(buf, b->name->s, len);
	buf[len] = '0';
	bool is_range = b->kind == BIND_RANGE;
	struct bind *other = range_of(r, buf, is_range ? len + 1 : len);
	if (other && other != b && other->depth == b->depth)
		duplicate_error(r, b->name, b->loc, other);
}

static u32 scope_check(struct resolver *r, const struct scope *s) {
	u32 nrange = 0;
	for (u32 i = s->first_bind; i; i = r->bind.at[i].next)
		nrange += r->bind.at[i].kind == BIND_RANGE;
	for (u32 i = s->first_bind; i && nrange; i = r->bind.at[i].next) {
		const struct bind *b = &r->bind.at[i];
		char last = b->name->len > 1 ? b->name->s[b->name->len - 2] : 0;
		bool ends_in_digit = last >= '0' && last <= '9';
		if ((b->kind == BIND_REG && b->n) ||
		    (b->kind == BIND_RANGE && ends_in_digit))
			overlap_check(r, b);
	}
	return nrange;
}

void scope_close(struct resolver *r) {
	struct scope s = vec_last(&r->scope);
	u32 nrange = scope_check(r, &s);
	for (u32 i = s.first_bind; i; i = r->bind.at[i].next)
		name_info(r, r->bind.at[i].name)->bind = r->bind.at[i].hides;
	if (r->scope.n > 3)
		r->ndeep_range -= nrange;
	(void)vec_pop(&r->scope);
}

struct bind *name_bind(struct resolver *r, struct str *name, enum bind_kind kind,
                       u32 index, struct loc loc) {
	u16 depth = depth_now(r);
	u32 at = name_info(r, name)->bind;
	if (at && r->bind.at[at].depth == depth) {
		duplicate_error(r, name, loc, &r->bind.at[at]);
		return NULL;
	}
	return bind_push(r, name,
	                 (struct bind){.kind = (u8)kind,
	                               .index = index,
	                               .n = 1,
	                               .depth = depth,
	                               .loc = loc});
}

void name_rebind(struct resolver *r, struct str *name, enum bind_kind kind, u32 index,
                 u32 depth) {
	u32 at = name_info(r, name)->bind;
	struct bind b = {.kind = (u8)kind, .index = index, .n = 1, .depth = (u16)depth};
	if (at && r->bind.at[at].depth == depth)
		r->bind.at[at].index = index;
	else
		bind_push(r, name, b);
}

void range_bind(struct resolver *r, struct str *prefix, u64 n, enum type type, u32 vec,
                struct loc loc) {
	if (n > 0xffffffffull) {
		diag_error(r->d, loc, E0219,
		           "%llu registers '%s' are more than a function can have",
		           (unsigned long long)n, prefix->s);
		n = 0xffffffffull;
	}
	char *s = arena_printf(&r->unit, "%s<", prefix->s);
	struct str *key = str_intern(r->names, s, strlen(s));
	if (!name_bind(r, key, BIND_RANGE, r->range.n, loc))
		return;
	vec_push(&r->unit, &r->range,
	         (struct range){.prefix = prefix,
	                        .n = n,
	                        .type = (u8)type,
	                        .vec = (u8)vec,
	                        .loc = loc});
	if (r->scope.n > 3)
		r->ndeep_range++;
}

struct bind *name_find(struct resolver *r, struct str *name) {
	u32 at = name->tag ? r->name.at[name->tag].bind : 0;
	/* A range hides what is further out: names of the module and parameters, here. */
	if (at && !r->ndeep_range && r->bind.at[at].depth > 1)
		return &r->bind.at[at];
	struct bind *g = range_of(r, name->s, name->len);
	if (at && (!g || g->depth <= r->bind.at[at].depth))
		return &r->bind.at[at];
	return g ? range_reg_bind(r, g, name) : NULL;
}

/* ---- names in the flat text -------------------------------------------------------- */

static bool is_bound_outside(struct resolver *r, struct str *name) {
	u32 at = name->tag ? r->name.at[name->tag].bind : 0;
	while (at && r->bind.at[at].depth)
		at = r->bind.at[at].hides;
	return at != 0;
}

struct str *name_unique(struct resolver *r, struct str *name, u32 depth) {
	u32 mark = r->b.f->index + 1;
	struct str *s = name;
	while (name_info(r, s)->used_in == mark ||
	       (depth > 1 && is_bound_outside(r, s))) {
		char *text = arena_printf(&r->unit, "%s_%u", name->s, ++r->rename_seq);
		s = str_intern(r->names, text, strlen(text));
		depth = 2;
	}
	name_info(r, s)->used_in = mark;
	return s;
}
