/* type.c - types of values in the debugger: those that always exist, and their names.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/debug/type.h"
#include "runtime/debug/debugger.h"
#include "runtime/debug/dwarf.h"

static const struct dtype basic[] = {
	{.kind = DT_VOID, .name = "void"},
	{.kind = DT_BOOL, .size = 1, .name = "bool"},
	{.kind = DT_CHAR, .size = 1, .is_signed = true, .name = "char"},
	{.kind = DT_CHAR, .size = 1, .name = "unsigned char"},
	{.kind = DT_INT, .size = 2, .is_signed = true, .name = "short"},
	{.kind = DT_INT, .size = 2, .name = "unsigned short"},
	{.kind = DT_INT, .size = 4, .is_signed = true, .name = "int"},
	{.kind = DT_INT, .size = 4, .name = "unsigned int"},
	{.kind = DT_INT, .size = 8, .is_signed = true, .name = "long"},
	{.kind = DT_INT, .size = 8, .name = "unsigned long"},
	{.kind = DT_INT, .size = 16, .name = "unsigned __int128"},
	{.kind = DT_FLOAT, .size = 2, .name = "__half"},
	{.kind = DT_FLOAT, .size = 4, .name = "float"},
	{.kind = DT_FLOAT, .size = 8, .name = "double"},
	{.kind = DT_FUNC, .name = "function"},
};

static const char *space_text(u32 space) {
	static const char *const text[SPACE_COUNT] = {
#define SPACE(id, text) [SPACE_##id] = text,
#include "ir/space.def"
#undef SPACE
	};
	return space < SPACE_COUNT ? text[space] : "";
}

/* Other spellings. */
static const char *const alias[][2] = {
	{"unsigned", "unsigned int"},
	{"signed", "int"},
	{"long int", "long"},
	{"long unsigned int", "unsigned long"},
	{"unsigned long long", "unsigned long"},
	{"unsigned long int", "unsigned long"},
	{"long long", "long"},
	{"short int", "short"},
	{"signed char", "char"},
	{"half", "__half"},
	{"size_t", "unsigned long"},
	{"int8_t", "char"},
	{"uint8_t", "unsigned char"},
	{"int16_t", "short"},
	{"uint16_t", "unsigned short"},
	{"int32_t", "int"},
	{"uint32_t", "unsigned int"},
	{"int64_t", "long"},
	{"uint64_t", "unsigned long"},
};

const struct dtype *type_basic(enum type_kind kind, u64 size, bool is_signed) {
	for (u32 i = 0; i < countof(basic); i++)
		if (basic[i].kind == kind && basic[i].size == size &&
		    (basic[i].is_signed == is_signed || kind == DT_FLOAT ||
		     kind == DT_BOOL || size == 16))
			return &basic[i];
	return &basic[0];
}

const struct dtype *type_named(const char *name) {
	for (u32 i = 0; i < countof(alias); i++)
		if (strcmp(alias[i][0], name) == 0)
			name = alias[i][1];
	for (u32 i = 0; i < countof(basic) - 1; i++)
		if (strcmp(basic[i].name, name) == 0)
			return &basic[i];
	if (strcmp(name, "dim3") == 0 || strcmp(name, "uint3") == 0)
		return type_dim3();
	return symbols_type(name);
}

/* Made types live as long as the debugger; each is made once. */
static struct made {
	struct made *next;
	struct dtype type;
} *made;

static const struct dtype *make(struct dtype t) {
	for (const struct made *m = made; m; m = m->next)
		if (m->type.kind == t.kind && m->type.base == t.base &&
		    m->type.count == t.count && m->type.space == t.space)
			return &m->type;
	struct made *m = arena_new(&dbg.arena, struct made);
	*m = (struct made){made, t};
	made = m;
	return &m->type;
}

const struct dtype *type_pointer(const struct dtype *to, u32 space) {
	return make((struct dtype){
		.kind = DT_PTR, .size = 8, .base = to, .space = (u8)space});
}

const struct dtype *type_array(const struct dtype *of, u64 n) {
	return make((struct dtype){
		.kind = DT_ARRAY, .size = of->size * n, .base = of, .count = n});
}

const struct dtype *type_dim3(void) {
	static struct dmember member[3] = {
		{.name = "x"}, {.name = "y", .offset = 4}, {.name = "z", .offset = 8}};
	static struct dtype t = {.kind = DT_STRUCT,
	                         .size = 12,
	                         .name = "uint3",
	                         .member = member,
	                         .nmember = 3};
	for (u32 i = 0; i < 3; i++)
		member[i].type = type_basic(DT_INT, 4, false);
	return &t;
}

const struct dtype *type_of_ptx(enum type t) {
	u32 bits = type_info[t].bits;
	switch (type_info[t].class) {
	case 'P': return type_basic(DT_BOOL, 1, false);
	case 'F':
		if (bits == 16 || bits == 32 || bits == 64)
			return type_basic(DT_FLOAT, bits / 8, true);
		break;
	case 'U':
		return bits == 8 ? type_basic(DT_CHAR, 1, false)
		                 : type_basic(DT_INT, bits / 8, false);
	default: break;
	}
	if (bits == 8)
		return type_basic(DT_CHAR, 1, true);
	return type_basic(DT_INT, MAX(bits / 8, 2u), true);
}

/* Takes the dimensions off an array; returns their number. */
static u32 take_dims(const struct dtype **t, u64 dims[8]) {
	u32 n = 0;
	for (; !(*t)->name && (*t)->kind == DT_ARRAY && n < 8; *t = (*t)->base)
		dims[n++] = (*t)->count;
	return n;
}

static void put_dims(FILE *out, const u64 *dims, u32 n) {
	for (u32 i = 0; i < n; i++)
		dims[i] ? fprintf(out, "[%llu]", (unsigned long long)dims[i])
			: fputs("[]", out) >= 0;
}

/* Prints a declaration: `dims` of pointers (`stars`) to arrays of `inner`; each may be
 * none.
 */
void type_name(FILE *out, const struct dtype *t) {
	u64 dims[8], inner[8];
	u32 n, ninner, space = t->kind == DT_PTR ? t->space : SPACE_GENERIC;
	char stars[16] = "";
	if (space != SPACE_GENERIC)
		fprintf(out, "@%s ", space_text(space));
	if (t->name) {
		fputs(t->name, out);
		return;
	}
	n = take_dims(&t, dims);
	for (u32 k = 0;
	     !t->name && (t->kind == DT_PTR || t->kind == DT_REF) && k < sizeof stars - 1;
	     k++) {
		stars[k] = t->kind == DT_PTR ? '*' : '&';
		t = t->base;
	}
	ninner = take_dims(&t, inner);
	fputs(t->name                ? t->name
	      : t->kind == DT_STRUCT ? "struct {...}"
	      : t->kind == DT_UNION  ? "union {...}"
	      : t->kind == DT_ENUM   ? "enum {...}"
	      : t->kind == DT_FUNC   ? "void (...)"
	                             : "<type>",
	      out);
	if (n || ninner || *stars)
		fputs(ninner ? " (" : " ", out);
	fputs(stars, out);
	put_dims(out, dims, n);
	fputs(ninner ? ")" : "", out);
	put_dims(out, inner, ninner);
}
