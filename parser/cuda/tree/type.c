/* type.c - interned types: their construction and their properties.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/tree/type.h"

#include "parser/cuda/tree/scope.h"

/* The basic types in the host's x86-64 ABI; `rank` is that of [conv.rank]. */
static const struct basic_type {
	const char *text;
	u8 size_bytes, align_bytes, rank;
	bool is_integer, is_signed, is_floating;
} basic_type[CT_INIT_LIST + 1] = {
	[CT_ERROR] = {"<error>", 1, 1, 0, false, false, false},
	[CT_VOID] = {"void", 1, 1, 0, false, false, false},
	[CT_BOOL] = {"bool", 1, 1, 1, true, false, false},
	[CT_CHAR] = {"char", 1, 1, 2, true, true, false},
	[CT_SCHAR] = {"signed char", 1, 1, 2, true, true, false},
	[CT_UCHAR] = {"unsigned char", 1, 1, 2, true, false, false},
	[CT_CHAR8] = {"char8_t", 1, 1, 2, true, false, false},
	[CT_CHAR16] = {"char16_t", 2, 2, 3, true, false, false},
	[CT_CHAR32] = {"char32_t", 4, 4, 4, true, false, false},
	[CT_WCHAR] = {"wchar_t", 4, 4, 4, true, true, false},
	[CT_SHORT] = {"short", 2, 2, 3, true, true, false},
	[CT_USHORT] = {"unsigned short", 2, 2, 3, true, false, false},
	[CT_INT] = {"int", 4, 4, 4, true, true, false},
	[CT_UINT] = {"unsigned int", 4, 4, 4, true, false, false},
	[CT_LONG] = {"long", 8, 8, 5, true, true, false},
	[CT_ULONG] = {"unsigned long", 8, 8, 5, true, false, false},
	[CT_LLONG] = {"long long", 8, 8, 6, true, true, false},
	[CT_ULLONG] = {"unsigned long long", 8, 8, 6, true, false, false},
	[CT_INT128] = {"__int128", 16, 16, 7, true, true, false},
	[CT_UINT128] = {"unsigned __int128", 16, 16, 7, true, false, false},
	[CT_FLOAT] = {"float", 4, 4, 1, false, true, true},
	[CT_DOUBLE] = {"double", 8, 8, 2, false, true, true},
	[CT_LDOUBLE] = {"long double", 16, 16, 3, false, true, true},
	[CT_NULLPTR] = {"std::nullptr_t", 8, 8, 0, false, false, false},
	[CT_AUTO] = {"auto", 1, 1, 0, false, false, false},
	[CT_OVERLOAD] = {"<overloaded function>", 1, 1, 0, false, false, false},
	[CT_INIT_LIST] = {"<braced list>", 1, 1, 0, false, false, false},
};

static struct ctype *type_new(struct ctypes *t, const struct ctype *from) {
	struct ctype *c = arena_new(t->arena, struct ctype);
	*c = *from;
	c->serial = ++t->serial;
	if (!c->plain)
		c->plain = c;
	return c;
}

void ctypes_init(struct ctypes *t, struct arena *arena) {
	*t = (struct ctypes){.arena = arena, .interned = MAP_INIT(arena)};
	for (u32 k = 0; k <= CT_INIT_LIST; k++)
		if (basic_type[k].text)
			t->basic[k] = type_new(t, &(struct ctype){.kind = (u8)k});
}

/* ---- interning --------------------------------------------------------------------- */

static u64 mix(u64 h, u64 v) {
	h = (h ^ v) * 0x9e3779b97f4a7c15u;
	return h ^ h >> 29;
}

static u64 type_hash(const struct ctype *c) {
	u64 h = mix(c->kind, (u64)c->quals | (u64)c->memquals << 8 | (u64)c->ref << 16 |
	                             (u64)c->is_variadic << 24 | (u64)c->has_size << 25 |
	                             (u64)c->is_noexcept << 26);
	h = mix(h, c->n);
	h = mix(h, (uintptr_t)c->base);
	h = mix(h, (uintptr_t)c->decl);
	if (c->quals)
		h = mix(h, (uintptr_t)c->plain);
	for (u32 i = 0; i < c->nparam; i++)
		h = mix(h, (uintptr_t)c->param[i]);
	return h;
}

