/* given.h - what must be given a value where it is declared ([dcl.init]/7).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Whether the class gives its objects a value without an initialiser ([dcl.init]/7:
 * const-default-constructible): by a default constructor that the program declares, or
 * because every part of it has its own value. */
bool class_gives_value(const struct cclass *cls, bool has_user_default);
/* A const member that neither its own initialiser nor its class gives a value. */
bool field_lacks_value(const struct cfield *f);
/* An object of the type, `what`, is declared without initialiser. False: it needs one,
 * reported. */
bool check_given(struct sema *c, const struct ctype *type, const char *what,
                 struct loc loc);
/* An object of the type is made: not of an abstract class. False: reported. */
bool check_concrete(struct sema *c, const struct ctype *type, struct loc loc);
bool check_given_var(struct sema *c, const struct cdecl *d);
