/* sema.h - the state of the semantic analysis of the device half of a file: what is being
 * checked, the queue of bodies still to be checked, and errors. It is demand-driven: a
 * declaration is found by name, resolved when its kind and type are wanted, completed (a
 * class) when its members or size are wanted, and its body is checked when a kernel can
 * reach it. Templates are never checked themselves: an instance is the template's syntax
 * read again in a scope that binds the parameters.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/syntax/parse.h"
#include "parser/cuda/tree/ast.h"
#include "parser/cuda/tree/unit.h"

/* The instantiations that are under way, for the notes of diagnostics. */
struct cinst_trace {
	struct cinst_trace *outer;
	struct cdecl *decl;
	struct loc loc; /* where it was asked for */
};

enum {
	/* nested instantiations, constant evaluations and calls of the checker */
	CHECK_DEPTH_MAX = 400,
	/* candidates that endless substitutions may remove */
	CHECK_ENDLESS_MAX = 100
};

/* The object that a list makes while a default initialiser of its members is checked,
 * which may name `this` ([class.mem]/6, [dcl.init.aggr]/5). */
struct init_self {
	const struct ctype *cls;
	const struct cfunc_state *fn; /* the function around the list */
	struct cdecl *var;            /* holds `this`; NULL: not named yet */
};

struct sema {
	struct cunit *u;
	struct arena *a;
	/* a stack of what nothing refers to after a function returns: candidates of
	 * a call, arguments of a template-id (arena_mark) */
	struct arena temp;
	struct ctypes *t;
	struct map parsed;      /* first token -> declaration's syntax */
	struct map body;        /* first token -> body's syntax */
	struct map local_class; /* (class syntax, scope) -> its cdecl */
	struct map unexpanded;  /* places of packs, + 1 -> whether told */
	struct map like_named;  /* scope or function, and name -> how many classes */
	struct map once; /* (lambda or statement expression, scope) -> its expression */
	struct cscope_late late; /* declares implicit members of classes */
	struct map bound_decl;   /* hash of parameter and argument -> bound_decl's */
	struct map bound_scope;  /* hash of template and arguments -> template_scope's */
	struct map tparam_names; /* list of template parameters -> their names */
	struct map synth;        /* template -> its made-up arguments */
	struct map order;        /* two templates -> which is more special */
	struct map objects;      /* hash of type and value -> template argument */
	u32 nobject;
	u64 node_bytes;        /* of all nodes of expressions made so far */
	u32 ninit;             /* initialisers of variables checked so far */
	struct map befriended; /* name -> where `friend class` has it */
	bool were_friends_listed;
	struct map parts;       /* hash of object, offset and type -> parts of objects */
	struct map known;       /* name -> what the compiler knows of the function */
	struct map abbreviated; /* function definition -> the template that it is */
	struct map warned;      /* place and code of each warning */
	struct map guides;      /* class template -> its deduction guides */
	struct map made_up;     /* (made-up type, T::name) -> made-up type */
	struct map dispatcher;  /* virtual function -> class_dispatcher's */
	struct map inheriting;  /* (class, constructor of a base) -> its own */
	struct map delegates;   /* constructor -> the one that it delegates to */
	struct map vectors;     /* array -> the class of a vector of these elements */
	struct map memfn; /* pointer to member function -> the class that represents it */
	struct map qualified; /* name -> members defined outside of their class, made when
	                         first asked for */
	struct cfunc_state *fn;
	const struct cscope *here; /* the scope of what is checked, for access */
	struct cinst_trace *trace;
	struct cdecls pending; /* functions whose bodies are still to be checked */
	bool is_uncalled; /* what is checked now never runs: it may name host entities */
	struct cdecls uncalled;  /* lambdas' operators and local classes of device
	                            functions: used or not */
	struct cdecls instances; /* of class templates of a program without a host half:
	                            what their members are is still to be checked */
	u32 quiet;               /* > 0: errors only set `failed` (in a substitution) */
	bool failed;
	u32 depth;
	u32 nendless;        /* substitutions that were too deep */
	bool is_too_deep;    /* reported: nothing else is */
	struct cdecl *asker; /* what is being checked, on whose behalf others are used */
	u32 nesting;         /* of the asker */
	u32 unevaluated;     /* inside sizeof, decltype, noexcept: nothing is used */
	bool wants_place;    /* the name that is read next stands after & */
	u32 not_reached;     /* inside an operand that a constant excludes: no warnings */
	u32 nanon;
	s8 own_delete; /* whether the program declares an operator delete: 1, -1; 0: not
	                  known */
	bool is_func_args; /* template arguments are read that are, or may be, those of a
	                      function */
	bool exact_call;   /* the call being built names its function, virtual or not */
	bool hands_on;     /* ... passes the parameters of a function on to another one */
	u32 const_depth;
	const struct ctype *base; /* the base class that is being initialised, or NULL */
	u32 only_public; /* > 0: in the definition of a concept or a trait, which may only
	                    access public members */
	u32 in_const;    /* constant evaluation running */
	u32 in_order;    /* made-up template arguments are around: bounds of arrays may be
	                    made up, and no body of a function that has such arguments is
	                    checked */
	const struct syn *opaque; /* of a template-id: the arguments that have no type for
	                             made-up ones are types of their own */
	u32 callee_depth; /* > 0: a name is called, so it need not be declared before that
	                   */
	struct init_self *self; /* NULL: no such initialiser is being checked */
	struct loc site; /* where the default argument or initialiser being checked is
	                    used; else nowhere */
	u32 in_user_conversion; /* a user-defined conversion is being looked for: there is
	                           at most one */
	u32 in_list_conversion; /* a conversion of a braced list is being looked for,
	                           which may narrow ([over.best.ics]) */
	struct {
		/* op_new, op_delete: [1] is of arrays */
		struct str *operator_call, *this_, *operator_assign, *begin, *end, *ctor,
			*dtor, *conversion, *op_new[2], *op_delete[2];
	} name;
};

