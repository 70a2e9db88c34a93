/* elf_loader.h - makes code of LLVM's objects without LLVM: a loader for the few kinds of
 * sections and relocations that code of kernels has. A process whose kernels are all in
 * the cache does not open LLVM's library.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/engine/engine.h"

struct elf_code { /* pages of its own */
	void *base;
	size_t size;
};

/* Loads the object and finds the entries. False, with nothing loaded and `why` of static
 * lifetime, if anything in it is not whole or not of a kind that is known here; LLVM's
 * linker may know it. Takes any bytes. Thread-safe. */
bool elf_load(const struct engine_object *o, struct engine_entries *want,
              struct elf_code *code, const char **why);
void elf_drop(struct elf_code *code);