static bool type_equal(const struct ctype *a, const struct ctype *b) {
	if (a->kind != b->kind || a->quals != b->quals || a->memquals != b->memquals ||
	    a->ref != b->ref || a->is_variadic != b->is_variadic ||
	    a->has_size != b->has_size || a->n != b->n || a->base != b->base ||
	    a->decl != b->decl || a->nparam != b->nparam ||
	    a->is_noexcept != b->is_noexcept)
		return false;
	if (a->quals && a->plain != b->plain)
		return false;
	for (u32 i = 0; i < a->nparam; i++)
		if (a->param[i] != b->param[i])
			return false;
	return true;
}

/* The map's key is the hash; types whose hashes collide get the next free key. */
static const struct ctype *intern(struct ctypes *t, const struct ctype *key) {
	for (u64 h = type_hash(key);; h++) {
		u64 *slot = map_at(&t->interned, h);
		if (!*slot) {
			struct ctype *c = type_new(t, key);
			if (key->nparam)
				c->param = arena_copy(t->arena, key->param,
				                      sizeof(*key->param) * key->nparam,
				                      8);
			*map_at(&t->interned, h) = (uintptr_t)c;
			return c;
		}
		const struct ctype *c = (const struct ctype *)(uintptr_t)*slot;
		if (type_equal(c, key))
			return c;
	}
}

const struct ctype *ctype_ptr(struct ctypes *t, const struct ctype *to) {
	if (to->kind == CT_ERROR)
		return to;
	return intern(t, &(struct ctype){.kind = CT_PTR, .base = to});
}

const struct ctype *ctype_lref(struct ctypes *t, const struct ctype *to) {
	if (to->kind == CT_ERROR)
		return to;
	return intern(t, &(struct ctype){.kind = CT_LREF, .base = ctype_noref(to)});
}

const struct ctype *ctype_rref(struct ctypes *t, const struct ctype *to) {
	if (to->kind == CT_ERROR || ctype_is_ref(to))
		return to;
	return intern(t, &(struct ctype){.kind = CT_RREF, .base = to});
}

const struct ctype *ctype_array(struct ctypes *t, const struct ctype *of, bool has_size,
                                u64 n) {
	if (of->kind == CT_ERROR)
		return of;
	return intern(
		t, &(struct ctype){
			   .kind = CT_ARRAY, .base = of, .has_size = has_size, .n = n});
}

const struct ctype *ctype_memptr(struct ctypes *t, const struct ctype *of,
                                 struct cdecl *cls) {
	if (of->kind == CT_ERROR)
		return of;
	return intern(t, &(struct ctype){.kind = CT_MEMPTR, .base = of, .decl = cls});
}

const struct ctype *ctype_func(struct ctypes *t, const struct ctype *result,
                               const struct ctype *const *param, u32 nparam,
                               bool is_variadic, u8 memquals, u8 ref) {
	const struct ctype **adjusted = arena_array(t->arena, const struct ctype *,
	                                            nparam + 1);
	for (u32 i = 0; i < nparam; i++) {
		const struct ctype *p = param[i];
		if (p->kind == CT_ARRAY)
			p = ctype_ptr(t, p->base);
		else if (p->kind == CT_FUNC)
			p = ctype_ptr(t, p);
		adjusted[i] = ctype_unqual(p);
	}
	return intern(t, &(struct ctype){.kind = CT_FUNC,
	                                 .base = result,
	                                 .param = adjusted,
	                                 .nparam = nparam,
	                                 .is_variadic = is_variadic,
	                                 .memquals = memquals,
	                                 .ref = ref});
}

const struct ctype *ctype_func_noexcept(struct ctypes *t, const struct ctype *func,
                                        bool is_noexcept) {
	if (func->is_noexcept == is_noexcept)
		return func;
	struct ctype key = *func;
	key.is_noexcept = is_noexcept;
	key.plain = NULL;
	return intern(t, &key);
}

const struct ctype *ctype_named(struct ctypes *t, enum ctype_kind kind,
                                struct cdecl *decl) {
	return intern(t, &(struct ctype){.kind = (u8)kind, .decl = decl});
}

