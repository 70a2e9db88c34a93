/* special.h - the special members and their bodies ([special]).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/init/init.h"
#include "parser/cuda/meaning/sema.h"

/* Returns the constructor of `cls` that inherits the constructor `ctor` of a base by a
 * using-declaration. */
struct cdecl *class_inheriting_ctor(struct sema *c, struct cdecl *cls,
                                    struct cdecl *ctor);
/* False, and an error, when a constructor, destructor, conversion function, assignment or
 * arrow operator of cls, which is declared with name id, has a form that it cannot
 * have. */
bool check_special_form(struct sema *c, const struct cdecl *f, const struct cdecl *cls,
                        const struct syn *id);
/* Makes the body of a defaulted special member. */
void class_default_body(struct sema *c, struct cdecl *f);
/* Returns the element `i` of an array, an lvalue; an xvalue if the array is one. */
struct cexpr *array_element(struct sema *c, struct cexpr *array, struct cexpr *i);
/* Returns an array made as a copy of `from`, element by element if their constructors are
 * not trivial; reports an error if they cannot be copied. */
struct cexpr *array_copy(struct sema *c, struct cexpr *from, const struct ctype *type,
                         enum init_kind kind, struct loc loc);
void class_destroy_parts(struct sema *c, struct cdecl *f, struct cstmt *body);

/* Which special member a function is. */
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
/* Whether overload resolution ignores a function: a defaulted move that is deleted
 * ([over.match.funcs]/8). */
bool special_is_ignored(const struct cdecl *f);
void class_declare_specials(struct sema *c, struct cdecl *d);
/* Has look-ups declare the constructors and assignments that classes have implicitly. */
void class_declare_late(struct sema *c);
/* Returns part `i` of an object: a base or a field. */
struct cexpr *class_part(struct sema *c, struct cexpr *obj, const struct ctype *cls,
                         u32 i);
/* Makes a statement that initialises `object` (not yet alive) by `init`. */
struct cstmt *init_stmt(struct sema *c, struct cexpr *object, struct cexpr *init);
struct cexpr *this_object(struct sema *c, const struct cdecl *func);
