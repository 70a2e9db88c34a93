/* lambda.h - an extended lambda while it is rewritten: lambda.c and its parts.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tools/simtcc/edit.h"

struct capture {
	const char *name;
	const char *value; /* the initialiser of an init-capture; else the name */
};
VEC_TYPE(captures, struct capture);

/* A declaration of the function around that the lambda names, or one of these. */
struct local {
	const struct str *name; /* NULL: names of a namespace */
	u32 first, end;         /* the statement */
	bool is_type, is_named;
	bool is_copied; /* a type: into the class */
	bool is_around; /* names of a namespace: also in one around the class */
};
VEC_TYPE(locals, struct local);

/* A template parameter or a type around it, of the function or the class: a parameter of
 * its class. */
struct around {
	const char *declared, *name;
	const char *given; /* the argument; NULL: its name */
	enum around_kind {
		AROUND_ONE,
		AROUND_PACK, /* the last parameter ([temp.param]/14), so the first pack */
		AROUND_TYPES, /* a further pack, which is deduced from one type */
		AROUND_VALUES
	} kind;
};
VEC_TYPE(around_list, struct around);

/* A name in the lambda that needs a text before it where it is copied. */
struct member_use {
	u32 at; /* its token */
	const char *before;
	bool is_instead; /* of the token */
};
VEC_TYPE(member_uses, struct member_use);

struct lambda {
	u32 open, close; /* [ and ] */
	u32 params;      /* (, or NONE */
	u32 rest;        /* after the parameters and `mutable`: -> type, body */
	u32 body, end;   /* {, and one past } */
	bool is_host, is_mutable, has_result;
	bool has_namespace; /* around its class */
	bool names_static;  /* members of a class around */
	/* The declarations around it; function is NULL in an initialiser. */
	const struct scope_range *top, *function;
	struct captures captures;
	struct around_list around;
	struct locals locals;
	struct member_uses uses; /* in the order of the text */
};

/* Gives the token at `at` of the lambda a text before it, where it is copied. */
struct member_use *lambda_add_use(struct rewrite *rw, struct lambda *l, u32 at,
                                  const char *before);

/* ---- lambda_around.c ---- */

bool lambda_is_in(const struct lambda *l, const struct scope_range *r);
/* Finds the declarations around that its class needs, and the template parameters. */
void lambda_find_around(struct rewrite *rw, struct lambda *l);
bool lambda_has_parameter(const struct lambda *l, const char *name);
/* Adds a template parameter, unless there is one of the name. */
void lambda_add_parameter(struct rewrite *rw, struct lambda *l, const char *declared,
                          const char *name);
/* Makes a parameter of each decltype(...) among the lambda's parameters that names a
 * variable around it, for which the class has nothing. */
void lambda_find_decltypes(struct rewrite *rw, struct lambda *l);
/* Whether the name is a constant where the lambda is: no variable hides it. */
bool lambda_sees_constant(const struct rewrite *rw, const struct lambda *l,
                          const struct str *name);
/* A declaration is copied for any name that it declares. Constants and enumerators of it
 * that the lambda hides get another name there. */
void lambda_rename_hidden(struct rewrite *rw, struct lambda *l);

/* ---- lambda_capture.c ---- */

/* Finds what it captures, and how its body names that; false: an error is reported. */
bool lambda_find_captures(struct rewrite *rw, struct lambda *l);
bool lambda_has_capture(const struct lambda *l, const char *name);
/* Returns the { of the class whose members the host's body of the lambda names through
 * __simt_this, or NONE. */
u32 lambda_host_class(const struct rewrite *rw, const struct lambda *l);

/* ---- lambda_lookup.c ---- */

/* Whether tokens from `first` to the one before `end` declare the name; params: the ( of
 * the function's parameters, or NONE. */
bool name_is_declared(const struct rewrite *rw, u32 params, u32 first, u32 end,
                      const struct str *name);
/* Returns the token of the last declaration of the name that is visible at token `end`,
 * not in blocks, classes and lambdas that end before; NONE: there is none. */
u32 name_declaration(const struct rewrite *rw, u32 params, u32 first, u32 end,
                     const struct str *name);
bool name_is_visible(const struct rewrite *rw, u32 params, u32 first, u32 end,
                     const struct str *name);
/* Whether the name at token i is looked up in an object's class or after `::`. */
bool name_is_qualified(const struct rewrite *rw, u32 i);
/* Whether tokens from `first` to the one before `end` use the name, not qualified. */
bool name_is_used(const struct rewrite *rw, const struct str *name, u32 first, u32 end);

/* Returns the { of the innermost class around token `at`, or NONE. */
u32 class_enclosing(const struct rewrite *rw, u32 at);
/* Returns the { of the class around whose member function has the lambda, or NONE. */
u32 class_of_lambda(const struct rewrite *rw, const struct lambda *l);
/* Returns the { of the next base of the class whose { is at `open`; *at is where the
 * search goes on, at first NONE. NONE: there is none any more. Left out are bases that
 * this file does not define, and those that depend on a template's parameter, in which
 * names are not looked up ([temp.dep]/3). */
u32 class_next_base(struct rewrite *rw, u32 open, u32 *at);
/* Returns the name of the class whose { is at `open`; NULL: it has none. */
const char *class_name_at(const struct rewrite *rw, u32 open);
/* Whether the class itself declares the name; *is_static: whether it declares the
 * function static. */
bool class_declares(const struct rewrite *rw, u32 open, const struct str *name,
                    const struct str *function, bool *is_static);
/* Returns the { of the class or base of it that declares the name, or NONE. */
u32 class_having(struct rewrite *rw, u32 open, const struct str *name);
/* Whether all that the class declares by the name belongs to the class and to no object:
 * static functions and variables, enumerators. */
bool class_has_static(const struct rewrite *rw, u32 open, const struct str *name,
                      bool *is_template);