const struct ctype *ctype_qualified(struct ctypes *t, const struct ctype *c, u8 quals) {
	if (c->kind == CT_ARRAY) {
		const struct ctype *base = ctype_qualified(t, c->base, quals);
		return base == c->base ? c : ctype_array(t, base, c->has_size, c->n);
	}
	if (c->kind == CT_FUNC || c->kind == CT_ERROR || ctype_is_ref(c) ||
	    (c->quals | quals) == c->quals)
		return c;
	struct ctype key = *c->plain;
	key.plain = c->plain;
	key.quals = c->quals | quals;
	return intern(t, &key);
}

/* ---- properties -------------------------------------------------------------------- */

bool ctype_is_integer(const struct ctype *c) {
	return basic_type[c->kind].is_integer;
}

bool ctype_is_floating(const struct ctype *c) {
	return basic_type[c->kind].is_floating;
}

bool ctype_is_arithmetic(const struct ctype *c) {
	return ctype_is_integer(c) || ctype_is_floating(c);
}

bool ctype_is_scalar(const struct ctype *c) {
	return ctype_is_arithmetic(c) || c->kind == CT_ENUM || c->kind == CT_PTR ||
	       c->kind == CT_MEMPTR || c->kind == CT_NULLPTR;
}

const struct ctype *ctype_underlying(const struct ctype *c) {
	return c->kind == CT_ENUM && cdecl_rare(c->decl)->underlying
	               ? cdecl_rare(c->decl)->underlying
	               : c;
}

bool ctype_is_signed(const struct ctype *c) {
	return basic_type[ctype_underlying(c)->kind].is_signed;
}

bool ctype_is_unscoped_enum(const struct ctype *c) {
	return c->kind == CT_ENUM && !c->decl->is_scoped_enum;
}

bool ctype_same_but_quals(const struct ctype *a, const struct ctype *b) {
	if (a->kind == CT_ARRAY && b->kind == CT_ARRAY)
		return a->has_size == b->has_size && a->n == b->n &&
		       ctype_same_but_quals(a->base, b->base);
	return a->plain == b->plain;
}

bool ctype_is_complete(const struct ctype *c) {
	switch (c->kind) {
	case CT_VOID:
	case CT_AUTO: return false;
	case CT_CLASS: return c->decl->cls && c->decl->cls->is_complete;
	case CT_ENUM: return cdecl_rare(c->decl)->underlying != NULL;
	case CT_ARRAY: return c->has_size && ctype_is_complete(c->base);
	default: return true;
	}
}

/* Returns the size of an array in bytes, with all its dimensions; UINT64_MAX if it is too
 * large. */
static u64 array_size(const struct ctype *c) {
	u64 n = 1;
	bool fits = true, is_empty = false;
	for (; c->kind == CT_ARRAY; c = c->base) {
		is_empty |= c->n == 0;
		fits &= !__builtin_mul_overflow(n, c->n, &n);
	}
	fits &= !__builtin_mul_overflow(n, ctype_size(c), &n);
	return is_empty ? 0 : fits ? n : UINT64_MAX;
}

u64 ctype_size(const struct ctype *c) {
	switch (c->kind) {
	case CT_CLASS: return c->decl->cls ? c->decl->cls->size_bytes : 1;
	case CT_ENUM:
		return cdecl_rare(c->decl)->underlying
		               ? ctype_size(cdecl_rare(c->decl)->underlying)
		               : 4;
	case CT_PTR:
	case CT_LREF:
	case CT_RREF: return 8;
	case CT_MEMPTR: return c->base->kind == CT_FUNC ? 16 : 8;
	case CT_ARRAY: return array_size(c);
	case CT_FUNC:
	case CT_SYNTH: return 1;
	default: return basic_type[c->kind].size_bytes;
	}
}

u64 ctype_align(const struct ctype *c) {
	switch (c->kind) {
	case CT_CLASS:
		return c->decl->cls && c->decl->cls->align_bytes
		               ? c->decl->cls->align_bytes
		               : 1;
	case CT_ARRAY: return ctype_align(ctype_element(c));
	case CT_MEMPTR: return 8;
	case CT_ENUM:
	case CT_PTR:
	case CT_LREF:
	case CT_RREF: return ctype_size(c);
	case CT_FUNC:
	case CT_SYNTH: return 1;
	default: return basic_type[c->kind].align_bytes;
	}
}

