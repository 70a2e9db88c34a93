/* root.h - what is checked and emitted for its own sake.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "parser/cuda/meaning/sema.h"

/* Checks all that is wanted for its own sake, and emits or queues it. */
void check_roots(struct sema *c);
/* A lambda's operator or a local class that the current function has declared: if it is
 * device code, it is checked even when nothing calls it. */
void check_later(struct sema *c, struct cdecl *d);
void check_uncalled(struct sema *c);
