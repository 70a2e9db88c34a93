/* checker.h - what the files of the checker share.
 * The checker is demand-driven. A declaration is found by name, resolved when somebody
 * wants its kind and type, completed (a class) when somebody wants its members or size,
 * and its body checked when a kernel can reach it. Templates are never checked
 * themselves: an instance is the template's syntax read again in a scope that binds the
 * parameters.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/check.h"
#include "parser/cuda/syntax/parse.h"

/* A variable that a jump into its scope would leave without its value. */
struct clive {
	struct clive *outer;
	struct cdecl *decl;
	u32 depth;
	const struct cswitch
		*told; /* the switch of which a label is known to bypass it */
};

VEC_TYPE(clives, const struct clive *);

struct cjump {
	struct clabel *to;
	struct clive *live;
	struct loc loc;
};

struct ccase {
	s64 low, high;
	struct loc loc;
};

struct cswitch {
	struct clive *live; /* at its start */
	VEC(struct ccase) label;
	struct clives bypassed; /* what its labels leave without a value */
	bool has_default;
};

/* The function whose body is being checked. */
struct cfunc_state {
	struct cfunc_state *outer;
	struct cdecl *func;
	struct cscope *scope;       /* of its parameters */
	const struct ctype *result; /* CT_AUTO until a return statement tells */
	const struct ctype *declared_result;
	bool deduces_result;
	struct map label; /* struct str * -> struct clabel * */
	u32 loop_depth, switch_depth;
	struct cswitch *sw;      /* the innermost */
	struct clive *live;      /* initialised variables of the scopes around */
	VEC(struct cjump) jumps; /* every goto */
	const struct ctype *switch_type;
	struct cdecl *returned; /* what every return statement so far returns */
	bool returns_others;    /* ... but for one */
	VEC(struct cstmt *) returns;
	VEC(struct cdecl *) locals; /* declared by statements, to be warned of */
	const struct syn *value;    /* the statement that gives a ({ }) its value */
	bool has_inner;             /* lambdas or classes */
	bool has_unseen;            /* a branch of an if constexpr was not looked at */
	struct cdecl
		*lambda; /* the closure class whose call operator `func` is, or NULL */
};

/* What is being instantiated, for the notes of diagnostics. */
struct cinst_trace {
	struct cinst_trace *outer;
	struct cdecl *decl;
	struct loc loc; /* where it was asked for */
};

enum {
	CHECK_DEPTH_MAX = 400, /* nested instantiations, constant evaluations and calls of
	                          the checker */
	CHECK_ENDLESS_MAX =
		100 /* candidates that a substitution which does not end may remove */
};

struct check {
	struct cunit *u;
	struct arena *a;
	struct ctypes *t;
	struct map parsed;      /* first token -> declaration's syntax */
	struct map body;        /* first token -> body's syntax */
	struct map local_class; /* (class syntax, scope) -> its cdecl */
	struct map once; /* (lambda or statement expression, scope) -> its expression */
	struct map
		objects; /* hash of type and value -> template arguments of class type */
	u32 nobject;
	struct map known;      /* name -> what the compiler knows of the function */
	struct map warned;     /* place and code of each warning */
	struct map guides;     /* class template -> its deduction guides */
	struct map dispatcher; /* virtual function -> the one that calls it through its
	                          table */
	struct map inheriting; /* (class, constructor of a base) -> its own */
	struct map memfn; /* pointer to member function -> the class that stands for it */
	struct map qualified; /* name -> members defined outside of their class, made when
	                         first asked for */
	struct cfunc_state *fn;
	struct cinst_trace *trace;
	struct cdecls pending; /* functions whose bodies are still to be checked */
	bool is_uncalled; /* what is checked now never runs: it may name what the device
	                     has not */
	struct cdecls uncalled; /* lambdas' operators and local classes of device
	                           functions: used or not */
	u32 quiet; /* > 0: errors only set `failed` (substitution of template arguments)
	            */
	bool failed;
	u32 depth;
	u32 nendless;        /* substitutions that were too deep */
	bool is_too_deep;    /* reported: nothing else is */
	struct cdecl *asker; /* what is being checked, in whose name others are used */
	u32 nesting;         /* its */
	u32 unevaluated;     /* inside sizeof, decltype, noexcept: nothing is used */
	u32 nlambda, nanon;
	s8 own_delete;   /* whether the program declares an operator delete: 1, -1; 0: not
	                    known */
	bool exact_call; /* the call being built names its function, virtual or not */
	u32 const_depth;
	u32 only_public;  /* > 0: in the definition of a concept or a trait, which may
	                     access no more */
	u32 in_const;     /* constant evaluation running */
	u32 in_order;     /* partial ordering running: bounds of arrays are made up */
	u32 callee_depth; /* > 0: a name is called, so it need not be declared where it
	                     stands */
	struct loc site;  /* of use, of the default argument or initialiser at hand; else
	                     nowhere */
	u32 in_user_conversion; /* a user-defined conversion is being looked for: there is
	                           at most one */
	struct {
		struct str *operator_call, *this_, *operator_assign, *begin, *end, *ctor,
			*dtor, *conversion, *op_new[2],
			*op_delete[2]; /* [1]: of arrays */
	} name;
};

/* ---- errors (check.c) ---- */
/* Reports, or in a substitution only remembers the failure. */
struct diag_record *check_error(struct check *c, struct loc loc, enum diag_code code,
                                const char *fmt, ...) PRINTF_LIKE(4, 5);
void check_warning(struct check *c, struct loc loc, enum diag_code code, const char *fmt,
                   ...) PRINTF_LIKE(4, 5);
/* warn/unused.c: variables of the function that nothing refers to, or that are only
 * assigned to. */
void unused_note_local(struct check *c, struct cdecl *d, const struct syn *specs);
void unused_note_set(struct check *c, const struct cexpr *assigned);
void unused_warn(struct check *c);
/* warn/unset.c: variables that are read in front of everything that may set them. */
void unset_warn(struct check *c, struct cdecl *f);
void unused_warn_internal(struct check *c, struct cdecl *d); /* of a namespace */
/* warn/printf.c: a literal format against the arguments behind it, which are promoted;
 * the location of the call. */
void printf_warn(struct check *c, const struct cexpr *text, struct cexpr **arg, u32 n,
                 struct loc call);
/* decl/annotation.c: members that are defaulted, all of the unit's; a kernel that is
 * inline; the declarations of a device function of a namespace, in their order; a member
 * and its definition outside of its class. */
void warn_annotations(struct check *c);
void warn_inline_kernel(struct check *c, const struct cdecl *d);
void warn_spaces(struct check *c, struct cdecl *d);
void warn_redeclared_space(struct check *c, const struct cdecl *first,
                           const struct cdecl *second);
/* warn/warn.c: what is legal and hardly meant. */
/* A constant is converted to the type without a cast; as an operand, of which only the
 * sign is looked at. */
void warn_constant(struct check *c, const struct cexpr *e, const struct ctype *to);
void warn_operand(struct check *c, const struct cexpr *e, const struct ctype *to);
void warn_overflow(struct check *c, enum cexpr_kind kind, const struct cexpr *a,
                   const struct cexpr *b, struct loc loc);
void warn_shift(struct check *c, const struct ctype *t, const struct cexpr *count);
void warn_no_effect(struct check *c, const struct cexpr *e);
void warn_assigned(struct check *c, const struct cexpr *condition);
void warn_result_quals(struct check *c, const struct cdecl *f, const struct syn *specs,
                       const struct syn *declarator);
