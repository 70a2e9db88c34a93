/* scope.h - names and what they mean. A scope maps a name to the list of its declarations
 * there; declarations are found by skimming tokens (skim.c) and parsed, checked and
 * instantiated only when something asks for them, which is what makes a translation unit
 * full of host-only code and system headers cheap.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/map.h"
#include "parser/cuda/tree/syntax.h"
#include "parser/cuda/tree/type.h"

struct cstmt;
struct cunit;

enum cscope_kind {
	CSCOPE_NAMESPACE,
	CSCOPE_CLASS,
	CSCOPE_TEMPLATE, /* the parameters of a template, bound or not */
	CSCOPE_FUNC,     /* parameters */
	CSCOPE_BLOCK,
};

/* Members that are declared when one of the names is first looked for: the implicit ones
 * of classes, most of which make and copy no object. */
struct cscope_late {
	struct str *name[2];
	void (*declare)(const struct cscope_late *late, struct cdecl *cls);
};

/* The parameters of a template with what they are bound to. Most scopes of templates are
 * made to try a candidate and are asked for few of their names, or for none: what binds a
 * parameter is declared when its name is first looked for. */
struct cscope_bound {
	u32 n;
	struct str *const *name; /* NULL: one without a name */
	struct cdecl **decl;     /* NULL: not declared yet */
	struct cdecl *(*declare)(const struct cscope_bound *b, u32 i);
};

struct cscope {
	u8 kind;
	bool is_inline;  /* inline namespace: its names are the parent's too */
	bool is_head;    /* BLOCK: of a for, if, while or switch */
	bool is_body;    /* BLOCK: the substatement of a for, if, while or switch, or a
	                    second part of its head */
	bool is_element; /* TEMPLATE: binds packs to one of their elements, in an
	                    expansion */
	struct cscope *parent;
	struct cdecl *owner; /* namespace, class, template, function; NULL for the global
	                        scope */
	struct map name; /* struct str * -> first struct cdecl * of the name, in order of
	                    declaration */
	/* using-directives, inline namespaces, and a class's bases */
	VEC(struct cscope *) using;
	/* every declaration, in order (namespaces, classes) */
	VEC(struct cdecl *) member;
	const struct cscope_late *late;   /* CLASS, once complete; else NULL */
	const struct cscope_bound *bound; /* TEMPLATE; else NULL */
	struct cscope_rare *rare;         /* NULL: nothing of it */
};

enum cdecl_kind {
	CDECL_NAMESPACE, /* scope */
	CDECL_TYPE, /* type: class, enum (cls, or enumerators), typedef, alias, bound type
	               parameter */
	CDECL_VAR,  /* also parameters of functions and static data members */
	CDECL_FIELD, /* field_index in the class */
	CDECL_FUNC,
	CDECL_ENUMERATOR, /* value */
	CDECL_TEMPLATE,   /* of `template_of`: CDECL_TYPE (class or alias), FUNC or VAR */
	CDECL_TPARAM,   /* an unbound template parameter: only while syntax is read, never
	                   in a checked tree */
	CDECL_VALUE,    /* a bound value parameter of a template: value, type */
	CDECL_PACK,     /* a bound parameter pack, types or values or function parameters:
	                   elem, nelem */
	CDECL_USING,    /* using a::b: target, found when asked for */
	CDECL_UNPARSED, /* skimmed only as far as its name: `guess` says what it looks
	                   like */
};

/* How the parser must treat a name: what the grammar cannot know. */
enum cname_class {
	CNAME_NONE,  /* unknown: an ordinary name */
	CNAME_OTHER, /* variable, function, enumerator, value */
	CNAME_TYPE,
	CNAME_TEMPLATE_TYPE, /* class or alias template: `<` starts arguments, and the
	                        whole is a type */
	CNAME_TEMPLATE,      /* function or variable template: `<` starts arguments */
	CNAME_NAMESPACE,
};

/* How far a declaration has come. */
enum cdecl_state {
	CSTATE_SKIMMED,
	CSTATE_PARSED,
	CSTATE_CHECKING,
	CSTATE_CHECKED,
	CSTATE_FAILED
};

