/* member.c - the members that a class declares, and its friends ([class.mem],
 * [class.friend]): each becomes a name of its scope, to be resolved when it is wanted.
 * SPDX-License-Identifier: Apache-2.0 */
#include "parser/cuda/meaning/decl/member.h"

#include "parser/cuda/meaning/decl/declare.h"
#include "parser/cuda/meaning/decl/lookup.h"
#include "parser/cuda/meaning/decl/named_type.h"
#include "parser/cuda/meaning/decl/twice.h"
#include "parser/cuda/meaning/decl/type.h"
#include "parser/cuda/meaning/expr/lambda.h"
#include "parser/cuda/meaning/template/pack.h"

bool is_constructor_name(const struct syn *id, const struct cdecl *cls) {
	return cls && cls->name && id->name == cls->name &&
	       (id->kind == SYN_NAME || id->kind == SYN_TEMPLATE_ID);
}

/* Returns the name of a member function. Constructors have a name of their own: the
 * class's name in its scope means the class. */
static struct str *member_func_name(struct sema *c, struct cscope *cls, struct syn *id) {
	return is_constructor_name(id, cls->owner) ? c->name.ctor : name_of_id(c, id);
}

static struct cdecl *member_new(struct sema *c, struct cscope *cls, enum cdecl_kind kind,
                                struct str *name, struct syn *s, struct loc loc,
                                u8 access) {
	struct cdecl *d = cdecl_new(c->a, kind, name, loc);
	d->access = access;
	d->syn = s;
	d->state = CSTATE_PARSED;
	cscope_add(cls, d);
	return d;
}

/* Returns the name under which a deduction guide of a member template is declared; NULL:
 * the member is none ([temp.deduct.guide]). */
static struct str *guide_name(struct sema *c, const struct cscope *cls,
                              const struct syn *s) {
	const struct syn *decl = s->kind == SYN_TEMPLATE ? syn_template(s)->decl : s;
	if (decl->kind != SYN_SIMPLE_DECL || decl->nkid != 2 ||
	    syn_simple_decl(decl)->specs->kind != SYN_SPECS ||
	    syn_specs(syn_simple_decl(decl)->specs)->type)
		return NULL;
	struct declarator_info info = declarator_peek(
		syn_init_decl(syn_simple_decl(decl)->init_decl[0])->declarator);
	if (!info.func || !syn_d_func(info.func)->trailing || !info.id ||
	    info.id->kind != SYN_NAME || info.id->name == cls->owner->name)
		return NULL;
	const char *name = arena_printf(c->a, CGUIDE_NAME, info.id->name->s);
	return str_intern(c->u->names, name, strlen(name));
}

static void member_guide(struct sema *c, struct cscope *cls, struct syn *s,
                         struct str *name, u8 access) {
	struct cdecl *d = member_new(c, cls, CDECL_UNPARSED, name, s, s->loc, access);
	d->guide = GUIDE_WRITTEN;
	d->guess = CNAME_OTHER;
	if (s->kind == SYN_TEMPLATE) {
		d->is_template = true;
		decl_become_template(c, d, s);
	}
}

/* Whether the class is in a function. */
static bool is_local(const struct cscope *cls) {
	while (cls && cls->kind != CSCOPE_NAMESPACE && cls->kind != CSCOPE_BLOCK)
		cls = cls->parent;
	return cls && cls->kind == CSCOPE_BLOCK;
}

