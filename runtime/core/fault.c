/* fault.c - the fault record of a launch becomes a status, a sentence, and a report.
 * SPDX-License-Identifier: Apache-2.0 */
#include <sys/mman.h>
#include <unistd.h>

#include "base/own_stack.h"
#include "base/plain.h"
#include "runtime/core/check.h"
#include "runtime/core/device.h"
#include "runtime/core/names.h"

/* ---- record -> status and code ---- */

static enum simt_status status_of(u32 kind) {
	switch (kind) {
	case FAULT_NONE: return SIMT_OK;
	case FAULT_ADDRESS:
	case FAULT_STACK: return SIMT_ILLEGAL_ADDRESS;
	case FAULT_MISALIGNED: return SIMT_MISALIGNED_ADDRESS;
	case FAULT_RANK:
	case FAULT_ILLEGAL_INST: return SIMT_ILLEGAL_INSTRUCTION;
	case FAULT_ASSERT: return SIMT_ASSERT;
	case FAULT_SPACE: return SIMT_INVALID_ADDRESS_SPACE;
	case FAULT_PC: return SIMT_INVALID_PC;
	case FAULT_DEADLOCK:
	case FAULT_TIMEOUT:
	case FAULT_INTERRUPTED: return SIMT_LAUNCH_TIMEOUT;
	case FAULT_HOST: return SIMT_OUT_OF_MEMORY;
	default: return SIMT_LAUNCH_FAILED;
	}
}

u32 fault_of_status(enum simt_status s) {
	for (u32 kind = FAULT_NONE + 1;
	     s != SIMT_LAUNCH_FAILED && kind < FAULT_KIND_COUNT; kind++)
		if (kind != FAULT_DEADLOCK && kind != FAULT_HOST && status_of(kind) == s)
			return kind;
	return s == SIMT_LAUNCH_FAILED ? FAULT_TRAP : FAULT_NONE;
}

static enum simt_fault_kind kind_of(u32 kind) {
	switch (kind) {
	case FAULT_NONE: return SIMT_FAULT_NONE;
	case FAULT_DEADLOCK: return SIMT_FAULT_DEADLOCK;
	case FAULT_TIMEOUT: return SIMT_FAULT_TIMEOUT;
	case FAULT_INTERRUPTED: return SIMT_FAULT_INTERRUPTED;
	case FAULT_HOST: return SIMT_FAULT_INTERNAL;
	default: return SIMT_FAULT_ERROR;
	}
}

static bool is_global_space(u32 space) {
	return space == SPACE_GLOBAL || space == SPACE_GENERIC;
}

static enum diag_code code_of(const struct fault *f) {
	switch (f->kind) {
	case FAULT_RANK:
	case FAULT_ADDRESS: return is_global_space(f->space) ? T0003 : T0005;
	case FAULT_MISALIGNED: return T0004;
	case FAULT_ILLEGAL_INST: return T0011;
	case FAULT_ASSERT: return T0002;
	case FAULT_TRAP: return T0001;
	case FAULT_STACK: return T0009;
	case FAULT_SPACE: return T0006;
	case FAULT_PC: return T0010;
	case FAULT_DEADLOCK: return T0007;
	case FAULT_BARRIER: return T0012;
	case FAULT_CHECKED: return T0013;
	default: return T0008;
	}
}

/* ---- texts ---- */

static const char *default_text(u32 kind) {
	switch (kind) {
	case FAULT_TIMEOUT: return "the kernel ran longer than the limit";
	case FAULT_INTERRUPTED: return "the launch was interrupted";
	case FAULT_HOST: return "out of host memory";
	case FAULT_DEADLOCK: return "no warp can run";
	default: return "unspecified launch failure";
	}
}

