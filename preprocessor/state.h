/* state.h - what the parts of the preprocessor share: tokens, names, macros, buffers.
 *
 * The text of a file goes two ways. scan.c walks over it and copies it, a stretch at a
 * time, as long as no directive and no macro is in it: most of a header is read once and
 * written once. At the name of a macro it hands over to expand.c, which reads tokens
 * (lex.c), keeps a stack of replacement lists, and gives back when the stack is empty.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <time.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "base/map.h"
#include "preprocessor/preprocessor.h"

enum pp_kind {
	PP_END, /* of the file, the directive, the argument */
	PP_NAME,
	PP_NUMBER,
	PP_CHAR,
	PP_STRING,
	PP_PUNCT,
	PP_OTHER,
	PP_HEADER,  /* <name>, where one is expected */
	PP_PAD,     /* nothing; `op` is what white space it stands for: enum pp_pad */
	PP_PARAM,   /* of a macro, in its replacement list */
	PP_OPT,     /* __VA_OPT__( */
	PP_OPT_END, /* its ) */
	PP_PRAGMA,  /* of _Pragma: a line of its own */
};

enum pp_flag {
	PF_WHITE = 1 << 0,   /* white space before it */
	PF_BOL = 1 << 1,     /* first on its line */
	PF_PAINTED = 1 << 2, /* a macro's name that is never expanded again */
	PF_STRING = 1 << 3,  /* a parameter after # */
	PF_PASTE = 1 << 4,   /* ## follows */
	PF_CLEANED = 1 << 5, /* the text is a copy without line splices */
	PF_ABSENT = 1 << 6,  /* a parameter's argument was left out (GNU) */
};

/* GCC's rule for the space between two tokens where a macro begins or ends. */
enum pp_pad { PAD_NONE, PAD_TIGHT, PAD_WHITE };

struct pp_token {
	const char *text;
	union {
		struct pp_name *name;
		u64 op; /* its characters, the first lowest; enum pp_pad */
		u32 param;
	};
	u32 len;
	u32 at;    /* place in the source space */
	u8 kind;   /* enum pp_kind */
	u8 flags;  /* enum pp_flag */
	u8 system; /* of the file where it is written, see struct pp_buffer */
};
VEC_TYPE(pp_tokens, struct pp_token);

#define OP1(a) ((u64)(u8)(a))
#define OP2(a, b) (OP1(a) | OP1(b) << 8)
#define OP3(a, b, c) (OP2(a, b) | OP1(c) << 16)
#define OP4(a, b, c, d) (OP3(a, b, c) | OP1(d) << 24)

/* Words with a meaning: directives, operators, what #pragma takes. */
enum pp_word {
	W_NONE,
#define PP_WORD(id, text) W_##id,
#include "preprocessor/word.def"
};

struct pp_name {
	struct pp_macro *macro;
	struct pp_saved *saved; /* #pragma push_macro */
	u32 hash, len;
	u32 param; /* while a definition is read: its number + 1 */
	u8 word;   /* enum pp_word */
	bool is_poisoned;
	char s[];
};

/* Of the table of names. */
struct pp_slot {
	struct pp_name *name; /* NULL: empty */
	u32 hash, len;
};

struct pp_saved {
	struct pp_saved *next;
	struct pp_macro *macro;
};

struct pp_block;

struct pp_macro {
	struct pp_name *name;
	struct pp_token *body;
	struct pp_name **param;
	u32 nbody, nparam;
	u32 at;     /* place of the definition */
	u8 builtin; /* enum pp_word, W_NONE for defined ones */
	bool is_function, is_variadic, is_named_variadic;
	bool is_disabled; /* its replacement list is being read */
	bool is_system;   /* defined in a system header, or before the first line */
};

/* A file, however often it is included. */
struct pp_file {
	const char *path; /* as markers show it */
	const char *dir;  /* its folder, "" or with / at the end */
	const char *at;   /* its name in the folder of the search, or its path */
	const char *text;
	u32 len, base;
	u32 dir_index; /* into the folders of the search; DIR_NONE */
	u8 system;     /* of its folder: 0, 1, 2 for C */
	bool is_once, is_read, is_listed, is_memory;
	bool is_seen;          /* to be a regular file */
	bool is_own;           /* of the toolkit: see pp_options */
	bool is_doubtful;      /* see pp_doubt */
	struct pp_name *guard; /* defined: the file is empty */
	struct pp_file *twin;  /* the same file by another name, or itself */
};
#define PP_BOM "\xef\xbb\xbf" /* the mark at the begin of a UTF-8 text */
enum { DIR_NONE = UINT32_MAX };
enum {
	PP_BUILT_IN = 3
}; /* before the first line: such tokens belong wherever they are */

