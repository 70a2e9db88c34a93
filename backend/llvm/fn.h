/* fn.h - one function on its way from the IR to LLVM: what the parts of the JIT share.
 *
 * A function becomes u32 f(struct warp *w, u32 state, u32 more) (compiled.h). Its blocks
 * exist up to twice:
 *
 *     full    all 32 lanes are there: no masks, no blends. A branch that parts them goes
 *             over to
 *     part    some lanes: every block has a mask of lanes that wait for it
 *             (waiting_masks.c). Blocks are laid out in cfg order and run in that order,
 *             each with all lanes that have come to it, so lanes meet again at the
 *             reconvergence point; the end of a loop goes back to its header if any lane
 *             wants to. When all 32 meet, the full version goes on.
 *
 * A register is a scalar if it is uniform or affine (ir/analysis/uniform.h; of an affine
 * one, the value in lane 0), else a vector in `nchunk` chunks of `width` lanes, the width
 * of the host's registers. Between blocks it is at home, in the interpreter's frame, or
 * promoted (reg.c, frame_sync.c, promote.c).
 *
 * Each part of struct fn is declared where its functions are: in flow/flow.h, for
 * instance, what control flow needs.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/interp/decode.h"
#include "backend/llvm/emit/debug_line.h"
#include "backend/llvm/emit/value.h"
#include "backend/llvm/engine/host.h"
#include "backend/llvm/flow/flow.h"
#include "backend/llvm/flow/lane_loop.h"
#include "backend/llvm/flow/loop_version.h"
#include "backend/llvm/flow/registers.h"
#include "backend/llvm/flow/store_select.h"
#include "backend/llvm/mem/mem_state.h"
#include "backend/llvm/types.h"
#include "backend/llvm/warps/warp_coarsening.h"
#include "backend/llvm/warps/warps.h"
#include "backend/llvm/warps/whole_cta.h"
#include "backend/machine/compiled.h"
#include "base/bits.h"
#include "base/map.h"
#include "ir/analysis/uniform.h"
#include "ir/isa/regs.h"

/* The target of the code. */
struct fn_options {
	u32 ntid[3];          /* block shape; zeros: any */
	bool is_quick;        /* not to be optimised: what is made is what runs */
	bool is_large;        /* with all that it calls: short code before fast code */
	bool is_sanitized;    /* a sanitizer watches it: no access that no thread makes */
	bool is_verified;     /* tells the interpreter of each instruction (verify.c) */
	bool is_over_4gib;    /* valid global memory may reach over 4 GiB */
	u32 most_back_edges;  /* what flow.budget begins with */
	struct map *confined; /* addresses that were confined (confine.c); NULL: none need
	                         be */
	const _Atomic bool *closing; /* once true the code is of no use; NULL: never */
};

/* Results of analyses of the function. */
struct fn_facts {
	bool is_kernel;    /* else a function that is called */
	bool starts_whole; /* all 32 lanes come in; only exits make them fewer */
	bool uses_cc;      /* the carry flag */
	bool may_wait;     /* some instruction may have to wait */
	bool has_bar_red;  /* some barrier counts the lanes that bring true */
	u8 coordinates;    /* of the thread that the function reads (prefetch.c) */
	enum {
		TELLS_UNKNOWN,
		TELLS_NO_ORDER,
		TELLS_ORDER
	} tells_order; /* whether it could see the order of stores (nontemporal.c) */
	bool *is_dead; /* per instruction: its results are never read (dead_code.c) */
	u32 *demanded; /* per register: lanes that are read, or NULL (demanded_lanes.c) */
	/* thread_predicates.c, idle_warps.c; NULL until they are needed */
	struct thread_predicates *predicates;
	struct idle_warps *idle_warps;
};

struct fn {
	/* what is compiled */
	const struct module *m;
	const struct func *f;
	const struct dfunc *df;   /* its decoded form */
	const struct dmodule *dm; /* that of the module */
	const struct cfg *cfg;
	const struct live *live;
	const struct uniform *uni;
	struct uniform_shape shape; /* that `uni` is for */
	const struct host *host;
	struct fn_options opt;
	struct fn_facts facts;
	struct arena *a;         /* for the compilation */
	struct arena *out;       /* for what outlives it */
	struct explain *explain; /* collects --explain-vectorization's lines, or NULL */
	const char *failed;      /* why it cannot be compiled, or NULL */

	/* LLVM */
	LLVMContextRef ctx;
	LLVMModuleRef mod; /* the module that code goes to, one of: */
	struct modules *modules;
	LLVMBuilderRef b;
	const char *name; /* of the LLVM function */
	val fn;           /* the LLVM function; its parameters: */
	val w, state;     /* the warp at hand; the state that it resumes in */
	typ i1, i8, i16, i32, i64, i128, f32, f64, ptr, voidt;
	u32 width, nchunk; /* lanes of a chunk; chunks of a vector */

	/* where we are */
	bool is_part;          /* version of the block at hand */
	u32 block;             /* that block */
	const struct inst *in; /* the instruction at hand */
	u32 pos;               /* live.h position of `in` */
	struct mask mask;      /* lanes of the block */
	struct mask em;        /* lanes that execute `in`: mask and guard */
	bool is_guarded;       /* `em` is less than `mask` */

	/* parts */
	struct jreg *reg;              /* per register: flow/registers.h */
	struct registers regs;         /* flow/registers.h */
	struct control flow;           /* flow/flow.h */
	struct entries entries;        /* flow/flow.h */
	struct values values;          /* emit/value.h */
	struct debug_lines lines;      /* emit/debug_line.h */
	struct mem_state mem;          /* mem/mem_state.h */
	struct warp_loop warps;        /* warps/warps.h */
	struct coarse coarse;          /* warps/warp_coarsening.h */
	struct whole_cta whole;        /* warps/whole_cta.h */
	struct lane_loops lanes;       /* flow/lane_loop.h */
	struct loop_versions versions; /* flow/loop_version.h */
	struct store_select selects;   /* flow/store_select.h */
};

static inline bool jit_is_scalar(const struct fn *c, u32 reg) {
	return c->reg[reg].class != REG_VECTOR;
}