enum caccess { CACCESS_PUBLIC, CACCESS_PROTECTED, CACCESS_PRIVATE };

/* The origin of a deduction guide, the better ones last ([over.match.best]). */
enum cguide { GUIDE_NONE, GUIDE_IMPLICIT, GUIDE_COPY, GUIDE_WRITTEN };
/* The name under which a class template's guides are declared. */
#define CGUIDE_NAME "%s (guide)"

enum csatisfied { SATISFIED_UNKNOWN, SATISFIED_NO, SATISFIED_YES };

/* The memory of a device variable or shared object. */
enum cspace {
	CSPACE_AUTO,
	CSPACE_GLOBAL,
	CSPACE_CONSTANT,
	CSPACE_SHARED,
	CSPACE_MANAGED,
	CSPACE_HOST
};

/* The attributes of a kernel's launch; 0: absent. */
struct claunch {
	u32 maxntid[3], minnctapersm, maxclusterrank, maxnreg, cluster[3];
};

/* There are a million of them where headers of templates are used: what needs no more
 * than a bit has no more, and what few have is elsewhere. */
struct cdecl {
	u8 kind;
	u8 guess; /* enum cname_class, from skimming */
	u8 state;
	u8 access;      /* enum caccess, of members */
	u8 guide;       /* enum cguide */
	u8 space;       /* VAR: enum cspace */
	u8 satisfied;   /* FUNC: enum csatisfied: the requires-clause after its parameters
	                 */
	u8 template_of; /* TEMPLATE: enum cdecl_kind of what it makes */

	bool is_system : 1;    /* from a system header: parsed on demand, warnings off */
	bool is_template : 1;  /* skimmed: `template <...>` comes first */
	bool is_qualified : 1; /* skimmed: the name is A::name, not declared in `scope` */
	bool is_special : 1;   /* skimmed: template<> or name<arguments>: a
	                          specialisation */
	bool is_inst : 1;      /* made by instantiating `pattern` */
	bool is_explicit : 1;  /* an instance that template<> or a specialisation
	                          without parameters defines */
	bool is_used : 1;      /* device code refers to it */
	bool is_asker : 1;     /* may be `used_by` of others */
	bool is_elaborated : 1;   /* `struct S` within another declaration declares it, at
	                             first_token */
	bool is_being_parsed : 1; /* its own text is not known yet */
	bool has_outside : 1;     /* a member: its definitions outside the class were
	                             searched */

	/* CDECL_TYPE of a class or enum */
	bool failed_quietly : 1; /* a typedef whose error was not reported: it is resolved
	                            again */
	bool is_scoped_enum : 1, is_fixed : 1, is_typedef : 1, is_enum_complete : 1;
	bool is_outside_made : 1; /* a definition outside of a class: with its `auto`
	                             parameters */

	/* CDECL_VAR */
	bool is_param : 1, is_extern : 1, is_static_local : 1, is_static_member : 1;
	bool is_constexpr : 1, is_grid_constant : 1;
	bool is_targ_object : 1;   /* the one object of its value, a template argument */
	bool is_targ_part : 1;     /* the part of `target`, `value` bytes in it, that a
	                              template argument points to */
	bool is_not_const : 1;     /* its initialiser was found not to be constant */
	bool is_const_known : 1;   /* value holds: a constant expression initialised it */
	bool is_bits : 1;          /* an enumerator whose value was written as a bit
	                              pattern */
	bool is_packed : 1;        /* a field without alignment */
	bool may_overlap : 1;      /* a field that is [[no_unique_address]] */
	bool is_extern_shared : 1; /* extern __shared__ T x[]: the launch's dynamic shared
	                              memory */
	bool may_be_set : 1;       /* local: the text so far may have given it a value, or
	                              taken its address */
	bool is_result : 1;        /* the local variable that every return statement
	                              returns: made where the result goes */
	bool is_address_taken : 1; /* its address is taken or a reference to it is made,
	                              in the checked tree */

