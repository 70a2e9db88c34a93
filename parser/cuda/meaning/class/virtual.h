/* virtual.h - virtual functions: the slots of tables, thunks, and calls
 * ([class.virtual]).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Before the layout: finds out whether the class has a pointer to a table, and which base
 * shares it. */
void class_find_vptr(struct sema *c, struct cdecl *d);
/* Returns the virtual function of the class itself that overrides f, or NULL. */
struct cdecl *class_own_overrider(const struct cdecl *d, const struct cdecl *f);
/* Returns the offset, in the class that f's result points or refers to, of the class of
 * the overridden function's result. */
s64 class_result_offset(struct sema *c, const struct cdecl *f, const struct cdecl *base);
/* `to`, called as `slot` is: in the table for a subobject of class `cls`, which lies
 * `-adjust` bytes into `to`'s class, with a result of `slot`'s type. */
struct cdecl *class_thunk(struct sema *c, struct cdecl *cls, struct cdecl *to, s64 adjust,
                          const struct cdecl *slot);
void class_fill_vslots(struct sema *c, struct cdecl *d);
void class_virtual_dtor(struct sema *c, struct cdecl *d);
/* The same for implicit assignments that override a virtual operator=. */
void class_virtual_assign(struct sema *c, struct cdecl *d);
void class_thunk_body(struct sema *c, struct cdecl *f);
/* Returns a function that calls the virtual function f through its table: pointers to f
 * point to it. */
struct cdecl *class_dispatcher(struct sema *c, struct cdecl *f);
/* Returns the complete object to which `object` belongs, as void *. */
struct cexpr *class_whole_object(struct sema *c, struct cexpr *object, struct loc loc);
/* Returns the function that a call of `f` on `object` reaches, as a pointer. */
struct cexpr *class_virtual_callee(struct sema *c, struct cdecl *f, struct cexpr *object,
                                   struct loc loc);

/* Words before the functions of a class's table; `slot` of a virtual base is in the
 * word -(TABLE_HEAD + 1 + slot). */
enum { TABLE_HEAD = 2 };

/* Returns the word `index` of the table that the object points to. */
struct cexpr *class_table_word(struct sema *c, struct cexpr *object, s64 index,
                               struct loc loc);
struct cexpr *class_this_moved(struct sema *c, const struct cdecl *f, s64 by,
                               const struct ctype *to);
