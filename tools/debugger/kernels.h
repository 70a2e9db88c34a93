/* kernels.h - the kernels and device functions of a program, by its file: what host code
 * has under their names only launches them, or is empty.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/elf_file.h"
#include "base/str.h"

struct kernels {
	struct elf_file file; /* mapped, if `is_open` */
	bool is_open;
	struct elf_symbols symbols;
	struct strtab names; /* of functions; the tag of a kernel's is KERNEL_NAME */
};

void kernels_open(struct kernels *k, struct arena *a, const char *path);
void kernels_close(struct kernels *k);
/* Whether a name as people write it, or as the linker knows it, is that of kernels and
 * device functions, and of no function of host code. */
bool kernels_only(const struct kernels *k, const char *name);
/* Returns the address of the host function of a kernel, from symbol *i on, which moves
 * past it; 0: there is no other. */
u64 kernels_next(const struct kernels *k, u64 *i);
/* Whether the function at an address of the file stands for one of the device's. */
bool kernels_at(const struct kernels *k, u64 address);
