/* vbase.h - virtual base classes ([class.mi]/4).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Adds the virtual bases that a class has by a direct base. */
void vbase_add(struct sema *c, struct cclass *cls, const struct ctype *base,
               bool is_virtual);
/* Return the virtual base of this type, of the class or one of its bases, or its index;
 * NULL or UINT32_MAX if there is none. */
const struct cvbase *class_vbase(const struct cclass *cls, const struct ctype *base);
u32 class_vbase_index(const struct cclass *cls, const struct ctype *base);
bool vbase_has_base(const struct cclass *cls, const struct ctype *base);
/* Returns the virtual base in which the only object of class `base` lies that an object
 * of the class has; NULL if there are several, or it lies in none. */
const struct cvbase *vbase_around(const struct cclass *cls, const struct ctype *base);
/* Returns the virtual base of an lvalue. */
struct cexpr *vbase_object(struct sema *c, struct cexpr *e, const struct ctype *base,
                           struct loc loc);
/* Gives a constructor or destructor of a class with virtual bases its parameter for the
 * tables. */
void vbase_declare(struct sema *c, struct cdecl *f);
/* `make` (a constructor's call, or a destructor's) for a direct or virtual base of f's
 * object: with its tables. */
void vbase_pass_tables(struct sema *c, struct cdecl *f, struct cexpr *make,
                       const struct ctype *base, bool is_virtual);
/* Passes `make`, which is for the object of f itself, the tables that f was given. */
void vbase_hand_down(struct sema *c, struct cdecl *f, struct cexpr *make);
/* At the start of a constructor or destructor f: which tables the object has. */
void vbase_begin(struct sema *c, struct cdecl *f, struct cstmt *body);
/* Adds a block to `body` that is executed if the object of f is not a base. */
struct cstmt *vbase_if_whole(struct sema *c, struct cdecl *f, struct cstmt *body);
/* Returns the virtual base v of such an object. */
struct cexpr *vbase_of_whole(struct sema *c, struct cdecl *f, u32 v);
