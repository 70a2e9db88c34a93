/* mutate.c - the mutator of the fuzz targets: it works on tokens, not on bytes, so
 * that most of what it makes gets past the scanner. Its words come from the project's
 * own tables: opcodes, modifiers, types, special registers. A part of the calls goes
 * to libFuzzer's byte mutator all the same.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/base.h"

size_t LLVMFuzzerMutate(u8 *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(u8 *data, size_t size, size_t max_size, unsigned seed);

/* ---- words ------------------------------------------------------------------------- */

static const char *const opcodes[] = {
#define ALU(id, mnemonic, ...) mnemonic,
#define OP(id, mnemonic, ...) mnemonic,
#include "ir/isa/alu.def"
#include "ir/isa/op.def"
#undef ALU
#undef OP
};

static const char *const modifiers[] = {
#define SLOT(...)
#define MODCLASS(...)
#define MOD(slot, value, number, text, ...) text,
#include "ir/isa/mod.def"
#undef SLOT
#undef MODCLASS
#undef MOD
#define TYPE(id, text, ...) text,
#include "ir/type.def"
#undef TYPE
	"v2", "v4", "global", "shared", "local", "param", "const", "shared::cluster"};

static const char *const names[] = {
#define SREG(id, text, ...) text,
#include "ir/sreg.def"
#undef SREG
	"%r0", "%r1", "%r2", "%r3", "%rd0",    "%rd1",  "%rd2", "%f0",
	"%f1", "%p0", "%p1", "_",   "WARP_SZ", "L0",    "L1",   "$L__BB0_1",
	"k",   "f",   "g",   "a",   "b",       "%r<9>", "sm_90"};

/* clang-format off */
static const char *const words[] = {
	"\n.version 8.5\n", "\n.target sm_90\n", ".address_size 64\n", ".entry",
	".func", ".alias", ".file 1 \"x\"", ".loc 1 2 3\n", ".section", ".pragma",
	".attribute", ".align", ".ptr", "L:", ".branchtargets", ".calltargets",
	".callprototype", ".visible", ".extern", ".weak", ".common", ".reg", ".sreg",
	".const", ".global", ".local", ".param", ".shared", ".maxntid", ".reqntid",
	".minnctapersm", ".noreturn", ".explicitcluster", ".reqnctapercluster", ".v2",
	".v4", ".v8", ".pred", ".b8", ".b16", ".b32", ".b64", ".b128", ".u32", ".s64",
	".f16x2", ".f32", ".f64", ".texref", "{", "}", "(", ")", "[", "]", ";", ",",
	"|", "!", "@", "@!", "-", "+", "<", ">", "=", ":", "?", "<<", ">>", "&&", "||",
	"==", "generic(", "0xFF(", "function_name", "inlined_at", "ret;", "exit;",
	"bra L;", "bar.sync 0;", "trap;", "call (r), f, (a);", "//", "/*", "*/", "\"",
	"\n",
};
/* clang-format on */

/* clang-format off */
static const char *const numbers[] = {
	"0", "1", "2", "3", "4", "7", "8", "15", "16", "31", "32", "33", "63", "64",
	"127", "128", "255", "256", "1024", "4096", "65535", "65536", "2147483647",
	"2147483648", "4294967295", "4294967296", "9223372036854775807",
	"9223372036854775808", "18446744073709551615", "-1", "-8", "-2147483648",
	"-9223372036854775808", "0x7F", "0xFFFFFFFFU", "0b101", "017", "0f3F800000",
	"0f7F800000", "0f7FC00000", "0f80000000", "0d3FF0000000000000",
	"0d7FF0000000000000", "1.5", "1e30", "2000000000",
};
/* clang-format on */

/* ---- chance ------------------------------------------------------------------------ */

struct random {
	u64 state;
};

static u32 pick(struct random *r, u32 n) {
	r->state = r->state * 6364136223846793005u + 1442695040888963407u;
	return n ? (u32)((r->state >> 33) % n) : 0;
}

#define PICK(r, list) (list)[pick((r), (u32)countof(list))]

static const char *random_word(struct random *r) {
	switch (pick(r, 5)) {
	case 0: return PICK(r, opcodes);
	case 1: return PICK(r, numbers);
	case 2: return PICK(r, names);
	default: return PICK(r, words);
	}
}

/* ---- tokens ------------------------------------------------------------------------ */

enum { TOKENS = 4096 };

struct span {
	size_t at, len; /* without white space before it */
};

static bool is_space(u8 c) {
	return c <= ' ';
}

