/* syntax.c - the syntax tree as text.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/tree/syntax.h"

#include "lexer/cuda.h"

const char *const syn_kind_name[SYN_COUNT] = {
#define LEAF(id) [SYN_##id] = #id,
#define SEQ(id, kid) [SYN_##id] = #id,
#define SYN(id, name, kids) [SYN_##id] = #id,
#define VIEW(name, first, last, kids)
#include "parser/cuda/tree/syntax.def"
};

static const char *const flag_name[] = {
	"PACK",     "GLOBAL",   "TYPENAME", "CONST",           "VOLATILE",  "RESTRICT",
	"LREF",     "RREF",     "COPY",     "VARIADIC",        "CONSTEXPR", "ARROW",
	"ARRAY",    "SCOPED",   "DEFINED",  "DEFAULTED",       "DELETED",   "PURE",
	"TYPE",     "BRACED",   "PARENS",   "TYPE_PARAM_PACK", "VIRTUAL",   "MUTABLE",
	"TEMPLATE", "NOEXCEPT", "UNROLL",   "LAMBDA_PARAMS",
};

static const char *const spec_name[] = {
	"const",
	"volatile",
	"restrict",
	"typedef",
	"static",
	"extern",
	"inline",
	"constexpr",
	"friend",
	"virtual",
	"explicit",
	"mutable",
	"register",
	"thread_local",
	"",
	"",
	"__global__",
	"__device__",
	"__host__",
	"__shared__",
	"__constant__",
	"__managed__",
	"__grid_constant__",
	"__noinline__",
	"__forceinline__",
	"noreturn",
	"extern-C",
};

static const char *const word_name[] = {
	"void",      "bool",     "char",     "short",    "int",    "long",
	"long-long", "signed",   "unsigned", "float",    "double", "wchar_t",
	"char8_t",   "char16_t", "char32_t", "__int128",
};

static void print_bits(FILE *out, u64 bits, const char *const *name, u32 n) {
	for (u32 i = 0; i < n; i++)
		if (bits >> i & 1)
			fprintf(out, " %s", name[i]);
}

static void print_bytes(FILE *out, const char *s, u32 n) {
	fputs(" \"", out);
	for (u32 i = 0; i < n; i++)
		if (s[i] < ' ' || s[i] > '~' || s[i] == '"' || s[i] == '\\')
			fprintf(out, "\\%03o", (u8)s[i]);
		else
			fputc(s[i], out);
	fputc('"', out);
}

static void print_float(FILE *out, u64 bits) {
	double v;
	memcpy(&v, &bits, sizeof(v));
	fprintf(out, " %.17g", v);
}

/* Prints what a node says besides its children. */
static void print_value(const struct syn *s, FILE *out) {
	switch ((enum syn_kind)s->kind) {
	case SYN_SPECS: print_bits(out, s->value, spec_name, countof(spec_name)); break;
	case SYN_BUILTIN_TYPE:
		print_bits(out, s->op, word_name, countof(word_name));
		break;
	case SYN_INT:
	case SYN_CHAR:
	case SYN_BOOL: fprintf(out, " %llu", (unsigned long long)s->value); break;
	case SYN_FLOAT: print_float(out, s->value); break;
	case SYN_STRING: print_bytes(out, s->text, s->length); break;
	case SYN_BODY: fprintf(out, " %u tokens", s->end_token - s->first_token); break;
	default:
		if (s->op)
			fprintf(out, " '%s'", cu_token_text(s->op));
	}
	if ((s->kind == SYN_INT || s->kind == SYN_FLOAT) && s->op)
		fprintf(out, "%s%s%s%s%s", s->op & SUFFIX_U ? " u" : "",
		        s->op & SUFFIX_L ? " l" : "", s->op & SUFFIX_LL ? " ll" : "",
		        s->op & SUFFIX_F ? " f" : "", s->op & SUFFIX_HEX ? " hex" : "");
}

static void dump(const struct syn *s, u32 depth, FILE *out) {
	fprintf(out, "%*s", (int)depth * 2, "");
	if (!s) {
		fputs("-\n", out);
		return;
	}
	fputs(syn_kind_name[s->kind], out);
	if (s->name)
		fprintf(out, " %s", s->name->s);
	print_value(s, out);
	if (s->flags) {
		fputs(" [", out);
		print_bits(out, s->flags, flag_name, countof(flag_name));
		fputs(" ]", out);
	}
	fputc('\n', out);
	for (u32 i = 0; i < s->nkid; i++)
		dump(s->kid[i], depth + 1, out);
}

void syn_dump(const struct syn *s, FILE *out) {
	dump(s, 0, out);
}