/* The text of the instruction on one line, its blanks squeezed. */
static const char *inst_text(struct arena *a, const struct source_file *file,
                             struct loc loc) {
	u32 from = loc.start - file->base, to = MIN(loc.end - file->base, file->len);
	if (to <= from)
		return "";
	u32 len = MIN(to - from, 200), n = 0;
	char *s = arena_strdup(a, file->text + from, len);
	for (u32 i = 0; i < len; i++) {
		bool blank = strchr(" \t\r\n", s[i]) != NULL;
		if (blank && (n == 0 || s[n - 1] == ' '))
			continue;
		s[n++] = blank ? ' ' : s[i];
	}
	while (n && (s[n - 1] == ' ' || s[n - 1] == ';'))
		n--;
	s[n] = 0;
	return plain_text(a, s, "");
}

#define LL(x) ((unsigned long long)(x))

/* The variable of the module whose bytes are nearest to addr, if its variables lie at
 * `base`. */
static const struct var *near_variable(const struct simt_module *m, u64 base, u64 addr) {
	const struct var *best = NULL;
	u64 best_addr = 0;
	if (base != m->global_base && base != m->const_base)
		return NULL;
	for (u32 i = 0; i < m->ir->nvar; i++) {
		u64 at = m->image.var_addr[i];
		bool same_part = at && (m->ir->var[i].space == SPACE_CONST) ==
		                               (base == m->const_base);
		if (!same_part || (best && (at > addr || at < best_addr)))
			continue;
		best = &m->ir->var[i];
		best_addr = at;
	}
	return best;
}

static const char *distance_text(struct arena *a, const char *what, u64 base, u64 size,
                                 u64 addr) {
	if (addr < base)
		return arena_printf(a, "nearest: %s, %llu bytes before its start", what,
		                    LL(base - addr));
	return arena_printf(a, "nearest: %s, %llu bytes past its end", what,
	                    LL(addr - MIN(base + size, addr)));
}

/* Whether addr is in memory of the process that device code does not reach: of malloc,
 * new or a variable of the host. A sandbox may not ask. */
static bool is_host_memory(const struct simt_device *dev, u64 addr) {
	unsigned char resident;
	u64 page = addr & ~(u64)(sysconf(_SC_PAGESIZE) - 1);
	bool reserved = addr - (u64)(uintptr_t)dev->memory.reserved <
	                dev->memory.reserved_bytes;
	return !dev->sandbox && !reserved && page && addr < 1ull << 47 &&
	       mincore((void *)(uintptr_t)page, 1, &resident) == 0;
}

/* m: the module whose variables may be near; NULL: none. */
static const char *near_text(struct simt_device *dev, const struct simt_module *m,
                             u64 addr) {
	struct arena *a = &dev->fault_arena;
	u64 base, size;
	if (memory_was_freed(&dev->memory, addr, &base, &size))
		return arena_printf(a, "it lies in %llu bytes at 0x%llx that were freed",
		                    LL(size), LL(base));
	if (is_host_memory(dev, addr))
		return "it is memory of the host: a kernel needs what cudaMalloc, "
		       "cudaMallocManaged or cudaMallocHost gave";
	if (!memory_near(&dev->memory, addr, &base, &size))
		return "there is no allocation";
	const struct var *v = m ? near_variable(m, base, addr) : NULL;
	const char *what = arena_printf(a, "%llu bytes at 0x%llx", LL(size), LL(base));
	if (v) {
		base = m->image.var_addr[v - m->ir->var];
		size = v->size_bytes;
		what = arena_printf(a, "variable %s, %llu bytes at 0x%llx", v->name->s,
		                    LL(size), LL(base));
	}
	return distance_text(a, what, base, size, addr);
}

static const char *nearest_text(struct simt_device *dev, const struct simt_module *m,
                                const struct fault *f) {
	return f->kind == FAULT_ADDRESS && is_global_space(f->space)
	               ? near_text(dev, m, f->addr)
	               : "";
}

static const char *source_text(struct arena *a, const struct module *ir,
                               const struct line_info *line) {
	if (!line)
		return "";
	for (u32 i = 0; i < ir->nfile; i++)
		if (ir->file[i].index == line->file)
			return arena_printf(a, "%s:%u", ir->file[i].name->s, line->line);
	return arena_printf(a, "line %u", line->line);
}

/* ---- recording ---- */

