/* table.h - tables of virtual functions and bases: the variables, and how an object gets
 * them.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Finds out, once the special members are known, whether the class is abstract: a pure
 * virtual function is not overridden. Reports a function that two classes override of
 * which neither has the other as a base. */
void class_find_abstract(struct sema *c, struct cdecl *d);
/* Statements for a constructor or destructor f that set its object's pointers to the
 * tables of its class. */
void class_set_vptr(struct sema *c, struct cdecl *f, struct cstmt *body);
/* How many tables an object of the class has, and which of them is its own. */
u32 class_ntable(const struct cdecl *d);
u32 class_own_table(const struct cdecl *d);
/* Returns the variable that lists the tables of a class, and those of its bases while
 * they are made. */
struct cdecl *class_vtt(struct sema *c, struct cdecl *d);
