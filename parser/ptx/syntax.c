/* syntax.c - the words for a syntax error. The grammar says which token was found and
 * which ones are valid there. A list of thirty tokens is no help, so the set is turned
 * into one or two terms that users know.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/ptx/build.h"

struct phrase {
	char text[256]; /* alternatives with | between */
	size_t len;
};

static void add(struct phrase *ph, const char *what) {
	size_t n = strlen(what);
	if (ph->len + n + 2 > sizeof(ph->text))
		return;
	if (ph->len)
		ph->text[ph->len++] = '|';
	memcpy(ph->text + ph->len, what, n + 1);
	ph->len += n;
}

/* "a|b|c" to "a, b or c". */
static const char *join(const struct phrase *ph, char *out, size_t size) {
	size_t len = 0;
	for (const char *s = ph->text; *s && len + 5 < size; s++) {
		if (*s != '|') {
			out[len++] = *s;
			continue;
		}
		const char *sep = strchr(s + 1, '|') ? ", " : " or ";
		size_t n = strlen(sep);
		memcpy(out + len, sep, n);
		len += n;
	}
	out[len] = 0;
	return out;
}

struct named_token {
	int token;
	const char *text;
};

static void add_listed(struct phrase *ph, const bool *expected,
                       const struct named_token *list, size_t n) {
	for (size_t i = 0; i < n; i++)
		if (expected[list[i].token])
			add(ph, list[i].text);
}

/* Operands and constants start with many tokens, but either is one term in the
 * message. */
static void add_values(struct phrase *ph, const bool *expected) {
	bool constant = expected[PTX_INT] && expected[PTX_FLOAT];
	if (expected['['] && expected[PTX_INT] && expected[PTX_WORD])
		add(ph, "an operand");
	else if (constant && expected[PTX_WORD])
		add(ph, "a constant|a name");
	else if (constant)
		add(ph, "a constant");
	else if (expected[PTX_WORD])
		add(ph, "a name");
	else if (expected[PTX_INT])
		add(ph, "an integer");
	else if (expected[PTX_FLOAT])
		add(ph, "a number such as 8.5");
}

/* Adds what is valid at the end of a list, in the order of the message. */
static void add_ends(struct phrase *ph, const bool *expected) {
	static const struct named_token ends[] = {{PTX_STRING, "a string"},
	                                          {PTX_SECTION, ".section"},
	                                          {'=', "'='"},
	                                          {':', "':'"},
	                                          {PTX_VOPEN, "'{'"},
	                                          {'{', "'{'"},
	                                          {',', "','"},
	                                          {PTX_VCLOSE, "'}'"},
	                                          {'}', "'}'"},
	                                          {')', "')'"},
	                                          {']', "']'"},
	                                          {';', "';'"}};
	bool value = expected[PTX_INT] && (expected[PTX_FLOAT] || expected['[']);
	for (size_t i = 0; i < countof(ends); i++)
		if (expected[ends[i].token] && !(ends[i].token == PTX_VOPEN && value))
			add(ph, ends[i].text);
	if (expected['>'] && !expected['*'])
		add(ph, "'>'");
}

static bool at_module_level(const bool *expected) {
	return expected[PTX_VERSION] || expected[PTX_ADDRESS_SIZE];
}

static bool at_statement(const bool *expected) {
	return expected['@'] && expected[PTX_LOC];
}

/* A type is worth a mention only where a declaration lacks one; .s32 as the rest of an
 * opcode and as a cast are rarely meant. */
static bool wants_type(const struct ptx_parser *p, const bool *expected) {
	return expected[PTX_TYPE] && !expected['['] && !expected[PTX_INT] &&
	       !(expected[PTX_ALIGN] && p->spec.has_type);
}

static void describe(struct ptx_parser *p, struct phrase *ph, const bool *expected) {
	static const struct named_token heads[] = {{PTX_ENTRY, ".entry"},
	                                           {PTX_FUNC, ".func"}};
	if (at_module_level(expected)) {
		add(ph, "a directive such as .entry|.func|.global");
	} else if (at_statement(expected)) {
		add(ph, "an instruction|a declaration|'}'");
	} else {
		add_listed(ph, expected, heads, countof(heads));
		if (wants_type(p, expected))
			add(ph, "a type such as .b32");
		if (expected[PTX_SPACE] && !expected[PTX_TYPE] && !expected[';'])
			add(ph, "a state space such as .global");
		add_values(ph, expected);
		add_ends(ph, expected);
	}
}

/* ---- did you mean ------------------------------------------------------------------ */