void warn_returned(struct check *c, const struct cexpr *e, const struct ctype *t);
void check_note(struct check *c, struct diag_record *r, const char *fmt, ...)
	PRINTF_LIKE(3, 4);
const char *check_type_text(struct check *c, const struct ctype *t);
/* Where map `once` has what has been checked there. */
static inline u64 once_key(const struct syn *s, const struct cscope *at) {
	return (uintptr_t)s * 0x9e3779b97f4a7c15u ^ (uintptr_t)at;
}

/* Between these, errors are only remembered. `begin` gives what `end` must get back;
 * `end` tells whether there was one. */
static inline bool quiet_begin(struct check *c) {
	bool failed = c->failed;
	c->quiet++;
	c->failed = false;
	return failed;
}

static inline bool quiet_end(struct check *c, bool failed) {
	bool here = c->failed;
	c->quiet--;
	c->failed = failed;
	return here;
}

/* Whatever is used until check_answer is used on behalf of d, an instance or a function.
 */
struct casker {
	struct cdecl *asker;
	u32 nesting;
};
struct casker check_ask(struct check *c, struct cdecl *d, struct loc loc);
void check_answer(struct check *c, struct casker before);
/* Counts the nesting. False (and an error) when it is too deep. */
bool check_enter(struct check *c, struct loc loc);
void check_leave(struct check *c);
/* Makes sure that the function's body is checked some time / now, and that it is emitted
 * if used at run time. */
/* All that is wanted for its own sake: checked, and emitted or queued (root.c). */
void check_roots(struct check *c);
/* A lambda's operator or a local class that the current function has declared: if it is
 * device code, it is checked even when nothing calls it. */
void check_later(struct check *c, struct cdecl *d);
void check_uncalled(struct check *c);
/* d will be lowered. */
void check_emit(struct check *c, struct cdecl *d);
void check_use(struct check *c, struct cdecl *d, struct loc loc);
/* An error if the destructor of the class is deleted. */
void check_dtor_deleted(struct check *c, const struct ctype *t, struct loc loc);
/* Somebody will have to destroy the object that is made. */
void check_destructible(struct check *c, const struct ctype *t, struct loc loc);
/* An object dies where nobody says so: at the end of a block, of another object, by
 * delete. Gives the destructor that has to run, NULL if none does. */
struct cdecl *check_destroyed(struct check *c, const struct ctype *t, struct loc loc);
void check_body(struct check *c, struct cdecl *f);
/* What a return statement has told of a deduced result: the function may be called behind
 * it. */
void check_result(struct check *c, struct cdecl *f, const struct ctype *result);

/* ---- names (lookup.c) ---- */
struct cdecl *lookup(struct check *c, struct cscope *at, struct str *name,
                     struct loc loc);
/* `first` is what was found from `at`, or in the namespace `in` that a qualified name
 * names: adds the functions of that name that are found beside it, in inline namespaces
 * and by way of using-directives. */
void lookup_more(struct check *c, struct cscope *at, struct cscope *in, struct str *name,
                 const struct cdecl *first, u32 before, struct cdecls *out);
/* In a scope itself; classes are completed and their bases searched. */
struct cdecl *lookup_in(struct check *c, struct cscope *s, struct str *name);
/* The same of a part of a name that stands for a type: the class's own name and its
 * bases' are in its scope, too. */
struct cdecl *lookup_type_in(struct check *c, struct cscope *s, const struct syn *part);
/* The same of a scope on the way outwards from `before`; not an alias that is in its own
 * type, where its name is not there yet ([basic.scope.pdecl]/3). */
struct cdecl *lookup_around(struct check *c, struct cscope *s, struct str *name,
                            u32 before);
struct cdecl *lookup_member(struct check *c, const struct ctype *cls, struct str *name,
                            struct loc loc);
/* Follows using-declarations and resolves: the declaration itself. Never CDECL_USING or
 * UNPARSED. */
struct cdecl *decl_of(struct check *c, struct cdecl *d);
/* The namespace or class that a QUALIFIED's leading parts name. NULL: reported if
 * `report`. */
struct cscope *lookup_scope(struct check *c, struct cscope *at, struct syn *qualified,
                            u32 nparts, bool report);
/* A declaration set for an id-expression: first declaration, last name part in `*last`,
 * class it was looked up in (or NULL) in `*in`. NULL: none (nothing reported). */
struct cdecl *lookup_id(struct check *c, struct cscope *at, struct syn *id,
                        struct syn **last, struct cscope **in);
/* Adds the functions that argument-dependent lookup finds. */
void lookup_adl(struct check *c, struct str *name, struct cexpr **arg, u32 narg,
                struct cdecls *out);
struct str *name_of_id(
	struct check *c,
	struct syn *id); /* the name under which an id is declared: "operator+", "~X" */
const char *op_spelling(u16 op);
struct cdecl *class_of_scope(struct cscope *s); /* the innermost class around, or NULL */
struct cscope *scope_outside_template(struct cscope *s);

/* ---- types of syntax (decl/type.c) ---- */
struct declarator_info {
	struct syn *id;   /* the declared id, NULL when abstract */
	struct syn *func; /* the D_FUNC directly around the id, or NULL */
	struct loc loc;
	bool is_pack;
	struct syn *binding;
};
const struct ctype *type_of_specs(struct check *c, struct cscope *at, struct syn *specs);
const struct ctype *type_of_declarator(struct check *c, struct cscope *at,
                                       const struct ctype *base, struct syn *declarator,
                                       struct declarator_info *info);
/* ... of what a typedef names: a function type with its noexcept. */
/* The type where nothing can be deduced; with 'auto' in it that is an error. */
const struct ctype *refuse_auto(struct check *c, const struct ctype *t, struct loc loc);
const struct ctype *type_of_typedef(struct check *c, struct cscope *at,
                                    const struct ctype *base, struct syn *declarator,
                                    struct declarator_info *info);
const struct ctype *type_of_expr(struct check *c, struct cscope *at, struct syn *e);
const struct ctype *type_of_type_id(struct check *c, struct cscope *at,
                                    struct syn *type_id);
const struct ctype *type_of_id(struct check *c, struct cscope *at, struct syn *id,
                               bool report);
/* `_Complex of`: an instance of a class template of the device's headers. */
const struct ctype *complex_type(struct check *c, const struct ctype *of, struct loc loc);
/* What such a type is made of; NULL: it is none. */
const struct ctype *complex_part(const struct ctype *t);
struct declarator_info declarator_peek(struct syn *declarator); /* names only, no types */
/* The class or enum that CLASS/ENUM syntax declares in the scope. */
struct cdecl *declare_class(struct check *c, struct cscope *at, struct syn *cls);
struct cdecl *declare_enum(struct check *c, struct cscope *at, struct syn *en);
/* A made-up argument that is equal to itself alone, for a parameter. */
struct ctarg synth_arg(struct check *c, struct syn *param);
/* Adds "did you mean" to an error about `name`, of the names seen from `at`; r may be
 * NULL. */
void check_suggest(struct check *c, struct diag_record *r, struct cscope *at,
                   const char *name);
void refuse_typedef_attrs(struct check *c, struct cscope *at, struct syn *specs,
                          const struct ctype *t);
void attrs_of_specs(struct check *c, struct cscope *at, struct syn *specs,
                    struct cdecl *d);

/* ---- declarations (declare.c) ---- */
void decl_resolve(struct check *c, struct cdecl *d);
/* Declares what a SIMPLE_DECL, FUNC_DEF, TEMPLATE... of a class says. */
void declare_member(struct check *c, struct cscope *cls, struct syn *member, u8 access);
/* using enum E; in a class or block: the enumerators become names of `to`. */
void use_enum(struct check *c, struct cscope *to, struct cscope *at, struct syn *s,
              u8 access);