static void member_declarator(struct sema *c, struct cscope *cls, struct syn *s,
                              struct syn *init_decl, u8 access) {
	struct syn *specs = syn_simple_decl(s)->specs;
	struct declarator_info info = declarator_peek(
		syn_init_decl(init_decl)->declarator);
	struct str *name = info.id ? name_of_id(c, info.id) : NULL;
	struct loc loc = info.id ? info.loc : init_decl->loc;
	if (specs->value & SPEC_TYPEDEF) {
		member_new(c, cls, CDECL_UNPARSED, name, s, loc, access)->guess =
			CNAME_TYPE;
	} else if (info.func) {
		name = member_func_name(c, cls, info.id);
		member_new(c, cls, CDECL_UNPARSED, name, s, loc, access)->guess =
			CNAME_OTHER;
	} else if (specs->value & SPEC_STATIC) {
		if (is_local(cls)) /* [class.local]/3 */
			check_error(c, loc, E0612,
			            "a class of a block has no static variables");
		member_new(c, cls, CDECL_UNPARSED, name, s, loc, access)->guess =
			CNAME_OTHER;
	} else {
		struct cdecl *d = member_new(c, cls, CDECL_FIELD, name, s, loc, access);
		d->declarator = init_decl;
		d->flags = (u32)specs->value;
	}
}

static void member_simple(struct sema *c, struct cscope *cls, struct syn *s, u8 access) {
	struct syn *specs = syn_simple_decl(s)->specs,
		   *type = specs->kind == SYN_SPECS ? syn_specs(specs)->type : NULL;
	if (type && (type->kind == SYN_CLASS || type->kind == SYN_ENUM)) {
		struct cdecl *t = type->kind == SYN_CLASS ? declare_class(c, cls, type)
		                                          : declare_enum(c, cls, type);
		t->access = access;
		t->declarator = specs;
		if (s->nkid == 1 && type->kind == SYN_CLASS &&
		    !t->name) { /* anonymous struct or union */
			struct cdecl *d = member_new(c, cls, CDECL_FIELD, NULL, s, s->loc,
			                             access);
			d->type = t->type;
		}
	} else if (type && type->kind == SYN_ELABORATED && s->nkid == 1 &&
	           syn_elaborated(type)->id->kind == SYN_NAME) {
		/* struct B; inside a class declares the nested class */
		struct cdecl *t = cdecl_new(c->a, CDECL_TYPE,
		                            syn_elaborated(type)->id->name, type->loc);
		t->cls = arena_new(c->a, struct cclass);
		t->cls->is_union = type->op == CU_UNION;
		t->state = CSTATE_CHECKED;
		t->access = access;
		cscope_add(cls, t);
		t->inner = cscope_new(c->a, CSCOPE_CLASS, cls, t);
		t->type = ctype_named(c->t, CT_CLASS, t);
	}
	for (u32 i = 1; i < s->nkid; i++)
		member_declarator(c, cls, s, s->kid[i], access);
}

struct syn *declared_id(const struct syn *s) {
	while (s->kind == SYN_TEMPLATE)
		s = syn_template(s)->decl;
	if (s->kind == SYN_FRIEND)
		return NULL;
	if (s->kind == SYN_FUNC_DEF)
		return declarator_peek(syn_func_def(s)->declarator).id;
	if (s->kind == SYN_SIMPLE_DECL && s->nkid > 1)
		return declarator_peek(syn_init_decl(syn_simple_decl(s)->init_decl[0])
		                               ->declarator)
		        .id;
	struct syn *type = s->kind == SYN_SIMPLE_DECL
	                           ? syn_specs(syn_simple_decl(s)->specs)->type
	                           : NULL;
	bool is_class = type && (type->kind == SYN_CLASS || type->kind == SYN_ELABORATED);
	return is_class ? syn_class_key(type)->id : NULL;
}

static void member_template(struct sema *c, struct cscope *cls, struct syn *s,
                            u8 access) {
	struct syn *id = declared_id(s), *inner = syn_template(s)->decl;
	while (inner->kind == SYN_TEMPLATE)
		inner = syn_template(inner)->decl;
	struct str *name = inner->kind == SYN_ALIAS ? inner->name
	                   : id                     ? member_func_name(c, cls, id)
	                                            : NULL;
	if (!name)
		return;
	if (is_local(cls)) { /* [temp.mem]/2 */
		check_error(c, id ? id->loc : s->loc, E0612,
		            "a class of a block has no member templates");
		return;
	}
	if (inner == syn_template(s)->decl && syn_template(s)->params->nkid) {
		struct syn *abbreviated = abbreviated_template(c, inner, s);
		s = abbreviated ? abbreviated : s;
	}
	struct cdecl *d = member_new(c, cls, CDECL_UNPARSED, name, s, s->loc, access);
	d->is_template = true;
	decl_become_template(c, d, s);
	if (!syn_template(s)->params->nkid)
		d->is_inst = true;
	d->guess = d->template_of == CDECL_TYPE ? CNAME_TEMPLATE_TYPE : CNAME_TEMPLATE;
}

