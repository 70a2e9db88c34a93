/* reserve.h - memory that a thread sets aside before work that must not run out of memory
 * halfway. arena.c takes from it where it would end the process.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

/* Sets `size` bytes aside for the calling thread, unless that is done: when the system
 * has no more memory, arenas take from them, each only what it needs. So work that needs
 * no more cannot fail. False if there is less, and nothing changed. Cheap when repeated:
 * the memory stays set aside. */
bool arena_ready(size_t size);

/* Sets what the calling thread does when an arena has no memory, instead of ending the
 * process; it must not return. With NULL the process ends. Returns the previous
 * function. */
typedef void arena_rescue(void);
arena_rescue *arena_on_failure(arena_rescue *rescue);

/* Memory that is freed alone, of the system or else of what is set aside; for generated
 * scanners and parsers. NULL if there is none. */
void *block_new(size_t size);
void *block_resize(void *block, size_t size);
void block_free(void *block);