void declare_func(struct check *c, struct cdecl *d, struct cscope *at, struct syn *specs,
                  struct syn *declarator, struct syn *def);
/* Makes d's parameter variables in d->inner. Pack parameters of instances are expanded.
 */
void declare_params(struct check *c, struct cdecl *d, struct syn *d_func);
/* A namespace-scope or static variable: type and space; the initialiser is checked by
 * decl_var_init. */
void decl_var_init(struct check *c, struct cdecl *d);
void check_redeclared_var(struct check *c, struct cdecl *d); /* against those before it */
struct cdecl *func_definition(struct check *c, struct cdecl *f);
/* What an extern declaration of a namespace's variable declares, if this unit defines it;
 * else the same. */
struct cdecl *var_definition(struct check *c, struct cdecl *v);
/* E0628: `name` at `loc` was there before, at `first`. */
void check_twice(struct check *c, const char *name, struct loc loc, struct loc first,
                 const char *what);
void check_members_twice(struct check *c, const struct cdecl *cls);
/* Names of a function's or a template's parameters, of which no two may be one. */
void check_param_names(struct check *c, const struct syn *params);
void check_tparam_names(struct check *c, const struct syn *params);
/* Parameter i of two declarations of one function. */
void check_default_twice(struct check *c, const struct cdecl *a, const struct cdecl *b,
                         u32 i);
bool decl_is_device(const struct cdecl *d);
struct syn *decl_parsed(struct check *c, struct cdecl *d);
bool decl_same_function(const struct cdecl *a, const struct cdecl *b);
void decl_set_space(struct cdecl *d);
void decl_become_template(struct cdecl *d, struct syn *s);
/* A host function of the C++ library that device code may call as well (hosted.c). */
bool decl_is_value_library(struct check *c, const struct cdecl *f);
struct cexpr *cexpr_trap(struct check *c, struct loc loc); /* __trap() */
/* std::__throw_out_of_range and the like, which are traps on the device. */
bool decl_throws(const struct cdecl *f);

/* `given`: the TEMPLATE around it, or NULL. */
struct syn *abbreviated_template(struct check *c, struct syn *def,
                                 const struct syn *given);

/* ---- members outside of their class (outside.c) ---- */
/* Of a declaration A::f: the class, the name that f has in it, and what a static member's
 * definition adds. */
struct cdecl *qualified_class(struct check *c, struct cdecl *d);
struct str *qualified_key(struct check *c, const struct cdecl *d);
void static_member_definition(struct check *c, struct cdecl *m, struct cdecl *d);
/* The definition outside of its class of a member function, if there is one. */
struct cdecl *out_of_class_definition(struct check *c, struct cdecl *f);
/* f<int> of an explicit specialisation: the arguments that are written begin those of the
 * instance f. */
bool names_instance(struct check *c, struct cscope *at, struct syn *id,
                    const struct cdecl *f);
/* ... of a static variable of an instance: its declarator with initialiser, and where
 * that is read; NULL. */
struct syn *outside_variable(struct check *c, struct cdecl *m, struct cscope **at);
/* ... of a member class, which is given its syntax; of a member template, which gets more
 * declarations. */
void outside_class(struct check *c, struct cdecl *d);
void outside_templates(struct check *c, struct cdecl *tmpl);
/* The kernel instance of a mangled name is instantiated and emitted. */
void check_instance(struct check *c, const char *mangled);

/* ---- classes (class/class.c) ---- */
/* False and an error at `loc` (NULL-loc: silently) if it cannot be completed. True for
 * other types than classes as well. */
bool type_complete(struct check *c, const struct ctype *t, struct loc loc);
bool type_try_complete(struct check *c, const struct ctype *t);
struct cclass *class_of(const struct ctype *t); /* complete class; NULL if t is none */
/* Path of bases: `derived` to `base`; the depth, 0 for the same, -1 for none. */
int class_base_depth(struct check *c, const struct ctype *derived,
                     const struct ctype *base);
struct cexpr *class_to_base(struct check *c, struct cexpr *e, const struct ctype *base,
                            struct loc loc);
/* ... to the direct base that is field i. */
struct cexpr *class_direct_base(struct check *c, struct cexpr *e, u32 i, struct loc loc);
struct cdecl *class_dtor(struct check *c,
                         const struct ctype *t); /* NULL when destruction is trivial;
                                                    arrays: of the element */
bool type_is_trivially_copyable(struct check *c, const struct ctype *t);
void class_constructors(struct check *c, const struct ctype *t, struct cdecls *out);
/* The constructor of `cls` that a constructor of one of its bases is, by a
 * using-declaration. */
struct cdecl *class_inheriting_ctor(struct check *c, struct cdecl *cls,
                                    struct cdecl *ctor);
/* The class of an extended lambda; what its body may access, its place in the program
 * says, which is not known here. */
bool class_is_extended_lambda(const struct cdecl *d);
/* Lays out a class whose fields are set, and declares its special members. */
void class_finish(struct check *c, struct cdecl *d);
/* False, and an error, when a constructor, destructor, conversion function, assignment or
 * arrow operator of cls, which is declared with name id, has a form that it cannot have.
 */
bool check_special_form(struct check *c, const struct cdecl *f, const struct cdecl *cls,
                        const struct syn *id);
/* Makes the body of a defaulted special member. */
void class_default_body(struct check *c, struct cdecl *f);
/* The element `i` of an array, an lvalue; an xvalue if the array is one. */
struct cexpr *array_element(struct check *c, struct cexpr *array, struct cexpr *i);
/* An array that is made as a copy of `from`, element by element if they are classes with
 * constructors that do something; an error, told, if they cannot be copied. */
struct cexpr *array_copy(struct check *c, struct cexpr *from, const struct ctype *type,
                         struct loc loc);
void class_destroy_parts(struct check *c, struct cdecl *f, struct cstmt *body);
/* What a constructor or assignment of one class argument is. */
enum special {
	SPECIAL_NONE,
	SPECIAL_DEFAULT,
	SPECIAL_COPY,
	SPECIAL_MOVE,
	SPECIAL_COPY_ASSIGN,
	SPECIAL_MOVE_ASSIGN,
	SPECIAL_DTOR
};
enum special class_special_of(const struct cdecl *f, const struct ctype *cls);
void class_declare_specials(struct check *c, struct cdecl *d);
void class_lay_out(struct check *c, struct cdecl *d);
/* Whether others may lie in its tail padding, which its special members tell. */
void class_find_pod(struct check *c, struct cdecl *d);
/* Bytes from an object to its base; 0 as well if it has no such base; if that depends on
 * the object, this: */
#define BASE_IS_VIRTUAL INT64_MAX
s64 class_base_offset(struct check *c, const struct ctype *derived,
                      const struct ctype *base);

struct cexpr *class_part(struct check *c, struct cexpr *obj, const struct ctype *cls,
                         u32 i); /* a base or a field of an object */

/* ---- comparisons (class/compare.c) ---- */
/* a <=> b of scalars converted to t. NULL: reported. */
struct cexpr *check_spaceship(struct check *c, struct cexpr *a, struct cexpr *b,
                              const struct ctype *t, struct loc loc);
/* Of a comparison that is = default: deleted if a part has none, else its result type is
 * known. */
void compare_resolve(struct check *c, struct cdecl *f);
/* The body of a comparison that is = default. False: it is none. */
bool compare_default_body(struct check *c, struct cdecl *f);
/* The == that a <=> by default declares with it ([class.compare.default]/4); NULL: none.
 */
