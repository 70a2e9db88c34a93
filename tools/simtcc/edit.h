/* edit.h - the internals of rewriting the host half.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/map.h"
#include "lexer/cuda.h"
#include "tools/simtcc/rewrite.h"
#include "tools/simtrun/options.h"

enum { NONE = UINT32_MAX };

/* Text between two offsets is replaced. */
struct edit {
	u32 start, end;   /* offsets into the text; equal for an insertion */
	u32 seq;          /* order in which they were made, for insertions at one place */
	const char *text; /* NULL: blanks, as wide as what was there */
	u32 moved;        /* offset of text that is moved here, after `text`; or NONE */
	u32 moved_end;    /* its end */
};
VEC_TYPE(edits, struct edit);

/* A declaration in a namespace or a class, as context for what is found inside it. */
struct scope_range {
	u32 first, end, params, body, angle, angle_end;
	u8 quals;
	bool in_class;
};
VEC_TYPE(scope_ranges, struct scope_range);

struct rewrite_place {
	const char *file;
	u32 line, column;
};
VEC_TYPE(rewrite_places, struct rewrite_place);

/* A namespace or class around the current declaration. */
struct scope_name {
	const char *path;       /* "::a::b::" */
	const char *outer;      /* of the scope around a class; else NULL */
	const struct str *name; /* of a class; NULL if it has none */
	/* of struct A<T>::B { ... }: "A<T>::", and the name and scope of A; else NULL */
	const char *owner;
	const struct str *owner_name;
	const char *owner_path;
	u32 open;             /* of a class: its { */
	u32 angle, angle_end; /* < and > of a class's innermost header; NONE */
	bool is_class;
	bool has_bases; /* which an unqualified name is looked up in */
	bool is_local;  /* in an unnamed namespace */
};
VEC_TYPE(scope_names, struct scope_name);

/* A class or alias template, and the scope that declares it. */
struct template_name {
	const struct str *name;
	const char *path;
	bool in_class;
};
VEC_TYPE(template_names, struct template_name);

/* A function template, by its tokens. */
struct function_template {
	const char *path; /* of the scope that declares it */
	u32 params, angle, angle_end;
	u32 ntparam; /* its template parameters, before a pack */
	u32 before;  /* one of the same name, plus one; 0 */
	bool has_pack, is_last;
};
VEC_TYPE(function_templates, struct function_template);

/* `using namespace a::b;` in a namespace, or an inline namespace of it. */
struct using_directive {
	const char *path;      /* of the namespace */
	const char *nominated; /* "a::b::" */
};
VEC_TYPE(using_directives, struct using_directive);

/* The alias of a type that a class declares. */
struct member_alias {
	const struct str *name;
	const char *path;             /* of the class */
	const struct str *class_name; /* NULL if it has none */
	const char *class_path;       /* of the scope that declares the class */
};
VEC_TYPE(member_aliases, struct member_alias);

/* A template of a device variable. */
struct marked_name {
	const struct str *name;
	bool has_mark; /* or is not found by one */
};

/* Where the class begins that a base clause names. */
struct base_class {
	u32 named, open; /* tokens; open is its {, or NONE */
};

struct rewrite {
	struct arena *arena;
	const struct rewrite_options *opt;
	struct rewrite_result *out;
	const char *text; /* as given */
	u32 len, base;    /* base: offset of text[0] in the source space */
	struct cu_token_rec *t;
	u32 n;                /* tokens, without CU_END */
	struct cu_warns warn; /* of pragmas */
	bool *done; /* by token: whether it is a qualifier that was already replaced */
	struct edits edit;
	struct scope_ranges range; /* outer ones first */
	struct scope_names scope;  /* outer ones first; without the global one */
	u32 nclass;                /* classes so far */
	struct template_names templates;
	struct function_templates functions;
	struct map function_named; /* by name: its last in `functions`, plus one */
	struct using_directives directives;
	struct member_aliases aliases;
	struct rewrite_places lambda_place; /* of the lambdas so far */
	VEC(struct base_class) base_class;  /* those that were looked for */
	u32 ninvented;                      /* names made for parameters without one */
	/* where the last search for a line ended */
	u32 at, line;
	const char *file;
	u32 file_len;
	const char *flags;
	VEC(struct marked_name) marked;
	VEC(u32) variable;   /* tokens that declare device variables */
	bool has_variables;  /* there are some that host code may name */
	bool has_calls;      /* there are functions of the device, or kernels */
	bool has_intrinsics; /* the text has names of opt->intrinsics */
};