/* Every directive, type and space: what a misspelled dot-word may have been. */
/* clang-format off */
static const char *const dotwords[] = {
	".version", ".target", ".address_size", ".entry", ".func", ".alias", ".file",
	".loc", ".section", ".pragma", ".attribute", ".align", ".ptr", ".branchtargets",
	".calltargets", ".callprototype", ".visible", ".extern", ".weak", ".common",
	".reg", ".sreg", ".const", ".global", ".local", ".param", ".shared", ".tex",
	".maxntid", ".reqntid", ".minnctapersm", ".maxnctapersm", ".maxnreg",
	".noreturn", ".explicitcluster", ".reqnctapercluster", ".maxclusterrank",
	".blocksareclusters", ".abi_preserve", ".abi_preserve_control", ".v2", ".v4",
	".v8", ".pred", ".b8", ".b16", ".b32", ".b64", ".b128", ".u8", ".u16", ".u32",
	".u64", ".s8", ".s16", ".s32", ".s64", ".f16", ".f16x2", ".bf16", ".bf16x2",
	".f32", ".f64", ".texref", ".samplerref", ".surfref",
};
/* clang-format on */

static const char *next_dotword(void *ctx) {
	size_t *i = ctx;
	return *i < countof(dotwords) ? dotwords[(*i)++] : NULL;
}

static void suggest(struct ptx_parser *p, struct diag_record *r, const char *word) {
	size_t i = 0;
	const char *near = diag_nearest(word, next_dotword, &i);
	if (near)
		diag_note(p->diag, r, "did you mean '%s'?", near);
}

/* ---- reports ----------------------------------------------------------------------- */

/* Returns how much of the token's text fits a line. */
static int shown(struct loc loc, u32 limit) {
	return (int)MIN(loc.end - loc.start, limit);
}

static void nvcc_near(struct ptx_parser *p, struct diag_record *r, struct loc loc) {
	diag_nvcc(p->diag, r, "Parsing error near '%.*s': syntax error", shown(loc, 80),
	          ptx_text_at(p, loc));
}

/* Whether the next token is on another line than the statement that it should have
 * ended. */
static bool misses_semicolon(const struct ptx_parser *p, struct loc loc,
                             const bool *expected) {
	struct loc before = p->lexer.before_loc;
	if (!expected[';'] || before.end == 0 || before.end > loc.start)
		return false;
	const char *gap = p->lexer.file->text + (before.end - p->lexer.file->base);
	return memchr(gap, '\n', loc.start - before.end) != NULL;
}

static bool is_directive(int token) {
	return token >= PTX_DOTWORD && token <= PTX_CALLPROTOTYPE;
}

static struct diag_record *report(struct ptx_parser *p, int found, struct loc loc,
                                  const bool *expected, const char *wanted) {
	const char *s = ptx_text_at(p, loc);
	int n = shown(loc, 60);
	bool head = at_module_level(expected) || at_statement(expected);
	if (found == PTX_END && at_statement(expected)) {
		struct diag_record *r = diag_error(
			p->diag, loc, E0101,
			"the text ends inside a function; '}' is missing");
		if (p->func)
			diag_range(r, p->func->loc, "the last function starts here");
		return r;
	}
	if (found == PTX_END)
		return diag_error(p->diag, loc, E0101,
		                  "the text ends too early; expected %s", wanted);
	if (found == PTX_DOTWORD) {
		struct diag_record *r = diag_error(
			p->diag, loc, E0104, "unknown directive '%.*s'; expected %s", n,
			s, wanted);
		suggest(p, r, arena_strdup(p->diag->arena, s, (size_t)n));
		return r;
	}
	if (is_directive(found) && (head || found >= PTX_VERSION))
		return diag_error(p->diag, loc, E0105,
		                  "%.*s is not allowed here; expected %s", n, s, wanted);
	if (found == PTX_WORD && at_module_level(expected))
		return diag_error(p->diag, loc, E0101,
		                  "unexpected '%.*s' outside a function; expected %s", n,
		                  s, wanted);
	return diag_error(p->diag, loc, E0101, "unexpected '%.*s'; expected %s", n, s,
	                  wanted);
}

void syntax_error(struct ptx_parser *p, int found, struct loc loc,
                  const bool expected[PTX_TOKEN_LIMIT]) {
	struct phrase ph = {0};
	char wanted[300];
	if (misses_semicolon(p, loc, expected)) {
		u32 end = p->lexer.before_loc.end;
		struct diag_record *r = diag_error(
			p->diag, (struct loc){end - 1, end}, E0101,
			"missing ';' at the end of this statement");
		nvcc_near(p, r, loc);
		return;
	}
	describe(p, &ph, expected);
	if (ph.len == 0)
		add(&ph, "something else");
	nvcc_near(p, report(p, found, loc, expected, join(&ph, wanted, sizeof(wanted))),
	          loc);
	if (p->diag->nerror >= p->diag->limit)
		ptx_lex_stop(&p->lexer);
}

void syntax_check_head(struct ptx_parser *p) {
	u32 base = p->lexer.file->base;
	struct loc top = {base, base};
	if (p->lexer.stopped || p->diag->nerror)
		return;
	if (!p->has_version) {
		struct diag_record *r = diag_error(p->diag, top, E0103,
		                                   "a module starts with .version");
		diag_nvcc(p->diag, r, "Missing .version directive at start of file");
	} else if (!p->has_target) {
		struct diag_record *r = diag_error(p->diag, top, E0103,
		                                   "a module names its .target");
		diag_nvcc(p->diag, r, "Missing .target directive at start of file");
	}
}