struct syn *implied_equality(struct check *c, const struct syn *cls,
                             const struct syn *member);

/* ---- what new and delete call (expr/alloc.c) ---- */
struct coverload;
/* malloc or free for a usual operator new or delete of the global namespace, and how many
 * arguments it takes. */
struct cdecl *alloc_on_device(struct check *c, struct cdecl *f, u32 *narg);
/* The functions that the new-expression `s` chooses from. False: malloc makes the memory.
 */
bool alloc_find(struct check *c, struct cscope *at, const struct ctype *t, bool is_array,
                const struct syn *s, struct coverload *set);
/* The address where it makes its objects of `size` bytes, by the function *by or (NULL)
 * as it is given. */
struct cexpr *alloc_call(struct check *c, struct cscope *at, struct syn *s,
                         struct coverload *set, struct cexpr *size, struct cdecl **by);
/* Whether delete[] must be told how many elements an array has. */
bool alloc_counts(struct check *c, struct cscope *at, const struct syn *s,
                  const struct ctype *t);
/* The operator delete of t's class, for the delete-expression `s`; NULL: there is none,
 * or it is reported. */
struct cdecl *dealloc_find(struct check *c, struct cscope *at, const struct syn *s,
                           const struct ctype *t, bool is_array);
struct cexpr *dealloc_call(struct check *c, struct cdecl *f, struct cexpr *p,
                           struct cexpr *size, struct loc loc);
/* Whether a class of this program may have an operator delete of its own. */
bool alloc_has_own_delete(struct check *c);
/* What gives back the memory of an object whose class has a virtual destructor, given its
 * address: the word of the class's tables in front of their functions. NULL: free does.
 */
struct cexpr *class_deleter(struct check *c, struct cdecl *d);
void class_deleter_body(struct check *c, struct cdecl *f);

/* ---- virtual functions (class/virtual.c) ---- */
/* Before the layout: does it have a pointer to a table, and which base shares it? */
void class_find_vptr(struct check *c, struct cdecl *d);
/* The virtual function of the class itself that overrides f, or NULL. */
struct cdecl *class_own_overrider(const struct cdecl *d, const struct cdecl *f);
/* How far into a result of `f`, a pointer or reference to a class, that of the overridden
 * `base` points. */
s64 class_result_offset(struct check *c, const struct cdecl *f, const struct cdecl *base);
/* `to`, called as `slot` is: in the table for a subobject of class `cls`, which lies
 * `-adjust` bytes into `to`'s class, with a result of `slot`'s type. */
struct cdecl *class_thunk(struct check *c, struct cdecl *cls, struct cdecl *to,
                          s64 adjust, const struct cdecl *slot);
void class_fill_vslots(struct check *c, struct cdecl *d);
void class_virtual_dtor(struct check *c, struct cdecl *d);
/* Once its special members are known: does it have a virtual function that nothing
 * overrides? Reports one that two classes override of which neither has the other as a
 * base. */
void class_find_abstract(struct check *c, struct cdecl *d);
void class_thunk_body(struct check *c, struct cdecl *f);
/* A function that calls the virtual function f through its table: what a pointer to it
 * points to. */
struct cdecl *class_dispatcher(struct check *c, struct cdecl *f);
/* Statements for a constructor or destructor f that set its object's pointers to the
 * tables of its class. */
void class_set_vptr(struct check *c, struct cdecl *f, struct cstmt *body);
/* The object, of which this is a base perhaps, as void *. */
struct cexpr *class_whole_object(struct check *c, struct cexpr *object, struct loc loc);
/* The function that a call of `f` on `object` reaches, as a pointer. */
struct cexpr *class_virtual_callee(struct check *c, struct cdecl *f, struct cexpr *object,
                                   struct loc loc);
/* Words in front of the functions of a class's table; `slot` of a virtual base is in the
 * word -(TABLE_HEAD + 1 + slot). */
enum { TABLE_HEAD = 2 };
/* The word `index` of the table that the object points to. */
struct cexpr *class_table_word(struct check *c, struct cexpr *object, s64 index,
                               struct loc loc);
/* How many tables an object of the class has, and which of them is its own. */
u32 class_ntable(const struct cdecl *d);
u32 class_own_table(const struct cdecl *d);
struct cexpr *class_this_moved(struct check *c, const struct cdecl *f, s64 by,
                               const struct ctype *to);

/* ---- virtual base classes (class/vbase.c) ---- */
/* Notes the virtual bases that a class has by a direct base. */
void vbase_add(struct check *c, struct cclass *cls, const struct ctype *base,
               bool is_virtual);
/* The virtual base of this type, of the class or one of its bases; NULL, UINT32_MAX:
 * there is none. */
const struct cvbase *class_vbase(const struct cclass *cls, const struct ctype *base);
u32 class_vbase_index(const struct cclass *cls, const struct ctype *base);
bool vbase_has_base(const struct cclass *cls, const struct ctype *base);
/* The virtual base of an lvalue. */
struct cexpr *vbase_object(struct check *c, struct cexpr *e, const struct ctype *base,
                           struct loc loc);
/* Gives a constructor or destructor of a class with virtual bases its parameter for the
 * tables. */
void vbase_declare(struct check *c, struct cdecl *f);
/* `make` (a constructor's call, or a destructor's) for a direct or virtual base of f's
 * object: with its tables. */
void vbase_pass_tables(struct check *c, struct cdecl *f, struct cexpr *make,
                       const struct ctype *base, bool is_virtual);
/* ... for the object of f itself: what f was given. */
void vbase_hand_down(struct check *c, struct cdecl *f, struct cexpr *make);
/* At the start of a constructor or destructor f: which tables the object has. */
void vbase_begin(struct check *c, struct cdecl *f, struct cstmt *body);
/* A block of `body` that is executed if the object of f is no base. */
struct cstmt *vbase_if_whole(struct check *c, struct cdecl *f, struct cstmt *body);
/* The virtual base v of such an object. */
struct cexpr *vbase_of_whole(struct check *c, struct cdecl *f, u32 v);
/* The variable that lists the tables of a class, and those of its bases while they are
 * made. */
struct cdecl *class_vtt(struct check *c, struct cdecl *d);

/* `object` (not yet alive) is initialised by `init`. */
struct cstmt *init_stmt(struct check *c, struct cexpr *object, struct cexpr *init);
/* Initialises every base and member of a constructor's object: by the MEM_INITs of `list`
 * (may be NULL), their own initialisers, or default. */
void ctor_init_parts(struct check *c, struct cdecl *f, struct cstmt *body,
                     struct syn *list);
void check_static_assert(struct check *c, struct cscope *at, struct syn *s);

/* ---- templates (template.c, template/arg.c, deduce.c, pack.c) ---- */
/* Gives an argument that is the address of a function or variable its parameter's type,
 * which chooses among overloaded functions. False, with an error: none fits. */
bool targ_choose(struct check *c, struct ctarg *a, const struct ctype *t, struct loc loc);
/* Evaluates template arguments as written; packs expanded. */
VEC_TYPE(ctargs, struct ctarg);
/* Chooses the primary template or a specialisation for a class instance: sets its syntax
 * and scope. */
void template_select(struct check *c, struct cdecl *inst);
/* One argument as written, for the parameter if it is known. */
bool targ_read(struct check *c, struct cscope *at, struct syn *s, const struct syn *param,
               struct ctarg *out);
u64 targ_hash(const struct ctarg *a, u64 h);
/* An argument list as written, against the template's parameters; packs expanded. False:
 * reported. */