/* An #if that is open. */
struct pp_if {
	u32 at;
	u32 depth_of_file;
	bool was_taken, has_else;
	bool is_guard; /* the first thing in its file is #ifndef NAME */
};

/* A file that is being read. */
struct pp_buffer {
	struct pp_buffer *up;
	struct pp_file *file;
	const char *name; /* #line changes it */
	const char *text, *at, *end;
	u32 base, line;
	u32 nif;        /* open before it */
	u32 include_at; /* place of the #include */
	u32 include_line;
	u8 system;      /* 0, 1, 2 for C, PP_BUILT_IN */
	bool has_token; /* one that is not in a directive, or the #if of the guard */
	struct pp_name *guard; /* of the #ifndef that may be one */
	enum { GUARD_START, GUARD_OPEN, GUARD_CLOSED, GUARD_NONE } guard_state;
};

/* A list of tokens that is read before the file goes on. */
struct pp_context {
	const struct pp_token *at, *end;
	struct pp_macro *macro; /* enabled again at its end, or NULL */
	bool is_argument;       /* its end is the end of what can be read */
};

enum {
	INCLUDE_DEPTH_MAX = 200,
	EXPAND_DEPTH_MAX = 500, /* arguments in arguments */
	TOKENS_MOST = 1 << 21,  /* of an argument or a replacement list, filled in */
	IF_DEPTH_MAX = 60,      /* parentheses and operators in an expression */
	PARAM_MAX = 65535,
	NFILTER = 1 << 16,
	NSHAPE = 1 << 16,
};

struct pp {
	struct arena *arena; /* lives as long as the result */
	struct arena temp;   /* for one expansion */
	struct diag *diag;
	const struct pp_options *o;
	struct pp_result *result;

	/* names */
	struct pp_slot *slot; /* a quarter of them is empty at least */
	u32 nslot, nname;
	u64 shape[NSHAPE / 64];   /* those of macros' names */
	u64 filter[NFILTER / 64]; /* two bits for the hash of each macro's name */
	u32 counter;              /* __COUNTER__ */
	const char *known_at;     /* the name here is `known`, if that is not NULL */
	struct pp_name *known;
	void (*block_masks)(struct pp_block *, const char *); /* see block.h */

	/* files */
	struct pp_dir *dir;
	int *dir_fd; /* the same folders, opened; -1: not yet */
	u32 ndir, first_bracket;
	struct map found;   /* hash of a name and a place in the search -> struct found */
	struct map by_path; /* hash of a path -> struct pp_file */
	struct map by_inode;  /* hash of device and number -> struct pp_file */
	struct map real;      /* hash of a folder -> its path without links */
	struct map subfolder; /* hash of a folder's place and a name in it -> whether it
	                         is a folder, 1: no */
	struct pp_buffer *buf;
	u32 depth;
	VEC(struct pp_if) ifs;

	/* tokens */
	VEC(struct pp_context) context;
	u32 outer_line, outer_at,
		outer_len; /* of the invocation at the bottom of the contexts */
	u32 token_line;    /* of the newest token, in the file that is being read */
	u32 expand_depth;
	u32 crossed;       /* ends of lines in the last token */
	bool in_directive; /* the end of the line is the end */
	u8 parsing_args;   /* 1: looking for (, 2: inside */
	bool no_expansion;
	bool wants_header;      /* < begins a header's name */
	bool has_room;          /* in the arena, for headers */
	bool is_dead;           /* a limit was passed: nothing more is read */
	bool macros_only;       /* -imacros */
	struct pp_token pragma; /* a #pragma among arguments, the next token; or END */
	u32 pragma_line;

	/* the result */
	char *out;
	size_t nout, out_cap, most;
	size_t out_room; /* up to here it is put without a question */
	u32 out_line;
	u8 out_system;        /* as the newest marker says */
	bool out_known;       /* the line is known: no marker is needed */
	struct pp_token last; /* printed, for the space after it; END at a line's start */
	bool is_after_space;
	time_t now;
};

/* name.c */
void pp_names_init(struct pp *pp);
struct pp_name *pp_intern(struct pp *pp, const char *s, u32 len);
struct pp_name *pp_intern_hash(struct pp *pp, const char *s, u32 len, u32 hash);
/* NULL if there is no such name. */
struct pp_name *pp_find(const struct pp *pp, const char *s, u32 len, u32 hash);
const char *pp_word_text(u32 word);
/* Of a name, by eight bytes at a time. */
static inline u32 pp_hash(const char *s, u32 len) {
	const u64 k = 0x9e3779b97f4a7c15u;
	u64 h = len * k, w;
	for (; len > 8; s += 8, len -= 8) {
		memcpy(&w, s, 8);
		h = (h ^ w) * k;
		h ^= h >> 32;
	}
	if (len >= 4) {
		u32 low, high;
		memcpy(&low, s, 4);
		memcpy(&high, s + len - 4, 4);
		w = low | (u64)high << 32;
	} else {
		w = len ? (u64)(u8)s[0] | (u64)(u8)s[len >> 1] << 8 |
		                    (u64)(u8)s[len - 1] << 16
		        : 0;
	}
	h = (h ^ w) * k;
	return (u32)(h ^ h >> 32);
}
/* What is seen of a name at once: its length, its first two characters, its middle and
 * its last; below NSHAPE. */
