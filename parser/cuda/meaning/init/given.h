/* given.h - objects that need an initialiser ([dcl.init]/7).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Whether the class gives its objects a value without an initialiser ([dcl.init]/7:
 * const-default-constructible): by a default constructor that the program declares, or
 * because every part of it has its own value. */
bool class_gives_value(const struct cclass *cls, bool has_user_default);
/* Whether a const member gets a value neither from its own initialiser nor from its
 * class. */
bool field_lacks_value(const struct cfield *f);
/* Checks an object of the type without an initialiser, called `what` in messages. False,
 * with an error, if it needs one. */
bool check_given(struct sema *c, const struct ctype *type, const char *what,
                 struct loc loc);
/* Checks that the type, of which an object is made, is not abstract. False after an
 * error. */
bool check_concrete(struct sema *c, const struct ctype *type, struct loc loc);
bool check_given_var(struct sema *c, const struct cdecl *d);