u64 ctype_count_bytes(const struct ctype *element) {
	u64 align = ctype_align(element);
	return align > 8 ? align : 8;
}

u64 ctype_wrap(const struct ctype *c, u64 value) {
	c = ctype_underlying(c);
	if (c->kind == CT_BOOL)
		return value != 0;
	u64 size = ctype_is_integer(c) ? ctype_size(c) : 8;
	if (size >= 8)
		return value;
	u32 shift = 64 - 8 * (u32)size;
	return ctype_is_signed(c) ? (u64)((s64)(value << shift) >> shift)
	                          : value << shift >> shift;
}

int ctype_rank(const struct ctype *c) {
	return basic_type[ctype_underlying(c)->kind].rank;
}

const struct ctype *ctype_promoted(struct ctypes *t, const struct ctype *c) {
	c = ctype_unqual(c);
	if (c->kind == CT_ENUM) {
		if (c->decl->is_scoped_enum)
			return c;
		if (cdecl_rare(c->decl)->promoted)
			return cdecl_rare(c->decl)->promoted;
		c = ctype_unqual(ctype_underlying(c));
	}
	if (!ctype_is_integer(c))
		return c;
	if (c->kind == CT_WCHAR)
		return t->basic[CT_INT];
	if (c->kind == CT_CHAR32)
		return t->basic[CT_UINT];
	return basic_type[c->kind].rank < basic_type[CT_INT].rank ? t->basic[CT_INT] : c;
}

static const struct ctype *unsigned_of(struct ctypes *t, const struct ctype *c) {
	switch (c->kind) {
	case CT_INT: return t->basic[CT_UINT];
	case CT_LONG: return t->basic[CT_ULONG];
	case CT_LLONG: return t->basic[CT_ULLONG];
	case CT_INT128: return t->basic[CT_UINT128];
	default: return c;
	}
}

const struct ctype *ctype_arith(struct ctypes *t, const struct ctype *a,
                                const struct ctype *b) {
	a = ctype_unqual(a);
	b = ctype_unqual(b);
	if (ctype_is_floating(a) || ctype_is_floating(b)) {
		if (!ctype_is_floating(a))
			return b;
		if (!ctype_is_floating(b))
			return a;
		return basic_type[a->kind].rank >= basic_type[b->kind].rank ? a : b;
	}
	a = ctype_promoted(t, a);
	b = ctype_promoted(t, b);
	if (a == b)
		return a;
	bool a_signed = ctype_is_signed(a), b_signed = ctype_is_signed(b);
	int a_rank = ctype_rank(a), b_rank = ctype_rank(b);
	if (a_signed == b_signed)
		return a_rank >= b_rank ? a : b;
	const struct ctype *s = a_signed ? a : b, *u = a_signed ? b : a;
	if (ctype_rank(u) >= ctype_rank(s))
		return u;
	return ctype_size(s) > ctype_size(u) ? s : unsigned_of(t, s);
}

/* ---- text -------------------------------------------------------------------------- */

static const char *quals_text(u8 quals) {
	static const char *const text[8] = {"",
	                                    "const ",
	                                    "volatile ",
	                                    "const volatile ",
	                                    "__restrict__ ",
	                                    "const __restrict__ ",
	                                    "volatile __restrict__ ",
	                                    "const volatile __restrict__ "};
	return text[quals & 7];
}

static const char *targs_text(struct arena *a, const struct ctarg *arg, u32 n) {
	const char *s = "";
	for (u32 i = 0; i < n; i++) {
		const char *one = "?";
		switch (arg[i].kind) {
		case TARG_TYPE: one = ctype_text(a, arg[i].type); break;
		case TARG_VALUE:
			one = arg[i].type->kind == CT_BOOL
			              ? (arg[i].value ? "true" : "false")
			      : ctype_is_signed(arg[i].type)
			              ? arena_printf(a, "%lld", (long long)arg[i].value)
			              : arena_printf(a, "%llu",
			                             (unsigned long long)arg[i].value);
			break;
		case TARG_DECL:
			one = arg[i].type->kind == CT_CLASS
			              ? arena_printf(a, "%s{...}",
			                             ctype_text(a, arg[i].type))
			      : arg[i].decl ? arena_printf(a, "&%s", arg[i].decl->name->s)
			                    : "nullptr";
			break;
		case TARG_TEMPLATE: one = arg[i].decl->name->s; break;
		case TARG_PACK:
			one = targs_text(a, arg[i].elem, arg[i].nelem);
			if (!*one)
				continue;
			break;
		}
		s = arena_printf(a, "%s%s%s", s, *s ? ", " : "", one);
	}
	return s;
}