bool id_names_type(struct check *c, struct cscope *at, struct syn *s);
bool template_args_of(struct check *c, struct cscope *at, struct syn *id,
                      struct cdecl *tmpl, struct ctargs *out);
/* The instance of a class, alias or variable template for arguments as given (defaults
 * and packs filled in here). NULL: reported. */
struct cdecl *template_instance(struct check *c, struct cdecl *tmpl,
                                const struct ctargs *args, struct loc loc);
/* ... of a function template whose parameters are all bound. */
struct cdecl *template_func_instance(struct check *c, struct cdecl *tmpl,
                                     struct ctarg *bound, struct loc loc);
/* Fills `bound` (one entry for each parameter) from arguments as given, defaults and
 * packs; values converted. False: reported. */
bool template_bind(struct check *c, struct cdecl *tmpl, const struct ctargs *args,
                   struct ctarg *bound, struct loc loc);
/* Gives parameter i its default, for which those before it are bound. False: it has none,
 * or it does not fit. */
bool template_bind_default(struct check *c, struct cdecl *tmpl, u32 i,
                           struct ctarg *bound);
/* Gives an argument the type of its parameter, for which `s` binds those before it.
 * False: reported. */
/* Whether the argument is of the kind that the parameter wants: a type, a value, a
 * template. */
bool targ_is_for(const struct ctarg *a, const struct syn *p);
bool template_convert(struct check *c, struct cscope *s, const struct syn *p,
                      struct ctarg *a, struct loc loc);
bool tparam_is_pack(const struct syn *param);
struct str *tparam_name(const struct syn *param);
struct cdecl *template_canonical(struct check *c, struct cdecl *tmpl);
/* The declaration of a class template that has the members, if there is one; and the
 * class that one declares. */
struct cdecl *template_primary(struct check *c, struct cdecl *tmpl);
struct syn *template_class(const struct cdecl *tmpl);
/* A<T *> of a specialisation's class; NULL: the template is none. */
struct syn *template_special_id(const struct cdecl *tmpl);
/* Binds parameters in a new template scope. `bound` has one entry for each parameter. */
struct cscope *template_scope(struct check *c, struct cdecl *tmpl,
                              const struct ctarg *bound, u32 n);
/* The same with those parameters alone that is_bound names. */
struct cscope *template_scope_of_some(struct check *c, struct cdecl *tmpl,
                                      const struct ctarg *bound, const bool *is_bound);
/* The arguments one by one, packs taken apart. */
struct ctargs targs_flat(struct check *c, const struct ctarg *arg, u32 n);
bool targ_equal(const struct ctarg *a, const struct ctarg *b);
/* Deduces the arguments of a function template for a call, given explicit ones. NULL if
 * it does not fit. */
struct cdecl *deduce_call(struct check *c, struct cdecl *tmpl,
                          const struct ctargs *explicit_args, struct cexpr **arg,
                          u32 narg, struct loc loc);
/* Notes why the arguments that a call deduces do not satisfy the template's constraints,
 * if they do not. */
void deduce_explain(struct check *c, struct diag_record *r, struct cdecl *tmpl,
                    const struct ctargs *explicit_args, struct cexpr **arg, u32 narg,
                    struct loc loc);
/* ... for a target function type (address of a function template, explicit
 * specialisation). */
struct cdecl *deduce_type(struct check *c, struct cdecl *tmpl,
                          const struct ctargs *explicit_args, const struct ctype *func,
                          struct loc loc);
/* ... for parameters alone; the result may be anything. */
struct cdecl *deduce_params(struct check *c, struct cdecl *tmpl, const struct ctype *func,
                            struct loc loc);
/* A conversion function template that makes `to`. */
struct cdecl *deduce_conversion(struct check *c, struct cdecl *tmpl,
                                const struct ctype *to, struct loc loc);
/* The arguments of an instance that `id` writes out: those behind may be the template's
 * defaults. */
struct ctargs deduce_written(struct check *c, struct cdecl *tmpl, const struct syn *id,
                             const struct ctarg *targ, u32 n);
/* Matches a pattern's arguments with actual ones, for partial specialisations. */
bool deduce_args(struct check *c, struct cscope *at, struct syn *params,
                 struct syn **pattern, u32 npattern, const struct ctarg *actual,
                 u32 nactual, struct ctarg *bound);
/* Whether the pattern names packs. */
bool pack_is_named(struct check *c, struct cscope *at, struct syn *pattern);
/* a is more specialised than b: < 0; b: > 0; neither: 0. */
int deduce_order_conversion(struct check *c, struct cdecl *a, struct cdecl *b);
int deduce_order(struct check *c, struct cdecl *a, struct cdecl *b);
u32 pack_length(struct check *c, struct cscope *at, struct syn *pattern,
                struct loc loc); /* of the packs in it; UINT32_MAX: none */
/* What the name of a pack means in `at`: one that an expansion around has bound to its
 * elements is whole again in an expansion within, and in sizeof...: M<All<M...>>...,
 * (sizeof...(M) + M)... */
struct cdecl *lookup_pack(struct check *c, struct cscope *at, struct str *name,
                          struct loc loc);
/* A scope like `at` in which the packs of `pattern` stand for their element i. */
struct cscope *pack_element_scope(struct check *c, struct cscope *at, struct syn *pattern,
                                  u32 i);

/* The constant that a concept's arguments make, kept for the next time: value, once state
 * is CHECKED. */
struct cdecl *template_constant(struct check *c, struct cdecl *tmpl,
                                const struct ctarg *bound);

/* ---- template arguments of class type (eval/argument.c) ---- */
/* The constant object for a type and value; NULL: reported. */
struct cdecl *template_object(struct check *c, const struct ctype *t, struct cexpr *init,
                              struct loc loc);
/* Its bytes. */
const u8 *template_object_bytes(struct check *c, const struct cdecl *d);
/* What a class that stands for a pointer to a member function points to, or NULL
 * (class/memfn.c). */
const struct ctype *memfn_of(const struct ctype *t);
/* A pointer to a member function is of a class of ours, too, but names a function. */
static inline bool targ_is_object(const struct ctarg *a) {
	return a->kind == TARG_DECL && a->type->kind == CT_CLASS && !memfn_of(a->type);
}

/* ---- constraints (constraint.c) ---- */
/* The concept-id in front of `auto`; the requires-clause behind a function's parameters.
 * NULL: none. */
struct syn *auto_constraint(const struct syn *type);
struct syn *func_constraint(const struct syn *d_func);
bool template_is_constrained(const struct cdecl *tmpl);
/* Whether two templates, or two functions, may be one as far as their constraints say. */
bool constraints_written_alike(const struct cdecl *a, const struct cdecl *b);
bool concept_holds(struct check *c, struct cdecl *concept, const struct ctarg *bound,
                   struct loc loc);
bool constraint_holds(struct check *c, struct cscope *at, struct syn *s);
bool type_constraint_holds(struct check *c, struct cscope *at, struct syn *id,
                           const struct ctype *t);
/* The template's parameters and requires-clause; what stands behind a function's
 * parameters. */
bool template_satisfied(struct check *c, struct cdecl *tmpl, struct ctarg *bound,
                        struct cscope *at);
bool func_satisfied(struct check *c, struct cdecl *f);
/* < 0: function a (of template atmpl, or NULL) asks for more than b; > 0: b for more; 0:
 * neither. The latter of two specialisations. */
int constraint_order(struct check *c, struct cdecl *a, struct cdecl *atmpl,
                     struct cdecl *b, struct cdecl *btmpl);