static inline u32 pp_shape(const char *s, u32 len) {
	u32 c = (u32)(u8)s[0] | (u32)(u8)s[len != 1] << 8 | (u32)(u8)s[len >> 1] << 16 |
	        (u32)(u8)s[len - 1] << 24;
	return (c ^ len * 0x01000193u) * 0x9e3779b1u / (u32)((1ull << 32) / NSHAPE);
}
/* Most names are told from macros' by that, before they are hashed. */
static inline bool pp_may_have_shape(const struct pp *pp, const char *s, u32 len) {
	u32 shape = pp_shape(s, len);
	return pp->shape[shape / 64] >> shape % 64 & 1;
}
static inline bool pp_may_be_macro(const struct pp *pp, u32 hash) {
	u32 a = hash % NFILTER, b = hash / NFILTER % NFILTER;
	return pp->filter[a / 64] >> a % 64 & pp->filter[b / 64] >> b % 64 & 1;
}

/* lex.c */
enum pp_class {
	C_OTHER,
	C_ZERO,
	C_BLANK,
	C_NEWLINE,
	C_NAME,
	C_DIGIT,
	C_DOT,
	C_STRING,
	C_CHAR,
	C_SLASH,
	C_BACKSLASH,
	C_HASH,
	C_PERCENT,
	C_PUNCT,
};
extern const u8 pp_class[256];
static inline u32 pp_class_of(char c) {
	return pp_class[(u8)c];
}
static inline bool pp_is_word(char c) {
	u32 k = pp_class_of(c);
	return k == C_NAME || k == C_DIGIT;
}
/* The end of a word. What is read ends in SOURCE_TAIL zeros, be it a file or a copy. */
static inline const char *pp_word_end(const char *p) {
#ifdef __SSE2__
	for (;; p += 16) {
		__m128i v = _mm_loadu_si128((const __m128i *)(const void *)p);
		__m128i low = _mm_or_si128(v, _mm_set1_epi8(0x20));
		__m128i letter = _mm_and_si128(
			_mm_cmpgt_epi8(low, _mm_set1_epi8('a' - 1)),
			_mm_cmpgt_epi8(_mm_set1_epi8('z' + 1), low));
		__m128i digit = _mm_and_si128(_mm_cmpgt_epi8(v, _mm_set1_epi8('0' - 1)),
		                              _mm_cmpgt_epi8(_mm_set1_epi8('9' + 1), v));
		__m128i other = _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('_')),
		                             _mm_cmpeq_epi8(v, _mm_set1_epi8('$')));
		__m128i any = _mm_or_si128(_mm_or_si128(letter, digit),
		                           _mm_or_si128(other, v));
		u32 mask = (u32)_mm_movemask_epi8(any); /* v: what is not ASCII */
		if (mask != 0xffff)
			return p + __builtin_ctz(~mask);
	}
#else
	while (pp_is_word(*p))
		p++;
	return p;
#endif
}
/* Returns the length of a line splice at p, 0 for none. */
u32 pp_splice_at(const char *p);
static inline u32 pp_splice(const char *p) {
	return *p == '\\' ? pp_splice_at(p) : 0;
}
/* Reads the token at p, which is no white space or comment, and returns its end;
 * pp->crossed counts the ends of lines in it. */
const char *pp_lex_at(struct pp *pp, const char *p, const char *end, u32 base_at,
                      struct pp_token *t);
/* The end of a comment that begins at p; NULL if none does. *lines counts the ends of
 * lines in it. */
const char *pp_comment(struct pp *pp, const char *p, u32 *lines);
/* Reads the next token of the file, and obeys directives between arguments. */
void pp_lex(struct pp *pp, struct pp_token *t);
/* Reads one number's characters from p, or those of a literal from its quote. */
const char *pp_number_end(const struct pp *pp, const char *p);
/* Returns the end of a literal that has no splice, its end on this line; else NULL. */
const char *pp_literal_end(const char *p);
/* The same for a raw string: p is at the quote. */
const char *pp_raw_end(const char *p, const char *end, u32 *lines);
bool pp_is_prefix(const char *s, u32 len);
bool pp_is_raw_prefix(const char *s, u32 len);

/* define.c */
void pp_define(struct pp *pp);
void pp_undef(struct pp *pp);
void pp_define_option(struct pp *pp, const char *text);
void pp_set_macro(struct pp *pp, struct pp_name *n, struct pp_macro *m);