/* Reports, or in a substitution only remembers the failure. */
struct diag_record *check_error(struct sema *c, struct loc loc, enum diag_code code,
                                const char *fmt, ...) PRINTF_LIKE(4, 5);
void check_warning(struct sema *c, struct loc loc, enum diag_code code, const char *fmt,
                   ...) PRINTF_LIKE(4, 5);
void check_note(struct sema *c, struct diag_record *r, const char *fmt, ...)
	PRINTF_LIKE(3, 4);
const char *check_type_text(struct sema *c, const struct ctype *t);

/* Whether the program is C++17 or later, as it is without -std. */
static inline bool is_cxx17(const struct sema *c) {
	u32 standard = c->u->opt->standard;
	return !standard || standard >= 17;
}

/* Whether template arguments are all that C++20 allows; nvcc keeps to the rules of C++17
 * before. */
static inline bool is_cxx20(const struct sema *c) {
	return c->u->opt->standard >= 20;
}

/* Returns the key in map `once` of the syntax s, checked in the scope `at`. */
static inline u64 once_key(const struct syn *s, const struct cscope *at) {
	return (uintptr_t)s * 0x9e3779b97f4a7c15u ^ (uintptr_t)at;
}

/* Between these, errors are not reported. `begin` returns what `end` must get; `end`
 * returns whether there was an error. */
static inline bool quiet_begin(struct sema *c) {
	bool failed = c->failed;
	c->quiet++;
	c->failed = false;
	return failed;
}

static inline bool quiet_end(struct sema *c, bool failed) {
	bool here = c->failed;
	c->quiet--;
	c->failed = failed;
	return here;
}

/* All that is used until check_answer is used on behalf of d, an instance or a
 * function. */
struct casker {
	struct cdecl *asker;
	u32 nesting;
};

struct casker check_ask(struct sema *c, struct cdecl *d, struct loc loc);
void check_answer(struct sema *c, struct casker before);
/* Counts the nesting. False (and an error) when it is too deep. */
bool check_enter(struct sema *c, struct loc loc);
void check_leave(struct sema *c);
/* Marks d to be lowered. */
void check_emit(struct sema *c, struct cdecl *d);
/* Reports that device code names a variable of the host. False in a constexpr function
 * that may run in constant expressions only: it is reported once device code calls that.
 */
bool check_host_var(struct sema *c, struct cdecl *d, struct loc loc);
/* Queues the function's body to be checked, and to be emitted if it is used at run
 * time. */
void check_use(struct sema *c, struct cdecl *d, struct loc loc);
/* Reports an error if the destructor of the class is deleted. */
void check_dtor_deleted(struct sema *c, const struct ctype *t, struct loc loc);
/* Reports an error if an object of the type, which is made here, cannot be destroyed. */
void check_destructible(struct sema *c, const struct ctype *t, struct loc loc);
/* Checks an implicit destruction: at the end of a block, of another object, by delete.
 * Returns the destructor to call, NULL if it is trivial. */
struct cdecl *check_destroyed(struct sema *c, const struct ctype *t, struct loc loc);

/* Makes a node of syntax that is not in the text, with `nkid` children that are NULL. */
struct syn *syn_made(struct sema *c, enum syn_kind kind, struct loc loc, u32 nkid);