/* Turns template <...> friend F into the friend template <...> F. NULL if it defines no
 * function, and so declares nothing new. */
static struct syn *friend_template(struct sema *c, const struct syn *s) {
	const struct syn *friend = syn_template(s)->decl;
	if (syn_friend(friend)->decl->kind != SYN_FUNC_DEF)
		return NULL;
	struct syn *t = arena_copy(c->a, s, sizeof *s, 8);
	struct syn *f = arena_copy(c->a, friend, sizeof *friend, 8);
	t->kid = arena_copy(c->a, s->kid, sizeof *s->kid * s->nkid, 8);
	syn_template(t)->decl = syn_friend(friend)->decl;
	f->kid = arena_copy(c->a, friend->kid, sizeof *friend->kid * friend->nkid, 8);
	syn_friend(f)->decl = t;
	return f;
}

/* Declares a friend: a function of the namespace around the class that only argument-
 * dependent lookup finds, unless the namespace declares it too. */
static void member_friend(struct sema *c, struct cscope *cls, struct syn *s) {
	struct syn *decl = syn_friend(s)->decl;
	struct syn *id = declared_id(decl);
	if (!id || id->kind == SYN_QUALIFIED ||
	    id->kind == SYN_TEMPLATE_ID || /* f<>: of a template that is known */
	    (decl->kind == SYN_SIMPLE_DECL && decl->nkid < 2))
		return;
	struct cscope *ns = cls;
	while (ns->kind != CSCOPE_NAMESPACE)
		ns = ns->parent;
	struct cdecl *d = cdecl_new(c->a, CDECL_UNPARSED, name_of_id(c, id),
	                            (struct loc){0, 0});
	d->syn = decl;
	d->state = CSTATE_PARSED;
	d->guess = CNAME_OTHER;
	cscope_add_friend(ns, d);
	d->tscope = cls; /* names inside it are looked up in the class */
	if (decl->kind == SYN_TEMPLATE)
		decl_become_template(c, d, decl);
	d->loc = id->loc;
}

/* B::B, B<T>::B: the constructors of a base ([namespace.udecl]/16). */
static bool names_constructors(const struct syn *id) {
	return id->kind == SYN_QUALIFIED && id->nkid > 1 &&
	       id->kid[id->nkid - 1]->kind == SYN_NAME &&
	       id->kid[id->nkid - 1]->name == id->kid[id->nkid - 2]->name;
}

/* alias::B, where alias is the base B: its constructors, too ([class.qual]/2.1). */
static struct cscope *base_named(struct sema *c, struct cscope *cls, struct cscope *at,
                                 struct syn *id) {
	struct syn *last = id->kind == SYN_QUALIFIED ? id->kid[id->nkid - 1] : NULL;
	for (u32 i = 0; last && last->kind == SYN_NAME && i < cls->using.n; i++) {
		struct cscope *base = cls->using.at[i];
		if (base->owner->name == last->name &&
		    lookup_scope(c, at, id, id->nkid - 1, false) == base)
			return base;
	}
	return NULL;
}

static void using_one(struct sema *c, struct cscope *cls, struct cscope *at,
                      struct syn *s, struct syn *id, u8 access) {
	bool is_named = names_constructors(id);
	struct cscope *in = is_named ? lookup_scope(c, at, id, id->nkid - 1, true)
	                             : base_named(c, cls, at, id);
	if (in && in->kind == CSCOPE_CLASS)
		vec_push(c->a, &cls->owner->cls->inherits, in->owner);
	if (in || is_named)
		return;
	struct cdecl *d = member_new(c, cls, CDECL_USING, name_of_id(c, id), s, id->loc,
	                             access);
	d->tscope = at;
}