int constraint_order_special(struct check *c, struct cdecl *a, struct ctarg *abound,
                             struct cdecl *b, struct ctarg *bbound);
/* Notes that say what was false. r may be NULL. */
void constraint_explain(struct check *c, struct diag_record *r, struct cscope *at,
                        struct syn *s);
void template_explain(struct check *c, struct diag_record *r, struct cdecl *tmpl,
                      struct ctarg *bound);
/* `concept auto x`: whether what was deduced satisfies it; reports. */
bool check_auto_constraint(struct check *c, struct cscope *at, const struct syn *specs,
                           const struct syn *declarator, const struct ctype *t,
                           struct loc loc);
struct cexpr *check_requires(struct check *c, struct cscope *at, struct syn *s);

/* ---- conversions and overloads (convert.c, overload.c) ---- */
enum ics_kind { ICS_STANDARD, ICS_USER, ICS_ELLIPSIS, ICS_BAD };
enum ics_rank { RANK_EXACT, RANK_PROMOTION, RANK_CONVERSION };
struct ics {
	u8 kind, rank;
	bool binds_ref, binds_rref, to_rvalue, adds_quals, is_to_bool;
	u8 ref_quals; /* of the referred type */
	u8 depth;     /* derived to base */
	const struct ctype *to;
	struct cdecl *func; /* user conversion: constructor or conversion function */
	bool is_list;
	bool is_init_list; /* a braced list to a std::initializer_list */
};
enum conv_context {
	CONV_IMPLICIT,
	CONV_EXPLICIT /* direct initialisation, static_cast */
};
struct ics ics_find(struct check *c, struct cexpr *e, const struct ctype *to,
                    enum conv_context ctx);
int ics_compare(const struct ics *a, const struct ics *b); /* < 0: a is better */
/* e as a prvalue of `to`, or as an lvalue to bind if `to` is a reference. Reports what
 * cannot be. `what`: "argument", "initialization" ... */
struct cexpr *convert(struct check *c, struct cexpr *e, const struct ctype *to,
                      enum conv_context ctx, struct loc loc);
/* A conversion of a pointer that moves it, done for all but null. */
/* A value that may be named more than once: itself, or a variable that *hold gives that
 * value. */
struct cexpr *value_held(struct check *c, struct cexpr *e, struct cexpr **hold,
                         struct loc loc);
/* ... and what is made of it, behind that, if it is needed. */
struct cexpr *value_in(struct check *c, struct cexpr *hold, struct cexpr *e);
typedef struct cexpr *pointer_step(struct check *c, struct cexpr *e,
                                   const struct ctype *to, struct loc loc);
struct cexpr *guard_null(struct check *c, struct cexpr *e, const struct ctype *to,
                         pointer_step *step, struct loc loc);
struct cexpr *rvalue(struct check *c,
                     struct cexpr *e); /* lvalue-to-rvalue, decay; classes stay lvalues */
struct cexpr *to_bool(struct check *c, struct cexpr *e); /* contextually converted */
struct cexpr *cast_scalar(struct check *c, struct cexpr *e, const struct ctype *to);
struct cexpr *materialise(struct check *c,
                          struct cexpr *e); /* prvalue -> lvalue (CE_TEMP) */
/* A value that nobody uses: an object is destroyed all the same. */
struct cexpr *discard(struct check *c, struct cexpr *e);
struct cexpr *decay(struct check *c, struct cexpr *e);
bool is_null_constant(const struct cexpr *e); /* 0 or nullptr */

struct coverload {
	struct cdecls cand;           /* CDECL_FUNC and CDECL_TEMPLATE of functions */
	struct ctargs *explicit_args; /* NULL: none given */
	struct cexpr *object;         /* of a member call: lvalue, or NULL */
	bool adl;                     /* unqualified: arguments' namespaces count too */
	bool is_qualified;
	bool is_exact;  /* x.Base::f(): no virtual call */
	bool is_member; /* several of a class: the one that is picked must be accessible
	                 */
	bool is_member_pointer; /* &C::f, where an object's functions are among f */
	struct cexpr *memfn;    /* a pointer to member function applied to `object`: the
	                           function */
	struct cexpr *hold;     /* ... what is to be done before it is called, or NULL */
	struct str *name;
	struct syn *list; /* of a braced list */
	struct cscope *at;
};
/* Picks the best candidate and builds the call. */
struct cexpr *overload_call(struct check *c, struct coverload *set, struct cexpr **arg,
                            u32 narg, struct loc loc);
struct cdecl *overload_pick(struct check *c, struct coverload *set, struct cexpr **arg,
                            u32 narg, struct loc loc, bool report);
struct cexpr *build_call(struct check *c, struct cdecl *f, struct cexpr *object,
                         struct cexpr **arg, u32 narg, struct loc loc);
struct cexpr *build_call_pointer(struct check *c, struct cexpr *callee,
                                 struct cexpr **arg, u32 narg, struct loc loc);
struct cexpr *build_construct(struct check *c, const struct ctype *t, struct cdecl *ctor,
                              struct cexpr **arg, u32 narg, struct loc loc);
/* Reports a member that may not be named from where the check is, in the scope `at`. */
void check_member_access(struct check *c, const struct cscope *at,
                         const struct cdecl *member, struct loc loc);
/* All declarations of a name, through using-declarations. */
void overload_add_chain(struct check *c, struct cdecl *d, struct cdecls *out);
/* The function of a set that has this type, and belongs to an object or not. NULL: none.
 */
struct cdecl *overload_for_type(struct check *c, struct cexpr *e,
                                const struct ctype *func, bool of_object, struct loc loc);
/* The function that an overload set is without any context: its only one, or the only one
 * that takes its explicit template arguments. NULL: none, or several. */
struct cdecl *overload_only(struct check *c, struct cexpr *e, struct loc loc);
/* The overloaded operator for these operands, or NULL if only built-in ones fit. */
struct cexpr *overload_operator(struct check *c, struct cscope *at, const char *op,
                                struct cexpr **arg, u32 narg, struct loc loc,
                                bool members_only);

/* ---- expressions, initialisers, statements ---- */
struct cexpr *cexpr_new(struct check *c, enum cexpr_kind kind, const struct ctype *type,
                        struct loc loc);
struct cexpr *cexpr_error(struct check *c, struct loc loc);
struct cexpr *cexpr_int(struct check *c, const struct ctype *type, u64 value,
                        struct loc loc);
struct cexpr *cexpr_var(struct check *c, struct cdecl *d, struct loc loc);
/* `this` of a member function, and the object that it points to. */
struct cexpr *cexpr_this(struct check *c, const struct cdecl *func, struct loc loc);
struct cexpr *this_object(struct check *c, const struct cdecl *func);
struct cexpr *cexpr_load(struct check *c, struct cexpr *e);
struct cexpr *cexpr_addr(struct check *c, struct cexpr *e);
struct cexpr *cexpr_deref(struct check *c, struct cexpr *e);
struct cexpr *cexpr_field(struct check *c, struct cexpr *obj, const struct ctype *cls,
                          u32 field, struct loc loc);
static inline bool is_error(const struct cexpr *e) {
	return e->type->kind == CT_ERROR;
}
struct cexpr *check_expr(struct check *c, struct cscope *at, struct syn *s);
/* An expression for its value: loaded, decayed. */
struct cexpr *check_value(struct check *c, struct cscope *at, struct syn *s);
struct cexpr *check_call(struct check *c, struct cscope *at, struct syn *s);
struct cexpr *check_launch(struct check *c, struct cscope *at, struct syn *s);
struct cexpr *check_builtin(struct check *c, struct cscope *at, struct syn *s,
                            struct str *name); /* NULL: no such builtin */