/* Qualifiers of a declaration. */
enum {
	QUAL_GLOBAL = 1 << 0,
	QUAL_DEVICE = 1 << 1,
	QUAL_HOST = 1 << 2,
	QUAL_CONSTANT = 1 << 3,
	QUAL_MANAGED = 1 << 4,
	QUAL_SHARED = 1 << 5,
};

/* A declaration in a namespace or a class; token indices. */
struct decl {
	u32 first, end;        /* end: one past the ; or the body */
	u32 specs;             /* after the template headers */
	u32 angle, angle_end;  /* < and > of the innermost header; NONE */
	bool is_template;      /* has a header with parameters */
	bool is_specialized;   /* template<> */
	bool is_instantiation; /* template without a header */
	bool in_class;
	u8 quals;
	u32 qual; /* the first qualifier that decides: __global__, __device__ ... */
	bool is_static, is_extern, is_inline, is_constexpr, is_const, is_friend, is_auto,
		is_typedef;
	bool has_class_key, has_bounds;
	u32 params;         /* ( of the parameter list; NONE if it is not a function */
	u32 name, name_end; /* the declarator-id of a function */
	u32 arrow;          /* trailing return type; NONE */
	u32 init;           /* = at the top level; NONE */
	u32 body;           /* { of a function's body; NONE */
};

/* A parameter, or a template parameter. */
struct param {
	const char *name;
	/* is_qualified: says const, volatile or restrict */
	bool is_pack, is_reference, is_qualified;
};
VEC_TYPE(params, struct param);

/* ---- rewrite.c ---- */

/* Sorts edits by their places; more may be added later. */
void sort_edits(struct rewrite *rw);
void edit_add(struct rewrite *rw, u32 start, u32 end, const char *text);
/* Replaces tokens [first, end) by `text`, or by blanks if it is NULL. */
void edit_tokens(struct rewrite *rw, u32 first, u32 end, const char *text);
/* Returns the text of tokens [first, end). */
const char *token_text(struct rewrite *rw, u32 first, u32 end);
/* The same on one line, with blanks for what is between tokens. */
const char *token_line(struct rewrite *rw, u32 first, u32 end);
static inline u32 token_at(const struct rewrite *rw, u32 i) {
	return rw->t[i].start - rw->base;
}
static inline u32 token_end(const struct rewrite *rw, u32 i) {
	return rw->t[i].end - rw->base;
}
static inline u32 token_kind(const struct rewrite *rw, u32 i) {
	return i < rw->n ? rw->t[i].kind : CU_END;
}
bool token_is(const struct rewrite *rw, u32 i, const char *word);
/* Whether it is __device__ or the like. */
bool is_qualifier(u32 kind);
/* Returns one past the closing bracket of the group that opens at i, or i if it has
 * none. */
u32 skip_group(const struct rewrite *rw, u32 i);
/* Returns what is past the statement at token i. */
u32 past_statement(const struct rewrite *rw, u32 i);
/* Returns the > for the < at i, before `end`, or NONE. */
u32 close_angle(const struct rewrite *rw, u32 i, u32 end);
/* Skips C++20 constraints before a declaration at i, `end` at most; they may have
 * braces. */
u32 skip_requires(const struct rewrite *rw, u32 i, u32 end);
/* Returns the < for the > at i, from `first` on, or NONE. */
u32 open_angle(const struct rewrite *rw, u32 i, u32 first);
struct rewrite_place place_of(struct rewrite *rw, u32 token);
/* Reports an error or a warning at a token; note may be NULL. */
void report_error(struct rewrite *rw, u32 token, enum diag_code code, const char *text,
                  const char *note);
void report_warning(struct rewrite *rw, u32 token, enum diag_code code, const char *text,
                    const char *note);

/* ---- the others ---- */

/* Walks the declarations of tokens [i, end). */
void scan_scope(struct rewrite *rw, u32 i, u32 end, bool in_class, u32 depth);
/* Returns where the declarator-id that ends before `end` begins (a::b<c>::name,
 * operator(), ~name), or NONE. */
u32 find_name(const struct rewrite *rw, u32 first, u32 end);
/* After scan_scope: walks the members of classes in host functions. */
void scan_local_classes(struct rewrite *rw);
void rewrite_decl(struct rewrite *rw, const struct decl *d);
/* An element of a declarator list: tokens [first, end); [init, end) is the
 * initialiser. */
struct declarator {
	u32 first, end, init, name; /* name may be NONE */
};
struct declarator find_declarator(const struct rewrite *rw, u32 first, u32 end);
/* Whether the words before the first name make a builtin type. */
bool is_number(const struct rewrite *rw, const struct decl *d, u32 name);
/* mark.c: what declares a stub's mark. */
extern const char stub_mark[];
/* Whether the host half tells which instances of a template of device variables there
 * are. What is constant is not written to or read by its symbol. */