static bool is_word(u8 c) {
	return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
	       (c >= 'a' && c <= 'z') || c == '_' || c == '$' || c == '%' || c == '.' ||
	       c >= 128;
}

static u32 split(const u8 *s, size_t size, struct span *t) {
	u32 n = 0;
	for (size_t i = 0; i < size && n < TOKENS;) {
		if (is_space(s[i])) {
			i++;
			continue;
		}
		size_t from = i++;
		if (is_word(s[from]))
			while (i < size && is_word(s[i]))
				i++;
		t[n++] = (struct span){from, i - from};
	}
	return n;
}

/* Replaces `len` bytes at `at` by `text`, if there is room. */
static size_t put(u8 *s, size_t size, size_t max, size_t at, size_t len, const char *text,
                  size_t n) {
	if (size - len + n > max)
		return size;
	memmove(s + at + n, s + at + len, size - at - len);
	memcpy(s + at, text, n);
	return size - len + n;
}

/* ---- mutations --------------------------------------------------------------------- */

/* Adds, removes or changes one dot-word of a name. */
static size_t mutate_dots(struct random *r, u8 *s, size_t size, size_t max,
                          struct span t) {
	size_t dot[32];
	u32 n = 0;
	for (size_t i = 0; i < t.len && n < countof(dot); i++)
		if (s[t.at + i] == '.')
			dot[n++] = t.at + i;
	size_t end = t.at + t.len;
	const char *mod = PICK(r, modifiers);
	char text[64];
	size_t len = strlen(mod);
	if (len + 1 > sizeof(text))
		return size;
	text[0] = '.';
	memcpy(text + 1, mod, len);
	if (n == 0 || pick(r, 4) == 0)
		return put(s, size, max, n ? dot[pick(r, n)] : end, 0, text, len + 1);
	u32 i = pick(r, n);
	size_t next = i + 1 < n ? dot[i + 1] : end;
	bool drop = pick(r, 4) == 0;
	return put(s, size, max, dot[i], next - dot[i], text, drop ? 0 : len + 1);
}

/* The statement around a token: from after the previous ; to its own. */
static struct span statement(const u8 *s, size_t size, size_t at) {
	size_t from = at, to = at;
	while (from > 0 && s[from - 1] != ';' && s[from - 1] != '{' && s[from - 1] != '}')
		from--;
	while (to < size && s[to] != ';')
		to++;
	return (struct span){from, MIN(to + 1, size) - from};
}

static size_t copy_span(struct random *r, u8 *s, size_t size, size_t max,
                        struct span from, size_t to, size_t replaced) {
	char text[4096];
	(void)r;
	if (from.len > sizeof(text))
		return size;
	memcpy(text, s + from.at, from.len);
	return put(s, size, max, to, replaced, text, from.len);
}

static size_t mutate_once(struct random *r, u8 *s, size_t size, size_t max) {
	static struct span t[TOKENS];
	u32 n = split(s, size, t);
	if (n == 0)
		return put(s, size, max, 0, 0, ".version 8.5\n.target sm_90\n", 27);
	struct span a = t[pick(r, n)], b = t[pick(r, n)];
	const char *word = random_word(r);
	char spaced[128];
	size_t len = strlen(word);
	struct span st = statement(s, size, a.at);
	switch (pick(r, 12)) {
	case 0: return put(s, size, max, a.at, a.len, "", 0);
	case 1: return put(s, size, max, a.at, a.len, word, len);
	case 2:
		if (len + 1 >= sizeof(spaced))
			return size;
		memcpy(spaced, word, len);
		spaced[len] = ' ';
		return put(s, size, max, a.at, 0, spaced, len + 1);
	case 3:
	case 4: return copy_span(r, s, size, max, b, a.at, a.len);
	case 5: return copy_span(r, s, size, max, st, b.at, 0);
	case 6:
		return copy_span(r, s, size, max, statement(s, size, b.at), st.at,
		                 st.len);
	case 7: return put(s, size, max, st.at, st.len, "", 0);
	case 8:
		word = PICK(r, numbers);
		return put(s, size, max, a.at, a.len, word, strlen(word));
	default: return mutate_dots(r, s, size, max, a);
	}
}

size_t LLVMFuzzerCustomMutator(u8 *data, size_t size, size_t max_size, unsigned seed) {
	struct random r = {seed * 0x9e3779b97f4a7c15u + 1};
	pick(&r, 2);
	if (pick(&r, 10) == 0)
		return LLVMFuzzerMutate(data, size, max_size);
	for (u32 n = 1 + pick(&r, 4); n; n--)
		size = mutate_once(&r, data, size, max_size);
	return size;
}
