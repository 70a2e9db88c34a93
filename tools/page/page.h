/* page.h - one page of HTML about a file of kernels: its source, PTX, IR, LLVM IR and
 * host assembly side by side, with what the analyses know. Each file writes some sections
 * of it:
 *
 *   page.c   the frame: head, kernels one after the other, script
 *   lines.c  which lines of the source and of the PTX belong together
 *   panes.c  the texts side by side
 *   graph.c  the control-flow graph as SVG
 *   passes.c what each pass of the optimiser changed
 *   record.c a recorded run: counts by line, and a warp to step through
 *   multi.c  a model of a multiprocessor that plays the run (sm.c)
 *   facts.c  accesses, occupancy, instructions in words
 *
 * The page loads nothing from elsewhere; without its script it can be read, with it lines
 * that belong together light up.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <jansson.h>

#include "backend/llvm/llvm.h"
#include "base/map.h"
#include "ir/analysis/uniform.h"
#include "ir/read/module.h"
#include "runtime/core/device.h"
#include "tools/simtrun/simtrun.h"

/* The source of an instruction. */
struct whence {
	u32 ptx;  /* line of the PTX */
	u32 file; /* index in page.file, or NO_FILE */
	u32 line, column;
};
enum { NO_FILE = 0xffffffffu, HUES = 40 }; /* as page.css has */

/* The machine code that the JIT made of an instruction. */
struct became {
	const struct inst *in;
	const char *what, *why;
};

struct page_source {
	const struct source_file *text; /* NULL: not there, or not the user's */
	const char *name;
};

/* Parts that may become large: each has so many bytes, of all kernels together. */
enum page_part {
	PAGE_PTX,
	PAGE_IR,
	PAGE_LLVM,
	PAGE_ASM,
	PAGE_STEPS,
	PAGE_PASSES,
	PAGE_LLVM_PASSES,
	PAGE_MODEL,
	PAGE_TABLES, /* counts by line, accesses, graphs */
	PAGE_PARTS
};

struct page {
	struct simtrun *run;
	struct simt_module *m;
	FILE *out;
	struct arena *arena;
	const char *title;
	json_t *recording; /* that was given (runtime/core/record.h); NULL: kernels run
	                      here */
	struct page_source *file; /* as module->file */
	u32 block[3];             /* the shape that analyses and the JIT assume */
	const char *block_from;   /* what says so */
	size_t room[PAGE_PARTS];  /* bytes that are left */
	size_t share[PAGE_PARTS]; /* of them, for the kernel at hand */
	u32 kernels, left;  /* on the page; still to come, the one at hand included */
	struct map at_line; /* instructions by their line: function << 32 | index
	                       (multi.c) */
	json_t *passes; /* what the optimiser did (ir/opt/change_report.h); NULL: nothing
	                   is known */
	/* bytes of shared memory whose table of occupancy is on the page */
	VEC(u32) what_if;
};

/* The kernel at hand. */
struct chapter {
	u32 number; /* prefix of ids */
	struct simt_function *fn;
	struct func *f;
	const struct uniform *uni;
	struct whence *from; /* per instruction */
	u32 *block_of;       /* the same */
	u32 *hue;            /* the same: page_hue */
	u32 first_ptx, last_ptx;
	VEC(struct became) became;
	const char *text[3]; /* per jit_stage; NULL: none */
	const char *refused; /* why the JIT does not take it; NULL */
	json_t *llvm_passes; /* as page.passes, of LLVM's; NULL: none */
};

/* Text with < > & and " written so that they are text. */
void page_text(FILE *out, const char *s, size_t n);
void page_string(FILE *out, const char *s);
/* Takes n bytes off what is left for the kernel at hand. False: there are fewer, and from
 * now on none. */
bool page_take(struct page *p, enum page_part part, size_t n);
/* A paragraph that says what is missing for want of room, and what has it (NULL: nothing
 * does). */
void page_cut(struct page *p, const char *what, const char *command);

/* lines.c */
void page_find_files(struct page *p);
void page_find_whence(const struct page *p, struct chapter *ch);
/* Colour of an instruction: those of one line of source (without one: of a block) have
 * the same. */
u32 page_hue(const struct chapter *ch, u32 inst);
/* The instruction that stands on a line of the PTX, or NO_REG. */
u32 page_inst_at(const struct chapter *ch, u32 ptx);

/* passes.c: fills p->passes: of --passes, or of what the optimiser would do with the
 * text. */
void page_find_passes(struct page *p, const char *path);

/* record.c: the recording's part of a kernel; NULL: there is none. */
json_t *page_recorded(const json_t *recording, const char *name);
/* The recording of a run of the kernel at hand; if there is none, one is made of the file
 * at `path`. NULL: none. The caller drops it. */
json_t *page_recording(struct page *p, const struct chapter *ch, const char *path);
/* Write the launch and how it ended; its warps to step through, below the panes; its
 * counts. */
void page_ran(struct page *p, const json_t *ran);
void page_stepper(struct page *p, const json_t *ran);
void page_run(struct page *p, const struct chapter *ch, const json_t *ran);

/* multi.c: needs page_find_lines, once. */
void page_find_lines(struct page *p);
void page_model(struct page *p, const struct chapter *ch, const json_t *recorded);
/* facts.c: blocks of so many threads that a multiprocessor has at once. */
u32 page_resident(const struct page *p, const struct chapter *ch, u32 threads);

/* panes.c, passes.c, graph.c, facts.c */
void page_panes(struct page *p, const struct chapter *ch);
void page_passes(struct page *p, const struct chapter *ch);
void page_graph(struct page *p, const struct chapter *ch);
void page_accesses(struct page *p, const struct chapter *ch);
void page_occupancy(struct page *p, const struct chapter *ch);
void page_dictionary(struct page *p);
/* multi.c: what all models have in common, for the script. */
void page_model_tables(struct page *p);