/* Copies a text of the kernel's memory, as failed assertions have it. */
static const char *copy_plain(struct arena *a, const char *s) {
	return plain_text(a, arena_strdup(a, s, strlen(s)), PLAIN_LINES);
}

void fault_forget(struct simt_device *dev) {
	if (!atomic_load_explicit(&dev->has_fault, memory_order_relaxed))
		return;
	pthread_mutex_lock(&dev->fault_lock);
	if (atomic_load(&dev->sticky) == SIMT_OK) {
		dev->fault = (struct simt_fault){0};
		arena_reset(&dev->fault_arena);
		dev->report[0] = 0;
		atomic_store(&dev->has_fault, false);
	}
	pthread_mutex_unlock(&dev->fault_lock);
}

static void record_place(struct simt_device *dev, struct simt_module *m,
                         const struct fault *f) {
	struct simt_fault *out = &dev->fault;
	struct source_pos pos = source_pos(&m->sources, f->loc.start);
	if (pos.file && f->loc.start) {
		out->file = copy_plain(&dev->fault_arena, pos.file->name);
		out->line = pos.line;
		out->inst = inst_text(&dev->fault_arena, pos.file, f->loc);
	}
	memcpy(out->cta, f->cta, sizeof out->cta);
	memcpy(out->thread, f->thread, sizeof out->thread);
	out->source = source_text(&dev->fault_arena, m->ir, f->line);
}

static void describe(struct simt_device *dev, struct simt_module *m,
                     const struct launch *l, const struct fault *f, bool filled) {
	struct arena *a = &dev->fault_arena;
	struct simt_fault *out = &dev->fault;
	const char *kernel = l->kernel->name->s;
	const char *text = f->text[0] ? f->text : default_text(f->kind);
	*out = (struct simt_fault){
		.kind = kind_of(f->kind),
		.status = status_of(f->kind),
		.code = diag_code_name(code_of(f)),
		.text = copy_plain(a, text),
		.kernel = copy_plain(a, kernel),
		.addr = f->addr,
		.note = nearest_text(dev, m, f),
		.source = "",
		.inst = "",
		.table = dev->report,
	};
	out->function = f->func ? copy_plain(a, f->func) : out->kernel;
	if (filled)
		record_place(dev, m, f);
}

/* Makes what was described the device's fault, unless checked mode spares it; the lock
 * is held. Returns whether other kernels are to stop. */
static bool take_effect(struct simt_device *dev) {
	enum simt_status s = dev->fault.status;
	bool stops = !check_spares(s);
	atomic_store(&dev->has_fault, true);
	if (stops)
		atomic_store(&dev->sticky, s);
	return stops;
}

/* Records a fault: the first of kernels that run together stops the others. */
enum simt_status fault_record(struct simt_device *dev, struct simt_module *m,
                              const struct launch *l) {
	u32 kind = atomic_load(&l->stop);
	if (kind == FAULT_NONE)
		return SIMT_OK;
	struct fault blank = {.kind = kind};
	bool filled = atomic_load(&l->fault_taken) == 2;
	const struct fault *f = filled ? &l->fault : &blank;
	pthread_mutex_lock(&dev->fault_lock);
	enum simt_status s = atomic_load(&dev->sticky);
	bool first = s == SIMT_OK;
	if (first) {
		arena_reset(&dev->fault_arena);
		memcpy(dev->report, l->report, l->report_len + 1);
		describe(dev, m, l, f, filled);
		s = dev->fault.status;
		first = take_effect(dev);
	}
	fail(s, "%s", dev->fault.text);
	pthread_mutex_unlock(&dev->fault_lock);
	if (first)
		gate_interrupt(&dev->gate, FAULT_INTERRUPTED);
	return s;
}

