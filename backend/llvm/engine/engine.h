/* engine.h - LLVM as a service: a verified module in, callable code out. The one part of
 * the JIT that knows LLVM's versions, the host's processor, and where machine code lives.
 * It knows nothing of PTX.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <llvm-c/Core.h>
#include <llvm-c/Error.h>

#include "backend/llvm/engine/config.h"
#include "backend/llvm/engine/host.h"
#include "backend/llvm/engine/sanitize.h"
#include "base/arena.h"

/* Opens LLVM's library and starts LLVM. NULL, or why there is no LLVM. Thread-safe. */
const char *engine_start(void);

struct engine_job {
	LLVMModuleRef module;      /* taken over, as are */
	const LLVMModuleRef *more; /* those that belong to it, of the same context; none
	                              where something is dumped */
	u32 nmore;
	const struct host *host;
	bool optimise; /* else the shortest way to code */
	enum sanitizer sanitizer;
	bool only_show; /* make no code: engine_compile gives NULL, and no error */
	const _Atomic bool *closing; /* see engine_goes_on */
	/* For --dump: called with the text of a stage (enum jit_stage); may be NULL. */
	void (*dump)(void *ctx, enum jit_stage stage, const char *text);
	/* For --print-changed: the passes run one at a time, and this is called with the
	 * text before the first ("start"), after each, and once more at the end ("end").
	 * NULL: all run at once. */
	void (*dump_pass)(void *ctx, const char *pass, const char *text);
	void *ctx;
	u64 ns_verify, ns_passes, ns_code, ns_link; /* results */
	char error[256];
};

/* Functions of an object, by name, and their addresses: loading sets at[i]. */
struct engine_entries {
	const char *const *name;
	void **at;
	u32 n;
};

/* ELF files, one after the other, which may name functions of each other. */
struct engine_object {
	const u8 *bytes;
	size_t size;
	const u64 *file_size; /* of each; NULL: it is one */
	u32 nfile;
};
/* The next file, after `*n` of them that end at `*at`; both begin at 0. False: there is
 * none, or it is not whole. */
bool engine_next_file(const struct engine_object *o, u32 *n, u64 *at,
                      struct engine_object *file);

struct engine_code;
/* Verifies, optimises, makes code and loads it. NULL, and job->error, if LLVM has a
 * complaint. The object is in `a`. The host is prepared. */
struct engine_code *engine_compile(struct engine_job *job, struct arena *a,
                                   struct engine_object *object,
                                   struct engine_entries *want);
/* Loads an object made before, by the same version of LLVM. Opens LLVM only for objects
 * that elf_loader.c does not know, and for debuggers. */
struct engine_code *engine_load(const struct engine_object *object,
                                struct engine_entries *want, char error[256]);
void engine_drop(struct engine_code *code);

/* Runs `work`. LLVM's fatal errors (only if it was started before), and a lack of memory
 * in LLVM or in an arena, end it and come back here: false, and `error` says which. What
 * work held then is lost: it holds no lock while it calls LLVM or takes memory. Calls
 * nest. */
bool engine_guarded(void (*work)(void *ctx), void *ctx, char error[256]);
/* Called between two steps, while LLVM holds nothing: other threads may go first. False:
 * the code is of no use any more, since *closing is true (NULL: never) or the device
 * closes. */
#define ENGINE_NO_TIME "there was no time left to compile it"
bool engine_goes_on(const _Atomic bool *closing);
/* A thread begins a long call of LLVM, and has ended it: the process may end meanwhile.
 */
void engine_apart(bool begins);
/* The same within engine_guarded, which fails if the code is of no use. */
void engine_step(const _Atomic bool *closing);
/* Takes an error over: false, and `error` begins with `what`. True if there was none. */
bool engine_check(LLVMErrorRef e, char error[256], const char *what);
/* LLVM had a fatal error: no code is made any more. */
bool engine_is_broken(void);
/* Drops the context after engine_compile, unless a fatal error left it half done. */
void engine_drop_context(LLVMContextRef ctx);

/* Rewrites what LLVM would compile wrongly (repair.c). */
void engine_repair(LLVMModuleRef module);
/* The bits of a vector's integers, floats or doubles; 0: it has others. */
u32 engine_element_bits(LLVMTypeRef vector);
/* Moves the addresses of gathers and scatters to their blocks, values that only a block
 * of this name uses to that block, and conditions to the side of a branch that alone uses
 * them (sink.c). */
#define ENGINE_COLD "slow"
void engine_sink(LLVMModuleRef module);
/* Checks whether an instruction does nothing but compute a value, the same wherever it
 * stands: not even the mode of rounding counts. */
bool engine_is_pure(LLVMValueRef v);
/* Makes gathers into loads of the lanes, for hosts that gather slowly
 * (scalar_gathers.c). */
void engine_scalar_gathers(LLVMModuleRef module);
/* Changes the order of instructions in long blocks: one vector of a warp after the other
 * where they do not fit into the host's registers together (by_chain.c), or several
 * chains at once where the host waits for results (by_latency.c). */
void engine_order(LLVMModuleRef module, const struct host *h);
/* Widens masks, for hosts whose masks are vectors: AVX2 (widen_masks.c). */
void engine_widen_masks(LLVMModuleRef module);