	/* CDECL_FUNC */
	bool has_definition : 1, is_ctor : 1, is_dtor : 1, is_conversion : 1;
	bool is_static_member_func : 1, is_deleted : 1, is_defaulted : 1;
	bool is_trivial : 1; /* ctor, dtor, assignment: does what memcpy (or nothing)
	                        would */
	bool is_virtual : 1, is_pure : 1; /* vslot is its place in the class's table */
	bool is_kernel : 1, is_extern_c : 1, is_body_checked : 1, is_emitted : 1;
	bool is_needed : 1; /* called by what runs on the device */
	bool is_absent : 1; /* of the host, used by a function of both: traps here */
	bool is_kept : 1;   /* emitted whether or not anything refers to it: other files
	                       may */
	bool is_thunk : 1;  /* calls `target` on the object `this_adjust` bytes from
	                       `this` */
	bool has_internal_part : 1; /* link_name names a class of a static function */

	/* CDECL_TEMPLATE */
	bool were_names_searched : 1, is_name_missing : 1; /* template/missing.c */

	u32 flags;        /* enum syn_spec, as far as skimming or parsing saw them */
	struct str *name; /* NULL: anonymous. operators: "operator+"; constructors: the
	                     class's name; "~X"; conversions: "operator T" by number */
	struct loc loc;   /* of the name, or of the declaration */
	struct cscope *scope; /* where it was declared (its name lives there, or in an
	                         enclosing one for a friend) */
	struct cdecl *next;   /* the same name in the same scope, in order */
	struct cdecl *last;   /* of the first of them: the last, for adding one */
	/* the whole declaration, template<> included; [first, end) */
	u32 first_token, end_token;
	u32 name_token;     /* skimmed: of its name, the last part of a qualified one */
	u32 nesting;        /* instances in the chain of `used_by`, itself included */
	struct loc used_at; /* a function: its first use; {0,0}: none */
	struct cdecl *used_by; /* the declaration whose code first needed this function or
	                          instance; NULL: none */
	struct syn *syn; /* once parsed: the declaration (SIMPLE_DECL, FUNC_DEF, TEMPLATE,
	                    CLASS...) */
	struct syn *declarator;   /* INIT_DECL or declarator of this name in `syn` */
	const struct ctype *type; /* what a TYPE is; what type others have */
	struct cscope *inner; /* NAMESPACE, CLASS: its members; FUNC: its parameters (and
	                         template scope above) */

	/* CDECL_TYPE of a class or enum */
	struct cclass *cls;

	/* CDECL_VAR */
	union {
		u32 nmention; /* local: times that the text names it */
		u32 vslot;    /* FUNC */
	};
	union {
		u32 nset;     /* local: ... to assign to it */
		u32 min_args; /* FUNC */
	};
	u64 align_attr;
	struct cexpr *init; /* checked initialiser, NULL for none */

	/* CDECL_FUNC */
	union {
		VEC(struct cdecl *) param; /* CDECL_VAR; `this` is not among them */
		struct {                   /* CDECL_PACK */
			struct cdecl **elem;
			u32 nelem;
		};
	};
	struct cdecl *this_param; /* `this`; NULL: not a non-static member */
	struct syn *func_syn;     /* the D_FUNC that declares it; NULL: declared by the
	                             language */
	struct cdecl *cls_owner;  /* the class it is a member of, or NULL */
	struct cstmt *body;       /* checked body; NULL until needed */
	struct str *link_name;    /* mangled */
	struct cdecl *definition; /* the redeclaration that has the body */

	/* CDECL_TEMPLATE */
	struct syn *params;   /* LIST of TPARAM_* */
	struct map *instance; /* hash of arguments -> chain by next_instance */

	/* instances */
	struct cdecl *pattern; /* the template it was made from */
	struct ctarg *targ;    /* its arguments, packs flattened into PACK entries */
	struct cdecl *next_instance;
	struct cscope *tscope; /* the template scope with the parameters bound */
	u32 ntarg;

	u32 field_index; /* CDECL_FIELD */

	/* CDECL_ENUMERATOR, VALUE, constant VAR */
	u64 value; /* bits, sign- or zero-extended as the type says; double's bits of a
	              floating type */