struct cexpr *check_trait(struct check *c, struct cscope *at, struct syn *s);
struct cexpr *check_string(struct check *c, struct syn *s);
/* explicit, or explicit(true) */
bool func_is_explicit(struct check *c, struct cdecl *f);
/* Does the expression call a function that does not say noexcept? */
bool expr_may_throw(struct check *c, const struct cexpr *e);
/* The function type that pointers to two others have in common, which differ in noexcept
 * at most; or NULL. */
const struct ctype *function_pointer_type(struct check *c, const struct ctype *a,
                                          const struct ctype *b);
/* The type of a function as a value, whose address may be taken: from C++17 on it says
 * noexcept. */
const struct ctype *func_value_type(struct check *c, struct cdecl *f);
/* Whether the function may throw as far as its declaration says. */
bool func_may_throw(struct check *c, struct cdecl *f);
/* Around a default argument or member initialiser that is used at loc (expr/where.c); the
 * result goes to site_leave. */
struct loc site_enter(struct check *c, struct loc loc);
void site_leave(struct check *c, struct loc before);
/* __builtin_LINE() and its like; NULL: the call is none of them. */
struct cexpr *check_where_builtin(struct check *c, struct syn *s, const char *name);
/* __func__ and __PRETTY_FUNCTION__ in the function (expr/pretty.c) */
const char *check_func_name(struct check *c, const struct cdecl *f);
const char *check_pretty_function(struct check *c, struct cdecl *f);
struct cexpr *check_this(struct check *c, struct loc loc);
/* ... without looking through an extended lambda: the lambda itself. */
struct cexpr *check_this_here(struct check *c, struct loc loc);
/* Reports that `last` names nothing in `in`, or if that is NULL, from `at` on. */
struct cexpr *check_unknown_name(struct check *c, struct cscope *at, struct cscope *in,
                                 struct syn *last);
struct cexpr *check_cast(struct check *c, struct cscope *at, struct syn *s);
struct cexpr *check_functional_cast(struct check *c, struct cscope *at, struct syn *s);
struct cexpr *check_new(struct check *c, struct cscope *at, struct syn *s);
struct cexpr *check_delete(struct check *c, struct cscope *at, struct syn *s);
struct cexpr *check_id(struct check *c, struct cscope *at, struct syn *s);
struct cexpr *check_member(struct check *c, struct cscope *at, struct syn *s);
struct cexpr *check_binary(struct check *c, struct cscope *at, u16 op, struct cexpr *a,
                           struct cexpr *b, struct loc loc);
struct cexpr *check_init_list(struct check *c, struct cscope *at, struct syn *s);
struct cexpr *check_cast_to(struct check *c, struct cexpr *e, const struct ctype *to,
                            u16 how, struct loc loc);
struct cexpr *derived_from_base(struct check *c, struct cexpr *e,
                                const struct ctype *derived, struct loc loc);
struct cexpr *class_to_arithmetic(struct check *c, struct cexpr *e);
/* The same for what takes only integers and enumerations ([conv]/5): a switch. */
struct cexpr *class_to_integral(struct check *c, struct cexpr *e);
/* &e and *e. */
struct cexpr *check_address(struct check *c, struct cscope *at, struct syn *s);
struct cexpr *check_deref(struct check *c, struct cexpr *e, struct loc loc);
/* A name that means one function is a pointer to it; any other is left as it is. */
struct cexpr *function_named(struct check *c, struct cexpr *e);
/* The same where nothing chooses among several ([over.over]): that is an error. */
struct cexpr *function_meant(struct check *c, struct cexpr *e);
/* Whether a `to` has the value that v is as a `from`; both are integers. */
bool holds_int(const struct ctype *to, const struct ctype *from, u64 v);
/* How many bits the bit-field has that e is or has been read from; 0: it is none. */
u32 bit_field_width(const struct cexpr *e);
/* eval/object.c: the bit-field that an lvalue is; NULL: it is none. */
struct cfield *eval_bit_field(struct cexpr *e);
bool check_modifiable(struct check *c, struct cexpr *e, struct loc loc);
bool class_is_friend(
	struct check *c,
	const struct cdecl *cls); /* the current function is a friend of the class */
/* Whether what the class itself does, as its implicit members, may use the member. */
bool class_may_access(struct check *c, const struct cdecl *cls,
                      const struct cdecl *member);
bool lambda_has_this(struct check *c);
struct cexpr *check_lambda(struct check *c, struct cscope *at, struct syn *s);
/* Gives a closure class without captures its conversion to a pointer to function; `to`:
 * the pointer that is wanted, which a generic lambda needs to know, or NULL. Other
 * classes are left alone. */
void lambda_body(struct check *c,
                 struct cdecl *f); /* of the conversion, and of what it gives */
void lambda_conversion(struct check *c, struct cdecl *cls, const struct ctype *to);
struct cexpr *lambda_capture(struct check *c, struct cdecl *var,
                             struct loc loc); /* NULL: not captured */
struct cexpr *check_fold(struct check *c, struct cscope *at, struct syn *s);
/* Arguments of a call, packs expanded. */
void check_args(struct check *c, struct cscope *at, struct syn **arg, u32 narg,
                struct cexprs *out);

enum init_kind {
	INIT_DEFAULT,
	INIT_COPY,
	INIT_DIRECT,
	INIT_LIST_COPY,
	INIT_LIST_DIRECT,
	INIT_VALUE
};
/* The initialiser of an object of `type` (prvalue, or lvalue for a reference); NULL:
 * nothing to do. */
struct cexpr *init_object(struct check *c, struct cscope *at, const struct ctype *type,
                          struct syn *init, enum init_kind kind, struct loc loc);
struct cexpr *init_from(struct check *c, const struct ctype *type, struct cexpr **arg,
                        u32 narg, enum init_kind kind, struct loc loc);
struct cexpr *init_from_list(struct check *c, struct cscope *at, const struct ctype *type,
                             struct syn *list, struct loc loc);
struct cexpr *init_default(struct check *c, const struct ctype *type, struct loc loc);
struct cexpr *init_value(struct check *c, const struct ctype *type, struct loc loc);
/* Completes `T a[] = {..}` and auto. */
const struct ctype *init_deduce_type(struct check *c, struct cscope *at,
                                     const struct ctype *declared, struct syn *init,
                                     enum init_kind kind, struct loc loc);
const struct ctype *deduce_auto(struct check *c, const struct ctype *pattern,
                                struct cexpr *e, struct loc loc);

struct cstmt *check_stmt(struct check *c, struct cscope *at, struct syn *s);
struct cstmt *check_asm(struct check *c, struct cscope *at, struct syn *s);
/* A statement into a block; what it declares lives as long as the block. */
void stmt_into(struct check *c, struct cscope *scope, struct cstmt *block, struct syn *s);
/* At the end of a body: the copy of a variable that is the result is left out. */
void returned_variable(struct check *c, struct cstmt *block);
void local_decl(struct check *c, struct cscope *at, struct cstmt *out, struct syn *s);
void local_var(struct check *c, struct cscope *at, struct cstmt *out, struct syn *specs,
               struct syn *init_decl);
/* ---- bit-fields as operands (expr/binary.c) ---- */
/* What a bit-field of an integer type is promoted to ([conv.prom]/5): int, where that
 * holds all of its values. Of other expressions their own type; further promotions are
 * not done. */
const struct ctype *bits_promoted_type(struct check *c, const struct cexpr *e);
struct cexpr *bits_promoted(struct check *c, struct cexpr *e);