/* expand.c */
/* Returns the next token after macro expansion, PAD among them. */
void pp_get(struct pp *pp, struct pp_token *t);
/* The same without PAD. */
void pp_next(struct pp *pp, struct pp_token *t);
/* Prints from the token at pp->buf->at until the stretch without macros begins. */
void pp_expand_here(struct pp *pp);
void pp_push_tokens(struct pp *pp, const struct pp_token *t, u32 n,
                    struct pp_macro *macro);

/* After a message: one argument more in another is too much. */
bool pp_is_too_deep(struct pp *pp);
/* Forgets what is left of a directive's macros. */
void pp_drop_contexts(struct pp *pp, u32 n);

/* paste.c */
bool pp_paste(struct pp *pp, struct pp_token *left, const struct pp_token *right);
struct pp_token pp_stringize(struct pp *pp, const struct pp_token *t, u32 n);
/* Returns the text of a string literal as a text: without quotes and escapes. */
const char *pp_unquote(struct pp *pp, const struct pp_token *t, u32 *len);

/* builtin.c */
void pp_builtins_init(struct pp *pp);
/* Replaces the name of a built-in macro by its value. */
bool pp_builtin(struct pp *pp, const struct pp_macro *m, struct pp_token *t);

/* condition.c */
bool pp_condition(struct pp *pp, struct pp_name **guard);

/* directive.c */
/* Obeys the directive after the # at pp->buf->at; stops at the end of the line. */
void pp_directive(struct pp *pp);
void pp_close_file(struct pp *pp);
void pp_skip_line(struct pp *pp);

/* pragma.c */
void pp_pragma(struct pp *pp);
/* Obeys the text of a _Pragma. True if it is to be printed. */
bool pp_pragma_operator(struct pp *pp, const char *text, u32 len, u32 at);

/* include.c */
void pp_include_init(struct pp *pp);
void pp_include_end(struct pp *pp);
struct pp_file *pp_find_header(struct pp *pp, const char *name, u32 len, bool is_angled,
                               bool is_next);
struct pp_file *pp_find_option(struct pp *pp, const char *name);
struct pp_file *pp_memory_file(struct pp *pp, const char *name, const char *text,
                               size_t len);
struct pp_file *pp_source_file(struct pp *pp, const char *path);
/* Whether it would have no effect: #pragma once, or its guard is defined. */
bool pp_is_skipped(const struct pp *pp, const struct pp_file *f);
/* Reads a file, from its first to its last line. */
void pp_read(struct pp *pp, struct pp_file *f, u32 include_at);
/* Reads the name after #include or __has_include( ; false after a message. */
bool pp_header_name(struct pp *pp, const char *where, struct pp_token *t,
                    const char **name, u32 *len, bool *is_angled);

/* scan.c */
void pp_scan(struct pp *pp);
/* Skips to the #else, #elif or #endif at which reading goes on. */
void pp_skip_group(struct pp *pp);

/* print.c */
void pp_put_more(struct pp *pp, const char *s, size_t n);
static inline void pp_put(struct pp *pp, const char *s, size_t n) {
	if (pp->nout + n > pp->out_room) {
		pp_put_more(pp, s, n);
		return;
	}
	memcpy(pp->out + pp->nout, s, n);
	pp->nout += n;
}
static inline void pp_putc(struct pp *pp, char c) {
	if (pp->nout < pp->out_room)
		pp->out[pp->nout++] = c;
	else
		pp_put_more(pp, &c, 1);
}
/* A limit was passed: nothing more is read or put. */
static inline void pp_die(struct pp *pp) {
	pp->is_dead = true;
	pp->out_room = 0;
}
/* Makes the next character belong to this line of the current buffer, and to a system
 * header or not. */
void pp_sync(struct pp *pp, u32 line, u8 system);
/* The same for the token at a place in the buffer, which keeps its column. */
void pp_sync_column(struct pp *pp, u32 line, u8 system, const char *at);
void pp_marker(struct pp *pp, u32 line, const char *flags);
void pp_print_token(struct pp *pp, const struct pp_token *t);
void pp_print_pragma(struct pp *pp, const char *text, u32 len, u32 line);
bool pp_needs_space(const struct pp_token *a, const struct pp_token *b);

/* report.c */
/* Nothing after pp_die. The record may be a scratch one. */
struct diag_record *pp_error(struct pp *pp, u32 at, u32 len, enum diag_code code,
                             const char *fmt, ...) PRINTF_LIKE(5, 6);
/* Notes something in the user's files that compilers may warn of, and ours does not. */
void pp_doubt(struct pp *pp);
/* Nothing in system headers. The record may be a scratch one. */
struct diag_record *pp_warning(struct pp *pp, u32 at, u32 len, enum diag_code code,
                               const char *fmt, ...) PRINTF_LIKE(5, 6);