	/* CDECL_USING; VAR that is_targ_part */
	struct cdecl *target;

	void *lower; /* for ir/lower: what it made of this declaration */

	struct cdecl_rare *rare; /* NULL: cdecl_none; see cdecl_rare */
};

/* What few scopes have: a file has a million scopes. */
struct cscope_rare {
	struct map friends; /* as `name`, for what only friend declarations declare: found
	                       by argument-dependent look-up */
	/* of a namespace or block: where each of `using` is in the text; 0: always */
	VEC(u32) since;
	/* CLASS, complete: its bases and theirs, each once, in the order in which a name
	 * is looked for; empty until it is asked for */
	VEC(struct cscope *) bases;
	struct cdecl *injected; /* CLASS: its own name, as classes derived from it find
	                           it (CDECL_USING); NULL until one does */
};

/* What few declarations have: a file has a million declarations. */
struct cdecl_rare {
	const struct cdecl *of; /* a copy of a declaration gets its own before a change */

	/* CDECL_TYPE of an enum */
	const struct ctype *underlying;
	const struct ctype *promoted; /* of one without a fixed underlying type: the type
	                                 after promotion */

	/* CDECL_VAR */
	const struct ctype *binding_type; /* structured binding: its decltype */
	struct str *sreg; /* attribute simt_sreg: members read this special register
	                     ("%tid") */
	u64 value_high;   /* of 128 bits: the upper half of `value` */

	/* CDECL_FUNC */
	struct syn *explicit_if; /* explicit(this) */
	s64 this_adjust;
	struct cdecl *va_param; /* last of `param`: has the `...`; NULL: none */
	/* of constructors and destructors of classes with virtual bases, the last of
	 * `param`: the tables for an object that is a base; null at run time for one that
	 * is not */
	struct cdecl *vtt_param;
	struct cdecl *vtt;      /* ... its variable with the tables, one or the other */
	struct claunch *launch; /* NULL: no attributes */
	const char *pretty;     /* its __PRETTY_FUNCTION__, once asked for */
	/* the type before its result was deduced; NULL if none was, or not yet */
	const struct ctype *placeholder;
	/* of an explicit specialisation: the instance of its template, which has its
	 * default arguments ([dcl.fct.default]/4) */
	struct cdecl *defaults;
	/* of a constexpr function without __device__, which may run in constant
	 * expressions only: the first variable of the host that it names, the first
	 * function of the host that it calls, and the functions of its kind that it
	 * calls */
	struct cdecl *host_var;
	struct loc host_var_at;
	struct cdecl *host_func;
	struct loc host_func_at;
	VEC(struct cdecl *) calls;

	/* CDECL_TEMPLATE */
	struct syn *constraint;     /* of its requires-clause, or NULL */
	struct syn *constraint_too; /* of its second requires-clause, or NULL */
};

extern const struct cdecl_rare cdecl_none;

static inline const struct cdecl_rare *cdecl_rare(const struct cdecl *d) {
	return d->rare ? d->rare : &cdecl_none;
}

/* The same to be changed; it is made if there is none. */
struct cdecl_rare *cdecl_rare_set(struct arena *arena, struct cdecl *d);

/* The type that a function is declared with: with auto where a return statement deduced
 * the result since. */
static inline const struct ctype *cdecl_written_type(const struct cdecl *f) {
	const struct ctype *placeholder = cdecl_rare(f)->placeholder;
	return placeholder ? placeholder : f->type;
}

/* Whether it is a function or a template of functions. */
static inline bool cdecl_is_function(const struct cdecl *d) {
	return d->kind == CDECL_FUNC ||
	       (d->kind == CDECL_TEMPLATE && d->template_of == CDECL_FUNC);
}

/* Whether a variable lives in a call of a function: not in memory that has a name. */
static inline bool cdecl_is_local(const struct cdecl *d) {
	return d->space == CSPACE_AUTO && !d->is_static_local && !d->is_static_member &&
	       !cdecl_rare(d)->sreg;
}

