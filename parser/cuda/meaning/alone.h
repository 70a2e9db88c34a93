/* alone.h - programs without a host half.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Checks a declaration of a namespace, if no host compiler does and the program's own
 * file has it. */
void check_alone(struct sema *c, struct cdecl *d);
/* Checks the class or variable that an explicit specialisation in the program's own file
 * defines. */
void check_special_alone(struct sema *c, struct cdecl *d);
/* An instance of a class template was completed: its members' declarations, which are
 * part of it, are checked by check_instances_alone. */
void check_instance_alone(struct sema *c, struct cdecl *d);
void check_instances_alone(struct sema *c);
/* Whether errors of the declaration are found here or nowhere. */
bool is_read_alone(const struct sema *c, const struct cdecl *d);