/* Returns the qualified name of a class or enum; instances with their arguments. */
static const char *decl_text(struct arena *a, const struct cdecl *d) {
	const char *name = d->name                       ? d->name->s
	                   : d->cls && d->cls->is_lambda ? "(lambda)"
	                                                 : "(unnamed)";
	if (d->is_inst && d->ntarg)
		name = arena_printf(a, "%s<%s>", name, targs_text(a, d->targ, d->ntarg));
	const struct cscope *s = d->scope;
	while (s && s->kind == CSCOPE_TEMPLATE)
		s = s->parent;
	if (s && s->owner && s->owner->name &&
	    (s->kind == CSCOPE_NAMESPACE ? !s->is_inline : s->kind == CSCOPE_CLASS))
		return arena_printf(a, "%s::%s", decl_text(a, s->owner), name);
	return name;
}

/* `inner` is written in place of the name. */
static const char *text_around(struct arena *a, const struct ctype *c,
                               const char *inner) {
	const char *space = *inner ? " " : "";
	switch (c->kind) {
	case CT_PTR:
	case CT_LREF:
	case CT_RREF: {
		const char *mark = c->kind == CT_PTR    ? "*"
		                   : c->kind == CT_LREF ? "&"
		                                        : "&&";
		const char *quals = quals_text(c->quals);
		inner = arena_printf(a, "%s%s%s%s", mark, *quals ? " " : "", quals,
		                     inner);
		if (c->base->kind == CT_ARRAY || c->base->kind == CT_FUNC)
			inner = arena_printf(a, "(%s)", inner);
		return text_around(a, c->base, inner);
	}
	case CT_MEMPTR:
		inner = arena_printf(a, "%s::*%s%s", decl_text(a, c->decl),
		                     quals_text(c->quals), inner);
		if (c->base->kind == CT_ARRAY || c->base->kind == CT_FUNC)
			inner = arena_printf(a, "(%s)", inner);
		return text_around(a, c->base, inner);
	case CT_ARRAY:
		inner = c->has_size ? arena_printf(a, "%s[%llu]", inner,
		                                   (unsigned long long)c->n)
		                    : arena_printf(a, "%s[]", inner);
		return text_around(a, c->base, inner);
	case CT_FUNC: {
		const char *params = "";
		for (u32 i = 0; i < c->nparam; i++)
			params = arena_printf(a, "%s%s%s", params, i ? ", " : "",
			                      ctype_text(a, c->param[i]));
		if (c->is_variadic)
			params = arena_printf(a, "%s%s...", params,
			                      c->nparam ? ", " : "");
		inner = arena_printf(a, "%s(%s)%s%s%s", inner, params,
		                     c->memquals & Q_CONST ? " const" : "",
		                     c->ref == 1   ? " &"
		                     : c->ref == 2 ? " &&"
		                                   : "",
		                     c->is_noexcept ? " noexcept" : "");
		return text_around(a, c->base, inner);
	}
	case CT_CLASS:
		if (c->decl->cls && c->decl->cls->memfn)
			return text_around(a, c->decl->cls->memfn, inner);
		/* fallthrough */
	case CT_ENUM:
	case CT_SYNTH:
		return arena_printf(a, "%s%s%s%s", quals_text(c->quals),
		                    decl_text(a, c->decl), space, inner);
	default:
		return arena_printf(a, "%s%s%s%s", quals_text(c->quals),
		                    basic_type[c->kind].text, space, inner);
	}
}

const char *ctype_text(struct arena *arena, const struct ctype *c) {
	return text_around(arena, c, "");
}