/* ---- names that nothing declares (template/missing.c) ---- */
/* The declaration of a user's function template names what is not there; reported, the
 * first time. */
bool template_names_missing(struct check *c, struct cdecl *tmpl);

/* ---- what must be given a value (init/given.c) ---- */
/* The class gives its objects a value without being told one ([dcl.init]/7:
 * const-default-constructible): by a default constructor that somebody wrote, or because
 * every part of it has its own value. */
bool class_gives_value(const struct cclass *cls, bool has_user_default);
/* A const member that neither its own initialiser nor its class gives a value. */
bool field_lacks_value(const struct cfield *f);
/* An object of the type, `what`, is declared without initialiser. False: it needs one,
 * reported. */
bool check_given(struct check *c, const struct ctype *type, const char *what,
                 struct loc loc);
/* An object of the type is made: not of an abstract class. False: reported. */
bool check_concrete(struct check *c, const struct ctype *type, struct loc loc);
bool check_given_var(struct check *c, const struct cdecl *d);

/* A variable of a block, named (NULL: nameless) in its scope, and the statement that
 * makes it. */
struct cdecl *local_var_new(struct check *c, struct cscope *at, struct str *name,
                            const struct ctype *type, struct loc loc);
struct cstmt *decl_stmt(struct check *c, struct cdecl *d);
enum init_kind kind_of_init(const struct syn *init_decl);
/* A temporary that the reference d is bound to lives as long as d. */
void extend_lifetime(struct cdecl *d);
bool type_needs_deduction(
	const struct ctype *t); /* it has auto in it, or an array's [] */
/* A name that is declared in a function must not be another's there, of its parameters or
 * of what the block belongs to, nor a parameter of the template. is_type: it is a type's,
 * which may be said again. */
void check_redeclaration(struct check *c, struct cscope *at, struct str *name,
                         struct loc loc, bool is_type);
/* A name in the block stands for `part` of an object; decltype says `type` of it. */
void binding_name(struct check *c, struct cscope *at, struct cstmt *out, struct str *name,
                  struct loc loc, struct cexpr *part, const struct ctype *type);
void check_binding(struct check *c, struct cscope *at, struct cstmt *out,
                   struct syn *specs, struct syn *init_decl, struct syn *binding);
struct cstmt *cstmt_new(struct check *c, enum cstmt_kind kind, struct loc loc);
struct cstmt *cstmt_block(struct check *c, struct loc loc);
void cstmt_push(struct check *c, struct cstmt *block, struct cstmt *s);

/* ---- pointers to member functions (class/memfn.c) ---- */
const struct ctype *memfn_class(struct check *c, const struct ctype *memfn);
struct cexpr *memfn_null(struct check *c, const struct ctype *cls, struct loc loc);
/* The type of a pointer to f. */
const struct ctype *memfn_type(struct check *c, struct cdecl *f);
struct cexpr *memfn_value(struct check *c, struct cdecl *f, struct loc loc);
struct cexpr *memfn_function(struct check *c, struct cexpr *p);
/* Whether a pointer to a member of a base may become one to a member of a derived class
 * ([conv.mem]), and how much further into that the member lies. */
bool memptr_offset(struct check *c, const struct ctype *from, const struct ctype *to,
                   s64 *by);
struct cexpr *memptr_convert(struct check *c, struct cexpr *e, const struct ctype *to,
                             s64 by, struct loc loc);
struct cexpr *memfn_bind(struct check *c, struct cexpr *object, struct cexpr *p,
                         struct loc loc);

/* ---- control (stmt/flow.c) ---- */
void flow_declare(struct check *c, struct cdecl *d, bool is_initialised);
void flow_goto(struct check *c, struct clabel *to, struct loc loc);
void flow_labels(
	struct check *c); /* at the end of a function: every goto against its label */
void flow_case(struct check *c, const struct cstmt *k, struct loc loc);
/* At its end: no value twice, and what its labels bypass. */
void flow_switch(struct check *c, struct loc keyword);
bool flow_falls_through(const struct cstmt *s);
void flow_warn_unreachable(struct check *c, const struct cstmt *s);

/* ---- class template argument deduction (template/ctad.c) ---- */
/* The class template that specifiers name without arguments, which an initialiser must
 * tell; else NULL. */
struct cdecl *ctad_template(struct check *c, struct cscope *at, struct syn *specs);
/* The instance for these arguments; `list`: the braced list that they stand in, or NULL.
 * CT_ERROR: reported. */
const struct ctype *ctad_deduce(struct check *c, struct cscope *at, struct cdecl *tmpl,
                                struct cexprs *arg, struct syn *list, struct loc loc);
/* The type of a variable. */
const struct ctype *ctad_type(struct check *c, struct cscope *at, struct cdecl *tmpl,
                              struct syn *specs, struct syn *declarator, struct syn *init,
                              struct loc loc);

/* ---- std::initializer_list (init/list.c) ---- */
const struct ctype *
list_element(const struct ctype *t);        /* what t is a list of, or NULL */
bool list_names_type(const struct syn *id); /* initializer_list<...> */
const struct ctype *list_type(struct check *c, const struct ctype *elem, struct loc loc);
/* The elements of a braced list, packs expanded; the type that they have in common, or
 * NULL. */
void list_elements(struct check *c, const struct cexpr *list, struct cexprs *out);
const struct ctype *list_deduce(struct check *c, const struct cexpr *list);
struct ics list_conversion(struct check *c, const struct cexpr *list,
                           const struct ctype *elem, const struct ctype *to);
struct cexpr *list_make(struct check *c, struct cscope *at, const struct ctype *t,
                        struct syn *list, struct loc loc);
/* The array of the list that e makes, if it makes one, lives as long as d. */
void list_extend(struct cexpr *e, struct cdecl *d);
struct cdecl *list_constructor(struct check *c, const struct ctype *t,
                               struct cexpr *list);
/* An instance of a class template of namespace std; NULL: there is none, not reported. */
struct cdecl *std_instance(struct check *c, const char *name, struct ctargs *args,
                           struct loc loc);

/* ---- variable arguments (expr/vararg.c) ---- */
const struct ctype *vararg_list_type(struct check *c); /* va_list */
void vararg_declare(struct check *c, struct cdecl *f); /* makes f->va_param */
/* The address of a buffer with what `...` takes. */
struct cexpr *vararg_pack(struct check *c, struct cexpr **arg, u32 n, struct loc loc);
struct cexpr *vararg_promote(struct check *c, struct cexpr *e);
struct cexpr *check_va_builtin(struct check *c, struct cscope *at, struct syn *s,
                               const char *name); /* NULL: none of them */
struct cexpr *check_va_arg(struct check *c, struct cscope *at, struct syn *s);

/* ---- constants (eval/eval.c) ---- */
/* The value of a constant expression. False: it is none; an error is reported when `loc`
 * asks for it (`what` names the use). */
/* Whether an initialiser of class or array type is constant; reports what is not. */
bool const_check_object(struct check *c, const struct ctype *type, struct cexpr *init);
bool const_int(struct check *c, struct cexpr *e, u64 *value, const char *what);
bool const_try(struct check *c, struct cexpr *e, u64 *value);
/* The value of a scalar variable's initialiser, kept in the variable. `what`: reports
 * what is none; NULL: silently. */
bool const_var(struct check *c, struct cdecl *d, const char *what);
/* What const_var found, as an expression. */
struct cexpr *const_known(struct check *c, const struct cdecl *d, struct loc loc);
bool const_bool(struct check *c, struct cscope *at, struct syn *s, bool *value,
                const char *what);
