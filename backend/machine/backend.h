/* backend.h - what a backend is: two implementations, no more (interp, llvm).
 * prepare may be called from any thread, once per image; run is called by launch->nworker
 * threads at once, each with its own index, and returns when no work is left for it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/launch.h"

struct backend {
	const char *name;
	/* Decodes or compiles an image. Problems go to `d` (NULL: dropped); false if
	 * nothing can run. */
	bool (*prepare)(struct image *img, struct diag *d);
	/* Can this kernel run here at all? NULL if so, else why not (module lifetime
	 * text). */
	const char *(*refuses)(const struct image *img, const struct func *kernel);
	void (*run)(struct launch *l, u32 worker);
	/* Waits for the best code of a kernel that was launched before. NULL: there is
	 * nothing to wait for. */
	void (*await)(struct launch *l);
	/* Frees what prepare made, when no code of the image is being made. */
	void (*drop)(struct image *img);
	/* Checks whether code of the image is being made, and cancels what is queued.
	 * NULL: never. */
	bool (*is_busy)(struct image *img);
};

extern const struct backend backend_interp;