static enum simt_status record_call(struct simt_device *dev, const struct call_access *a,
                                    const struct simt_fault *f) {
	bool first = false;
	pthread_mutex_lock(&dev->fault_lock);
	enum simt_status s = atomic_load(&dev->sticky);
	if (s == SIMT_OK) {
		struct simt_fault *out = &dev->fault;
		arena_reset(&dev->fault_arena);
		dev->report[0] = 0;
		*out = *f;
		out->text = copy_plain(&dev->fault_arena, f->text);
		out->kernel = out->function = copy_plain(&dev->fault_arena, a->function);
		out->note = f->addr ? near_text(dev, NULL, f->addr) : "";
		out->source = out->inst = "";
		out->table = dev->report;
		s = out->status;
		first = take_effect(dev);
	}
	fail(s, "%s", dev->fault.text);
	pthread_mutex_unlock(&dev->fault_lock);
	if (first)
		gate_interrupt(&dev->gate, FAULT_INTERRUPTED);
	return s;
}

enum simt_status fault_record_call(struct simt_device *dev, const struct call_access *a,
                                   u64 bad) {
	char text[256];
	struct simt_fault f = {
		.kind = SIMT_FAULT_ERROR,
		.status = bad ? SIMT_ILLEGAL_ADDRESS : SIMT_LAUNCH_FAILED,
		.code = diag_code_name(bad ? T0003 : T0013),
		.text = text,
		.addr = bad,
	};
	snprintf(text, sizeof text, "%s %s %s: %llu bytes at 0x%llx%s", a->function,
	         a->reads ? "reads" : "writes", a->argument, LL(a->size), LL(a->addr),
	         bad ? ", where no memory of the device is" : "");
	return record_call(dev, a, &f);
}

enum simt_status fault_record_failure(struct simt_device *dev,
                                      const struct call_access *a, enum simt_status s) {
	char text[256];
	struct simt_fault f = {.kind = SIMT_FAULT_ERROR,
	                       .status = s,
	                       .code = diag_code_name(T0008),
	                       .text = text};
	snprintf(text, sizeof text, "%s: %s", a->function, simt_status_text(s));
	return record_call(dev, a, &f);
}

const struct simt_fault *simt_device_fault(const struct simt_device *dev) {
	return dev->fault.kind == SIMT_FAULT_NONE ? NULL : &dev->fault;
}

/* ---- printing ---- */

static void print_place(FILE *out, const struct simt_fault *f) {
	struct arena scratch = ARENA_INIT;
	fprintf(out, "   kernel %s, cta (%u,%u,%u), thread (%u,%u,%u)",
	        name_shown(&scratch, f->kernel), f->cta[0], f->cta[1], f->cta[2],
	        f->thread[0], f->thread[1], f->thread[2]);
	if (strcmp(f->function, f->kernel) != 0)
		fprintf(out, ", in %s", name_shown(&scratch, f->function));
	arena_drop(&scratch);
	if (f->file)
		fprintf(out, "   %s:%u: %s", f->file, f->line, f->inst);
	fputc('\n', out);
}

static void print_kernel(FILE *out, const struct simt_fault *f) {
	struct arena scratch = ARENA_INIT;
	fprintf(out, "   kernel %s\n", name_shown(&scratch, f->kernel));
	arena_drop(&scratch);
}

static void print_table(FILE *out, const struct simt_fault *f) {
	struct arena scratch = ARENA_INIT;
	fputs(name_shown_in(&scratch, f->table), out);
	arena_drop(&scratch);
}

static void print_here(struct simt_device *dev, FILE *out, bool color) {
	const struct simt_fault *f = simt_device_fault(dev);
	if (!f)
		return;
	const char *on = color ? "\033[1;31m" : "", *off = color ? "\033[0m" : "";
	fprintf(out, "%strap[%s]%s: %s\n", on, f->code, off, f->text);
	if (f->file)
		print_place(out, f);
	else
		print_kernel(out, f);
	if (f->source[0])
		fprintf(out, "      = source: %s\n", f->source);
	if (f->note[0])
		fprintf(out, "      = note: %s\n", f->note);
	print_table(out, f);
}

struct printing {
	struct simt_device *dev;
	FILE *out;
	bool color;
};

static void print_it(void *ctx) {
	const struct printing *p = ctx;
	print_here(p->dev, p->out, p->color);
}

void simt_fault_print(struct simt_device *dev, FILE *out, bool color) {
	struct printing p = {dev, out, color};
	own_stack_call(print_it, &p);
}