bool has_instances(const struct rewrite *rw, const struct decl *d);
/* Whether it is such a template, a specialisation or an instance, to be found by its
 * mark. */
bool is_marked(const struct rewrite *rw, const struct decl *d);
/* Lets the shadow's initialiser make an object of the shadow's mark. */
void mark_variable(struct rewrite *rw, const struct decl *d);
/* alias.c: enters the scope that a { opens, of the class that d declares, or whose head
 * is tokens [first, open); pop_scope leaves it. */
void push_class(struct rewrite *rw, const struct decl *d, u32 open);
void push_namespace(struct rewrite *rw, u32 first, u32 open);
/* Drops the first :: of the class name in tokens [first, open). */
void drop_global_scope(struct rewrite *rw, u32 first, u32 open);
void pop_scope(struct rewrite *rw);
/* Records the template that a declaration declares. */
void note_template(struct rewrite *rw, const struct decl *d);
/* The scope that was entered last. */
const char *path_here(const struct rewrite *rw);
/* pack_order.c: lets the function template of a declaration that has a pack lose to one
 * that has none. */
void order_packs(struct rewrite *rw, const struct decl *d);
/* Records what `using a::b;` and `using namespace a;` make known. */
void note_using(struct rewrite *rw, const struct decl *d);
/* Qualifies each A<...> in `using A = A<...>` and `using A = B<A<...>>` of a class, and
 * in `using A = A` of a class within the one that declares A. */
void rewrite_alias(struct rewrite *rw, const struct decl *d);
/* Qualifies the result A of `A A();` in a class within the one that declares A. */
void qualify_result(struct rewrite *rw, const struct decl *d);
/* Returns the parameters between the brackets. Those without a name get one if name_all,
 * else NULL. */
struct params find_params(struct rewrite *rw, u32 open, u32 close, bool name_all);
void drop_pack_qualifiers(struct rewrite *rw, u32 open, u32 close);
/* Returns the name in the declarator of tokens [first, end), which has no initialiser, or
 * NONE. */
u32 find_declarator_name(const struct rewrite *rw, u32 first, u32 end);
/* Returns the = in a list element of tokens [first, end), or its end. */
u32 find_default(const struct rewrite *rw, u32 first, u32 end);
/* Returns one past the list element that begins at i. */
u32 param_end(const struct rewrite *rw, u32 i, u32 close);
struct params find_template_params(struct rewrite *rw, u32 open, u32 close);
/* Returns the arguments that are the parameters, as a template names itself with. */
const char *own_arguments(struct rewrite *rw, u32 open, u32 close);
/* The parameters between < and >, with names and without defaults, and these arguments.
 */
struct template_copy {
	const char *params, *args;
};
struct template_copy copy_template_params(struct rewrite *rw, u32 open, u32 close);
/* Whether the arguments between < and > at tokens args are the template's own parameters,
 * those between open and close, in their order. */
bool are_own_params(const struct rewrite *rw, u32 open, u32 close, u32 args,
                    u32 args_end);
/* Whether a template parameter between < and > has the name. */
bool is_template_param(const struct rewrite *rw, u32 open, u32 close,
                       const struct str *name);
void rewrite_launch(struct rewrite *rw, u32 launch);
/* statement.c: whether token i, in a function or its parameters (from `params` on),
 * declares the name that it is. */
bool token_declares(const struct rewrite *rw, u32 i, u32 params);

/* Whether the token is the `{` of an enumeration. */
bool opens_enumerators(const struct rewrite *rw, u32 open);
void rewrite_lambdas(struct rewrite *rw);
/* call.c: records the functions that a name means, and reports host code that calls those
 * of the device. */
void note_callable(struct rewrite *rw, const struct decl *d);
/* Whether a declaration before has made the name at token i that of a function template.
 */
bool is_function_template(const struct rewrite *rw, u32 i);
void check_calls(struct rewrite *rw);
/* Whether the name at token i is evaluated, and not in decltype(f(x)) or the like. */
bool is_evaluated(const struct rewrite *rw, u32 first, u32 i);
/* access.c: records a device variable, whose name is a token, and reports host code that
 * reads or writes one. */
void note_device_variable(struct rewrite *rw, const struct decl *d, u32 name);
void check_accesses(struct rewrite *rw);
/* intrinsic.c: finds the intrinsics that the text names, before the declarations are
 * scanned. */
void find_intrinsics(struct rewrite *rw, const struct strtab *names);
/* Records functions that host code declares itself. */
void note_function(struct rewrite *rw, const struct decl *d);
/* Declares the intrinsics that the text still names after all other edits. */
void declare_intrinsics(struct rewrite *rw);