static void member_using(struct sema *c, struct cscope *cls, struct syn *s,
                         struct syn *id, u8 access) {
	if (!(id->flags & SYNF_PACK)) {
		using_one(c, cls, cls, s, id, access);
		return;
	}
	u32 n = pack_length(c, cls, id, id->loc);
	for (u32 k = 0; n != UINT32_MAX && k < n; k++)
		using_one(c, cls, pack_element_scope(c, cls, id, k), s, id, access);
}

const struct ctype *type_of_enum_id(struct sema *c, struct cscope *at, struct syn *s) {
	const struct ctype *t = type_of_id(c, at, syn_using_enum(s)->id, true);
	if (t->kind == CT_ENUM)
		return t;
	if (t->kind != CT_ERROR)
		check_error(c, s->loc, E0607, "'%s' is not an enumeration",
		            check_type_text(c, t));
	return NULL;
}

void use_enum(struct sema *c, struct cscope *to, struct cscope *at, struct syn *s,
              u8 access) {
	const struct ctype *t = type_of_enum_id(c, at, s);
	if (!t)
		return;
	map_each (it, &t->decl->inner->name) {
		struct cdecl *e = (struct cdecl *)(uintptr_t)it->value;
		const struct cdecl *other = cscope_own(to, e->name);
		if (other && other->kind == CDECL_ENUMERATOR && other->type != e->type) {
			check_twice(c, e->name->s, s->loc, other->loc,
			            "is an enumerator of another enumeration, too");
			continue;
		}
		struct cdecl *d = cdecl_new(c->a, CDECL_ENUMERATOR, e->name, s->loc);
		d->state = CSTATE_CHECKED;
		d->type = e->type;
		d->value = e->value;
		d->access = access;
		cscope_add(to, d);
	}
}

void declare_member(struct sema *c, struct cscope *cls, struct syn *s, u8 access) {
	struct str *guide = guide_name(c, cls, s);
	if (guide) {
		member_guide(c, cls, s, guide, access);
		return;
	}
	switch (s->kind) {
	case SYN_SIMPLE_DECL: {
		struct syn *t = abbreviated_template(c, s, NULL);
		if (t)
			member_template(c, cls, t, access);
		else
			member_simple(c, cls, s, access);
		break;
	}
	case SYN_FUNC_DEF: {
		struct declarator_info info = declarator_peek(
			syn_func_def(s)->declarator);
		if (info.id)
			member_new(c, cls, CDECL_UNPARSED,
			           member_func_name(c, cls, info.id), s, info.loc, access)
				->guess = CNAME_OTHER;
		break;
	}
	case SYN_TEMPLATE:
		if (syn_template(s)->decl->kind != SYN_FRIEND)
			member_template(c, cls, s, access);
		else if ((s = friend_template(c, s)))
			member_friend(c, cls, s);
		break;
	case SYN_ALIAS: {
		struct cdecl *d = member_new(c, cls, CDECL_UNPARSED, s->name, s, s->loc,
		                             access);
		d->guess = CNAME_TYPE;
		struct syn *of =
			syn_specs(syn_type_id(syn_alias(s)->type_id)->specs)->type;
		if (of && of->kind == SYN_ENUM) /* its enumerators are members, too */
			declare_enum(c, cls, of)->access = access;
		break;
	}
	case SYN_USING_DECL:
		for (u32 i = 0; i < s->nkid; i++)
			member_using(c, cls, s, s->kid[i], access);
		break;
	case SYN_FRIEND: member_friend(c, cls, s); break;
	case SYN_USING_ENUM: use_enum(c, cls, cls, s, access); break;
	default: break; /* static assertions are checked when the class is complete */
	}
}