/* A template argument. */
struct ctarg {
	enum ctarg_kind {
		TARG_TYPE,
		TARG_VALUE,
		TARG_DECL, /* address of a function or variable */
		TARG_TEMPLATE,
		TARG_PACK
	} kind;
	bool is_read; /* DECL: from a mangled name, which does not say the type */
	u32 nelem;    /* PACK */
	const struct ctype *type; /* TYPE: the type; VALUE, DECL: of the parameter */
	u64 value;
	struct cdecl *decl; /* DECL; TEMPLATE */
	struct cexpr *set;  /* DECL: functions of which the parameter's type chooses */
	struct cexpr *init; /* DECL without decl: makes the object, once the parameter's
	                       type is known */
	struct ctarg *elem; /* PACK */
};

VEC_TYPE(cdecls, struct cdecl *);

/* Makes a zeroed scope an empty one. */
void cscope_init(struct cscope *s, struct arena *arena, enum cscope_kind kind,
                 struct cscope *parent, struct cdecl *owner);
struct cscope *cscope_new(struct arena *arena, enum cscope_kind kind,
                          struct cscope *parent, struct cdecl *owner);
/* Appends `d` to its name's list in `s` and to the members. d->scope is set. */
void cscope_add(struct cscope *s, struct cdecl *d);
/* Returns the first declaration of the name in this very scope, without inline
 * namespaces, using-directives and bases; NULL if there is none. */
struct cdecl *cscope_own(const struct cscope *s, const struct str *name);
/* As cscope_add, for what a class of the namespace `s` declares as a friend: plain
 * look-up does not find it. */
void cscope_add_friend(struct cscope *s, struct cdecl *d);
/* Returns the first friend of that name, the others after it; NULL if there is none. */
struct cdecl *cscope_find_friend(const struct cscope *s, const struct str *name);
/* As cscope_add without the name: not found by look-up (A::f defined outside of A,
 * explicit instantiations, static_assert). */
void cscope_add_member(struct cscope *s, struct cdecl *d);
/* Makes the names of `other` visible in `s`: a using-directive at the offset `since`, or
 * 0 for an inline namespace or a base. */
void cscope_use(struct cscope *s, struct cscope *other, u32 since);
/* Whether a directive after the offset `before` (0: none) made the names of
 * s->using.at[i] visible: they are, from there on ([basic.lookup.unqual]/2). */
bool cscope_uses_later(const struct cscope *s, u32 i, u32 before);
/* Whether `inner` is s or lies within it. */
bool cscope_encloses(const struct cscope *s, const struct cscope *inner);
struct cdecl *cdecl_new(struct arena *arena, enum cdecl_kind kind, struct str *name,
                        struct loc loc);

/* Returns the first declaration of the name in this very scope, inline namespaces,
 * using-directives and bases included; NULL if there is none. Declarations of a namespace
 * after `before` (an offset; 0 for no limit) are not found: in C++ a name is unknown
 * before its declaration. */
struct cdecl *cscope_find_here(struct cscope *s, struct str *name, u32 before);
/* As cscope_find_here, for unqualified look-up that has come to this scope: what a
 * using-directive names is seen as if it was in the nearest namespace around both
 * ([namespace.udir]/2). */
struct cdecl *cscope_find_around(struct cscope *s, struct str *name, u32 before);
/* As cscope_find_around, then outwards through the enclosing scopes (unqualified
 * lookup). */
struct cdecl *cscope_find(struct cscope *s, struct str *name, u32 before);

/* As cscope_own, of a base of the class where a name is looked up: its constructors have
 * no names, its injected class name is a member ([class.pre]/2). */
struct cdecl *cscope_in_base(struct cscope *s, struct str *name);
/* As cscope_find_here, of a base. */
struct cdecl *cscope_find_in_base(struct cscope *s, struct str *name);
/* Returns the template that a class is an instance of, or NULL: what its injected name
 * means before `<` and as a template's argument ([temp.local]/1). */
struct cdecl *cdecl_instance_of(const struct cdecl *d);

/* Returns what the parser needs to know of a name; looks through CDECL_USING. `decl` may
 * be NULL. */
enum cname_class cdecl_name_class(const struct cdecl *decl);
