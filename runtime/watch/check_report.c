/* check_report.c - findings as records: counted, compared with suppressions, printed as
 * text, XML or JSON. The text is that of NVIDIA's compute-sanitizer; with "vendor" in
 * SIMT_CHECK nothing but that, else with more: the PTX line, the address register, the
 * thread that freed.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/watch/check_report.h"
#include "backend/machine/warp.h"
#include "base/file.h"
#include "ir/analysis/user_line.h"

#include <ctype.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct pair { /* of places that race */
	const struct inst *a, *b;
	struct record record;
	u64 hazards;
};

static struct {
	pthread_mutex_t lock;
	struct arena arena;  /* of all of this */
	struct arena record; /* of the record that is being written */
	FILE *log;
	FILE *save;          /* XML or JSON, while the log is text */
	FILE *xml;           /* whichever is XML, or NULL */
	u64 errors, printed; /* records */
	u64 races, race_records;
	u64 leaks, leak_bytes;
	u64 stopped, dropped; /* kernels that did not end, work that did not begin */
	bool is_closed, is_child;
	struct arena of_launch; /* of what is known of the launch that runs */
	struct map seen;        /* finding -> how often */
	VEC(struct pair) pairs;
} all = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- the log ---- */

static void lock_all(void) {
	pthread_mutex_lock(&all.lock);
}

static void unlock_all(void) {
	pthread_mutex_unlock(&all.lock);
}

/* The parent reports what was found before the fork. */
static void in_child(void) {
	all.errors = all.printed = all.races = all.race_records = all.leaks =
		all.leak_bytes = 0;
	all.stopped = all.dropped = 0;
	all.is_child = true;
	unlock_all();
}

void check_guard_fork(void) {
	pthread_atfork(lock_all, unlock_all, in_child);
}

/* A file that a setting names; NULL after an error, which errno has. */
static FILE *open_named(const char *path) {
	char name[PATH_MAX];
	return file_of_process(name, sizeof name, path) ? fopen(name, "w") : NULL;
}

static void open_log(void) {
	const struct check_settings *s = check_settings(NULL);
	if (all.log)
		return;
	int fd = strcmp(s->log, "stdout") == 0   ? dup(1)
	         : strcmp(s->log, "stderr") == 0 ? dup(2)
	                                         : -1;
	all.log = fd >= 0 ? fdopen(fd, "w") : open_named(s->log);
	if (!all.log)
		all.log = stderr;
	all.seen = MAP_INIT(&all.of_launch);
	if (s->save && !(all.save = open_named(s->save)))
		fprintf(stderr, "simt: SIMT_CHECK: cannot write %s\n", s->save);
	if (s->format == CHECK_XML)
		all.xml = s->save ? all.save : all.log;
	if (all.xml)
		fputs("<?xml version=\"1.0\" "
		      "encoding=\"utf-8\"?>\n<ComputeSanitizerOutput>\n",
		      all.xml);
}

/* ---- names ---- */

static const char *file_of(struct arena *a, const struct module *m, u32 index) {
	for (u32 i = 0; i < m->nfile; i++)
		if (m->file[i].index == index)
			return arena_strdup(a, m->file[i].name->s,
			                    strlen(m->file[i].name->s));
	return "";
}

/* The text of the instruction, its blanks squeezed. */
static const char *text_of(struct arena *a, const struct source_file *file,
                           struct loc loc) {
	u32 from = loc.start - file->base, to = MIN(loc.end - file->base, file->len),
	    n = 0;
	if (to <= from)
		return "";
	u32 len = MIN(to - from, 200);
	char *s = arena_strdup(a, file->text + from, len);
	for (u32 i = 0; i < len && s[i] != ';'; i++) {
		bool blank = isspace((unsigned char)s[i]);
		if (!blank || (n && s[n - 1] != ' '))
			s[n++] = blank ? ' ' : s[i];
	}
	s[n] = 0;
	return s;
}

/* The functions that the instruction was inlined from, innermost first, and last the one
 * whose code it is in. */
static void name_inlined(struct arena *a, struct record_place *out, const struct func *f,
                         u32 line) {
	for (; line && out->nfunction < RECORD_FUNCTIONS - 1;
	     line = f->line[line].inlined_at) {
		const struct line_info *at = &f->line[line];
		const struct str *s = at->inlined_at && at->function ? at->function->label
		                                                     : NULL;
		if (s)
			out->function[out->nfunction++] = arena_strdup(a, s->s, s->len);
	}
	out->function[out->nfunction++] = out->mangled;
}

struct record_place record_place(struct arena *a, struct image *image,
                                 const struct finding_place *p) {
	struct simt_module *m =
		(struct simt_module *)(void *)((u8 *)image -
	                                       offsetof(struct simt_module, image));
	const char *name = p->func->name->s;
	struct record_place out = {.mangled = arena_strdup(a, name, strlen(name)),
	                           .access = p->is_atomic  ? "Atomic"
	                                     : p->is_store ? "Write"
	                                                   : "Read",
	                           .file = "",
	                           .ptx_file = "",
	                           .inst = ""};
	u32 names = check_settings(NULL)->demangle;
	out.func = names == NAMES_MANGLED ? out.mangled : name_shown(a, name);
	if (names == NAMES_SIMPLE)
		out.func = arena_strdup(a, out.func, strcspn(out.func, "(<"));
	memcpy(out.cta, p->cta, sizeof out.cta);
	memcpy(out.thread, p->thread, sizeof out.thread);
	if (!p->inst)
		return out;
	out.pc = 16 * (u32)(p->inst - p->func->inst);
	name_inlined(a, &out, p->func, p->inst->line);
	struct source_pos pos = source_pos(&m->sources, p->inst->loc.start);
	if (pos.file && p->inst->loc.start) {
		out.ptx_file = arena_strdup(a, pos.file->name, strlen(pos.file->name));
		out.ptx_line = pos.line;
		out.inst = text_of(a, pos.file, p->inst->loc);
	}
	if (p->inst->line) {
		const struct line_info *l =
			&p->func->line[user_line(m->ir, p->func, p->inst->line)];
		out.file = file_of(a, m->ir, l->file);
		out.line = l->line;
	}
	return out;
}

/* ---- what ---- */

static const char *space_name(u32 space) {
	switch (space) {
	case SPACE_SHARED: return "__shared__";
	case SPACE_LOCAL: return "__local__";
	case SPACE_CONST: return "__constant__";
	case SPACE_PARAM: return "__param__";
	default: return "__global__";
	}
}

static const char *direction(const struct finding *f) {
	return f->at.is_atomic ? "atomic" : f->at.is_store ? "write" : "read";
}

static const char *capital(struct arena *a, const char *s) {
	char *t = arena_strdup(a, s, strlen(s));
	t[0] = (char)toupper((unsigned char)t[0]);
	return t;
}

static const char *fault_what(struct arena *a, const struct finding *f) {
	switch (f->fault) {
	case FAULT_ASSERT: return "Warp assert";
	case FAULT_TRAP:
		return strncmp(f->text, "free of", 7) == 0 ? "Invalid free in a kernel"
		                                           : "Trace/breakpoint trap";
	case FAULT_STACK: return "Stack overflow";
	case FAULT_ILLEGAL_INST: return "Illegal instruction";
	case FAULT_PC: return "Invalid PC";
	case FAULT_SPACE: return "Invalid address space";
	default: return capital(a, f->text);
	}
}

static const char *what_of(struct arena *a, const struct finding *f) {
	switch ((enum finding_kind)f->kind) {
	case FINDING_BOUNDS:
	case FINDING_FREED:
	case FINDING_CONST:
	case FINDING_MISALIGNED:
		return arena_printf(a, "Invalid %s %s of size %u bytes",
		                    space_name(f->space), direction(f), f->size);
	case FINDING_UNINIT:
		return arena_printf(a, "Uninitialized %s memory read of size %u bytes",
		                    space_name(f->space), f->size);
	case FINDING_UNINIT_USE: return "Use of an uninitialized value";
	case FINDING_FAULT: return fault_what(a, f);
	case FINDING_NUMERIC: return arena_strdup(a, f->text, strcspn(f->text, ":"));
	default: return capital(a, f->text);
	}
}

static const char *kind_of(const struct finding *f) {
	switch ((enum finding_kind)f->kind) {
	case FINDING_UNINIT:
	case FINDING_UNINIT_USE: return "Initcheck";
	case FINDING_SYNC: return "Synccheck";
	case FINDING_NUMERIC: return "Numeric";
	default: return "Precise";
	}
}

/* Addresses of shared memory are offsets in the cta's own window. */
static u64 shown_address(const struct finding *f) {
	const struct arena_map *map = &f->launch->machine->map;
	if (f->space == SPACE_SHARED)
		return (in_window(map->shared, f->addr) ? f->addr - map->shared.base
		                                        : f->addr) &
		       (((u64)1 << SHARED_RANK_SHIFT) - 1);
	if (f->space == SPACE_LOCAL && in_window(map->local, f->addr))
		return f->addr - map->local.base;
	return f->addr;
}

#define LL(x) ((unsigned long long)(x))

/* 1234567 -> 1,234,567 */
static const char *grouped(struct arena *a, u64 n) {
	char digits[32];
	int len = snprintf(digits, sizeof digits, "%llu", LL(n));
	char *out = arena_alloc(a, 48, 1), *to = out;
	for (int i = 0; i < len; i++) {
		if (i && (len - i) % 3 == 0)
			*to++ = ',';
		*to++ = digits[i];
	}
	*to = 0;
	return out;
}

void record_say(struct arena *a, struct record *r, bool extra, const char *fmt, ...) {
	char buf[600];
	va_list ap;
	va_start(ap, fmt);
	vsnprintf(buf, sizeof buf, fmt, ap);
	va_end(ap);
	if (r->nline < countof(r->line))
		r->line[r->nline++] = (struct record_line){
			arena_strdup(a, buf, strlen(buf)), extra};
}

static const char *const strict_texts[STRICT_RULES] = {
	"volatile: an access that is only volatile orders nothing",
	"acquire: the load before it is relaxed, and no fence stands between",
	"overwrite: both store the same value",
	"lockstep: lanes of a warp need __syncwarp() here, volatile or not",
	"guess: a plain load of what other threads change by atomic operations"};

/* Says by which rule of the strict mode it is a race. */
static void describe_rule(struct arena *a, struct record *r, u32 rule) {
	if (rule)
		record_say(a, r, true, "Strict %s", strict_texts[__builtin_ctz(rule)]);
}

void record_stack(struct arena *a, struct record *r, const char *when, u32 id,
                  bool extra) {
	struct check_frame frame[RECORD_FRAMES];
	u32 n = check_stack_frames(id, frame, RECORD_FRAMES);
	if (!n)
		return;
	record_say(a, r, extra, "Saved host backtrace up to driver entry point at %s",
	           when);
	for (u32 i = 0; i < n; i++)
		record_say(a, r, extra, "    Host Frame: %s [0x%llx] in %s",
		           name_demangle(a, frame[i].function), LL(frame[i].offset),
		           frame[i].module);
	if (!extra) {
		r->saved_at = when;
		r->entry = check_stack_entry(id);
		r->nframe = n;
		memcpy(r->frame, frame, sizeof frame);
	}
}

static void describe_near(struct arena *a, struct record *r, struct simt_device *dev,
                          u64 addr) {
	u64 base, size;
	if (!memory_near(&dev->memory, addr, &base, &size))
		return;
	const char *block = arena_printf(
		a, "the nearest allocation at 0x%llx of size %s bytes", LL(base),
		grouped(a, size));
	if (addr < base)
		record_say(a, r, false, "and is %s bytes before %s",
		           grouped(a, base - addr), block);
	else if (addr - base < size)
		record_say(a, r, false, "and is inside %s", block);
	else
		record_say(a, r, false, "and is %s bytes after %s",
		           grouped(a, addr - (base + size) + 1), block);
	r->near_base = base;
}

void record_near(struct arena *a, struct record *r, struct simt_device *dev, u64 addr) {
	u32 allocated, freed;
	describe_near(a, r, dev, addr);
	if (!r->near_base)
		return;
	check_block_stacks(dev, r->near_base, &allocated, &freed);
	record_stack(a, r, "allocation time", allocated, true);
}

void record_freed(struct arena *a, struct record *r, struct simt_device *dev, u64 addr) {
	u32 allocated, freed;
	u64 base, size;
	if (!memory_was_freed(&dev->memory, addr, &base, &size))
		return;
	record_say(a, r, true, "It lies in %s bytes at 0x%llx that were freed",
	           grouped(a, size), LL(base));
	check_block_stacks(dev, base, &allocated, &freed);
	record_stack(a, r, "allocation time", allocated, true);
	record_stack(a, r, "free time", freed, true);
}

static void describe_access(struct arena *a, struct record *r, const struct finding *f) {
	struct simt_device *dev = f->launch->machine->runtime;
	r->error = f->kind == FINDING_MISALIGNED ? "misaligned"
	           : f->kind == FINDING_CONST    ? "to constant memory"
	                                         : "out of bounds";
	record_say(a, r, false, "Access to 0x%llx is %s", LL(r->address), r->error);
	if (f->space == SPACE_GLOBAL || f->space == SPACE_CONST)
		describe_near(a, r, dev, f->addr);
	if (f->has_operand && f->offset)
		record_say(a, r, true, "Address register: 0x%llx, offset %lld",
		           LL(f->operand), (long long)f->offset);
	if (f->text[0] && f->kind != FINDING_FAULT)
		record_say(a, r, true, "Note: %s", f->text);
	u64 base, size;
	u32 allocated, freed;
	if (f->kind == FINDING_FREED &&
	    memory_was_freed(&dev->memory, f->addr, &base, &size)) {
		record_freed(a, r, dev, f->addr);
	} else if (r->near_base) {
		check_block_stacks(dev, r->near_base, &allocated, &freed);
		record_stack(a, r, "allocation time", allocated, true);
	}
}

static void describe(struct arena *a, struct record *r, const struct finding *f) {
	r->level = "Error";
	r->kind = kind_of(f);
	r->tool = f->kind == FINDING_ASYNC ? "race" : NULL;
	r->what = what_of(a, f);
	r->space = space_name(f->space);
	r->direction = direction(f);
	r->size = f->size;
	r->address = shown_address(f);
	r->at = record_place(a, f->launch->image, &f->at);
	r->has_place = true;
	switch ((enum finding_kind)f->kind) {
	case FINDING_BOUNDS:
	case FINDING_FREED:
	case FINDING_CONST:
	case FINDING_MISALIGNED: describe_access(a, r, f); break;
	case FINDING_UNINIT:
		record_say(a, r, false, "Address 0x%llx", LL(r->address));
		break;
	case FINDING_UNINIT_USE: record_say(a, r, false, "It %s", f->text); break;
	case FINDING_NUMERIC:
		record_say(a, r, false, "%s",
		           capital(a, f->text + strcspn(f->text, ":") + 2));
		break;
	case FINDING_FAULT:
		if (f->fault != FAULT_TRAP || strcmp(f->text, "trap") != 0)
			record_say(a, r, true, "Note: %s", f->text);
		break;
	default: break;
	}
	describe_rule(a, r, f->rule);
	for (const char *row = f->table; row && *row; row = strchr(row, '\n') + 1)
		record_say(a, r, true, "%.*s", (int)strcspn(row, "\n"), row);
	if (r->at.ptx_file[0])
		record_say(a, r, true, "PTX: %s:%u: %s", r->at.ptx_file, r->at.ptx_line,
		           r->at.inst);
	record_stack(a, r, "kernel launch time", check_stack_of_launch(), false);
}

/* ---- counting ---- */

/* Whether it is the first of its kind at this place by this thread. */
static bool is_first(const struct finding *f) {
	u64 h = (uintptr_t)f->at.inst ^ ((u64)f->kind << 56);
	u32 word[6];
	memcpy(word, f->at.cta, 12);
	memcpy(word + 3, f->at.thread, 12);
	for (u32 i = 0; i < 6; i++)
		h = (h ^ word[i]) * 0x9e3779b97f4a7c15u + (h >> 29);
	h ^= f->launch->grid_id * 0xd6e8feb86659fd93u;
	return (*map_at(&all.seen, h))++ == 0;
}

/* Whether the limit is reached: later findings are only counted. */
static bool is_full(void) {
	const struct check_settings *s = check_settings(NULL);
	return all.printed >= s->limit && !s->suppress;
}

static void put(const struct record *r) {
	const struct check_settings *s = check_settings(NULL);
	if (all.is_closed || all.printed++ >= s->limit)
		return;
	record_write(all.log, r, s, s->save ? CHECK_TEXT : s->format);
	fflush(all.log);
	if (!all.save)
		return;
	record_write(all.save, r, s, s->format);
	fflush(all.save);
}

static void put_error(const struct record *r) {
	if (record_is_suppressed(r))
		return;
	all.errors++;
	put(r);
}

/* ---- races ---- */

static void describe_hazard(struct arena *a, struct record *r, const struct finding *f) {
	const char *kind = !f->at.is_store ? "RAW" : !f->other.is_store ? "WAR" : "WAW";
	*r = (struct record){
		.level = "Error", .kind = "Hazard", .is_race = true, .has_place = true};
	r->space = space_name(f->space);
	r->address = shown_address(f);
	r->size = f->size;
	r->direction = direction(f);
	r->at = record_place(a, f->launch->image, &f->at);
	r->other = record_place(a, f->past ? f->past->dm->image : f->launch->image,
	                        &f->other);
	r->what = arena_printf(
		a, "Potential %s hazard detected at %s 0x%llx in block (%u,%u,%u)", kind,
		r->space, LL(r->address), f->at.cta[0], f->at.cta[1], f->at.cta[2]);
	r->text = arena_printf(a, "Potential %s hazard", kind);
	r->old_value = f->old_value;
	r->new_value = f->new_value;
	r->is_waw = f->at.is_store && f->other.is_store;
	if (f->text[0])
		record_say(a, r, true, "Note: %s", f->text);
	describe_rule(a, r, f->rule);
	record_stack(a, r, "kernel launch time", check_stack_of_launch(), false);
	if (f->past) {
		order_describe(a, r, f->past);
		order_near(a, r, f->launch->machine->runtime, f->past, f->addr);
	}
}

/* Whether the two places are to be exchanged, so that a write comes first. */
static bool swaps(const struct finding *f) {
	if (f->at.is_store != f->other.is_store)
		return f->at.is_store;
	return f->at.inst < f->other.inst;
}

static void note_race(const struct finding *f) {
	const struct inst *a = f->other.inst, *b = f->at.inst;
	struct arena *keep = &all.of_launch;
	all.races += f->nbytes;
	if (swaps(f)) {
		a = f->at.inst;
		b = f->other.inst;
	}
	for (u32 i = 0; i < all.pairs.n; i++)
		if (all.pairs.at[i].a == a && all.pairs.at[i].b == b) {
			all.pairs.at[i].hazards += f->nbytes;
			return;
		}
	struct pair p = {.a = a, .b = b, .hazards = f->nbytes};
	describe_hazard(keep, &p.record, f);
	if (swaps(f)) {
		struct record_place t = p.record.at;
		p.record.at = p.record.other;
		p.record.other = t;
	}
	vec_push(keep, &all.pairs, p);
}

/* Reports a race with a copy, which has no place in a kernel. */
static void report_copy_race(const struct finding *f) {
	struct record r = {.level = "Error", .kind = "Race", .has_place = true};
	if (!order_first(f->past))
		return;
	r.space = space_name(f->space);
	r.direction = direction(f);
	r.size = f->size;
	r.address = shown_address(f);
	r.at = record_place(&all.record, f->launch->image, &f->at);
	r.what = arena_printf(&all.record, "Race of a kernel with %s",
	                      order_what(&all.record, f->past));
	record_say(&all.record, &r, false, "%s of address 0x%llx",
	           capital(&all.record, r.direction), LL(r.address));
	record_stack(&all.record, &r, "kernel launch time", check_stack_of_launch(),
	             false);
	order_describe(&all.record, &r, f->past);
	order_near(&all.record, &r, f->launch->machine->runtime, f->past, f->addr);
	put_error(&r);
}

static void report_race(const struct finding *f) {
	const struct check_settings *s = check_settings(NULL);
	if (f->past && !f->other.func) {
		report_copy_race(f);
		return;
	}
	if (!s->hazards) {
		note_race(f);
		return;
	}
	struct record r;
	describe_hazard(&all.record, &r, f);
	if (record_is_suppressed(&r))
		return;
	all.races += f->nbytes;
	if (all.printed < s->limit)
		all.race_records++;
	put(&r);
}

/* Pairs of places are reported when the kernel is over, with their number of bytes.
 */
void check_launch_over(void) {
	if (!check_settings(NULL))
		return;
	pthread_mutex_lock(&all.lock);
	for (u32 i = 0; i < all.pairs.n; i++) {
		struct record *r = &all.pairs.at[i].record;
		r->hazards = all.pairs.at[i].hazards;
		r->kind = "Analysis";
		if (record_is_suppressed(r)) {
			all.races -= r->hazards;
			continue;
		}
		all.race_records++;
		put(r);
	}
	memset(&all.pairs, 0, sizeof all.pairs);
	arena_reset(&all.of_launch);
	all.seen = MAP_INIT(&all.of_launch);
	pthread_mutex_unlock(&all.lock);
}

/* ---- entry points ---- */

void check_report(struct machine *m, const struct finding *f) {
	(void)m;
	pthread_mutex_lock(&all.lock);
	open_log();
	if (f->kind == FINDING_RACE) {
		report_race(f);
	} else if (is_first(f)) {
		struct record r = {0};
		if (is_full()) {
			all.errors++;
		} else {
			describe(&all.record, &r, f);
			put_error(&r);
		}
	}
	arena_reset(&all.record);
	pthread_mutex_unlock(&all.lock);
}

struct arena *check_record_begin(void) {
	pthread_mutex_lock(&all.lock);
	open_log();
	return &all.record;
}

void record_put(struct record *r) {
	put_error(r);
	arena_reset(&all.record);
	pthread_mutex_unlock(&all.lock);
}

void check_report_host(struct simt_device *dev, u64 addr, u64 size) {
	struct record r = {.level = "Error",
	                   .kind = "InitcheckApiError",
	                   .text = "Host API uninitialized memory access"};
	(void)dev;
	pthread_mutex_lock(&all.lock);
	open_log();
	r.what = arena_printf(&all.record,
	                      "Host API uninitialized memory access of size %llu bytes",
	                      LL(size));
	r.address = addr;
	r.size = (u32)MIN(size, UINT32_MAX);
	record_say(&all.record, &r, false, "Address 0x%llx", LL(addr));
	record_stack(&all.record, &r, "error", check_stack_to_keep(), false);
	put_error(&r);
	arena_reset(&all.record);
	pthread_mutex_unlock(&all.lock);
}

static void put_leak(struct record *r, u64 size) {
	r->size = (u32)MIN(size, UINT32_MAX);
	if (record_is_suppressed(r))
		return;
	all.leaks++;
	all.leak_bytes += size;
	all.errors++;
	put(r);
}

/* Reports a leak; page-locked memory of the host is one, too, but not for NVIDIA's
 * tool. */
static void leaked(void *ctx, const struct memory_block *b) {
	struct simt_device *dev = ctx;
	struct arena *a = &all.record;
	u32 allocated, freed;
	u64 kind = b->tag & 0xff;
	bool host = kind == SIMT_MEMORY_HOST && !check_settings(NULL)->vendor;
	if ((kind != SIMT_MEMORY_DEVICE && kind != SIMT_MEMORY_MANAGED && !host) ||
	    b->tag & (MEMORY_APART | MEMORY_ATTACHED))
		return;
	struct record r = {
		.level = "Error", .kind = "Leak", .address = b->base, .is_leak = true};
	r.text = arena_printf(a, "Leaked %s bytes", grouped(a, b->size));
	r.what = arena_printf(a, "Leaked %s bytes at 0x%llx", grouped(a, b->size),
	                      LL(b->base));
	if (kind != SIMT_MEMORY_DEVICE)
		record_say(a, &r, true, "Note: %s memory",
		           host ? "page-locked host" : "managed");
	check_block_stacks(dev, b->base, &allocated, &freed);
	record_stack(a, &r, "allocation time", allocated, false);
	put_leak(&r, b->size);
}

/* Reports leaks of malloc in kernels. */
static void heap_leaks(struct simt_device *dev) {
	struct device_heap *h = &dev->heap;
	struct arena *a = &all.record;
	pthread_mutex_lock(&h->lock);
	for (const struct heap_block *b = h->base ? h->heap.first : NULL; b;
	     b = b->next) {
		if (!b->used)
			continue;
		u64 size = b->asked - MIN(b->asked, MEMORY_REDZONE);
		struct record r = {.level = "Error",
		                   .kind = "Leak",
		                   .address = b->addr,
		                   .is_leak = true};
		r.text = arena_printf(a, "Leaked %s bytes on the device heap",
		                      grouped(a, size));
		r.what = arena_printf(a, "Leaked %s bytes at 0x%llx on the device heap",
		                      grouped(a, size), LL(b->addr));
		put_leak(&r, size);
	}
	pthread_mutex_unlock(&h->lock);
}

void check_report_leaks(struct simt_device *dev) {
	const struct check_settings *s = check_settings(NULL);
	if (!s || !s->leaks)
		return;
	pthread_mutex_lock(&all.lock);
	open_log();
	memory_each(&dev->memory, leaked, dev);
	heap_leaks(dev);
	arena_reset(&all.record);
	pthread_mutex_unlock(&all.lock);
}

void simt_check_api(const char *call, const char *name, int code, const char *text) {
	const struct check_settings *s = check_settings(NULL);
	if (!s || !(s->tools & CHECK_MEM) || s->no_api || check_ending() != CHECK_RUNS)
		return;
	pthread_mutex_lock(&all.lock);
	open_log();
	struct record r = {.level = "Error", .kind = "ApiError"};
	r.what = arena_printf(
		&all.record,
		"Program hit %s (error %d) due to \"%s\" on CUDA API call to %s.", name,
		code, text, call);
	record_stack(&all.record, &r, "error", check_stack_to_keep(), false);
	put_error(&r);
	arena_reset(&all.record);
	pthread_mutex_unlock(&all.lock);
}

bool simt_check_on(void) {
	return check_settings(NULL) != NULL;
}

/* ---- the end ---- */

static const char *plural(u64 n, const char *one, const char *many) {
	return n == 1 ? one : many;
}

static void summary(const struct check_settings *s) {
	FILE *f = all.log;
	bool other = s->tools & ~(u32)CHECK_RACE || all.errors;
	if (all.dropped)
		fprintf(f,
		        "========= NOT CHECKED: %llu piece%s of work had not begun when "
		        "the process ended\n",
		        LL(all.dropped), plural(all.dropped, "", "s"));
	if (all.leaks || (s->leaks && s->tools & CHECK_MEM))
		fprintf(f,
		        "========= LEAK SUMMARY: %llu bytes leaked in %llu "
		        "allocation%s\n",
		        LL(all.leak_bytes), LL(all.leaks), plural(all.leaks, "", "s"));
	if (s->tools & CHECK_RACE) {
		u64 errors = s->hazards ? all.races : all.race_records;
		fprintf(f,
		        "========= RACECHECK SUMMARY: %llu hazard%s displayed (%llu "
		        "error%s, 0 warnings)\n",
		        LL(all.race_records), plural(all.race_records, "", "s"),
		        LL(errors), plural(errors, "", "s"));
	}
	if (other)
		fprintf(f, "========= ERROR SUMMARY: %llu error%s\n", LL(all.errors),
		        plural(all.errors, "", "s"));
	if (other && all.errors > s->limit)
		fprintf(f,
		        "========= ERROR SUMMARY: %llu errors were not printed. Use "
		        "--print-limit "
		        "option to adjust the number of printed errors\n",
		        LL(all.errors - s->limit));
}

void check_note_dropped(u64 n) {
	lock_all();
	all.dropped += n;
	unlock_all();
}

/* Reports a launch that was stopped; an interruption is no error of the program. */
void check_stopped(const struct launch *l) {
	enum { ROWS = RECORD_LINES - RECORD_FRAMES - 2 };
	enum check_ending how = check_ending();
	if (how == CHECK_RUNS || !check_settings(NULL) ||
	    atomic_load(&l->stop) != FAULT_INTERRUPTED)
		return;
	struct arena *a = check_record_begin();
	const char *name = name_shown(a, l->kernel->name->s),
		   *row = name_shown_in(a, l->report);
	struct record r = {.level = how == CHECK_GAVE_UP ? "Error" : "Warning",
	                   .kind = "Unfinished"};
	r.what = how == CHECK_GAVE_UP
	                 ? arena_printf(a,
	                                "Kernel %s does not end: it was stopped after "
	                                "%llu seconds at the program's end",
	                                name, LL(check_settings(NULL)->wait_s))
	                 : arena_printf(a, "Kernel %s was interrupted", name);
	for (u32 n = 0; *row && n < ROWS; n++, row += strcspn(row, "\n") + 1) {
		row += strspn(row, " ");
		record_say(a, &r, false, "%.*s", (int)strcspn(row, "\n"), row);
	}
	if (*row)
		record_say(a, &r, false, "and more");
	record_stack(a, &r, "kernel launch time", check_stack_of_launch(), false);
	if (how == CHECK_GAVE_UP)
		all.errors++;
	all.stopped++;
	put(&r);
	arena_reset(a);
	unlock_all();
}

static bool any_found(void) {
	return all.errors || all.race_records;
}

static void close_records(const struct check_settings *s, int sig) {
	open_log();
	if (all.xml && !all.is_child)
		fputs("</ComputeSanitizerOutput>\n", all.xml);
	bool wanted = s->vendor || any_found() || all.stopped || all.dropped;
	bool text = s->format == CHECK_TEXT || s->save;
	if (text && sig)
		fprintf(all.log, "========= The process was ended by signal %d (%s)\n",
		        sig, strsignal(sig));
	if (text && (all.is_child ? any_found() : wanted))
		summary(s);
	fflush(all.log);
	if (all.save)
		fclose(all.save);
}

void check_close_records(int sig) {
	const struct check_settings *s = check_settings(NULL);
	if (!s)
		return;
	if (!sig)
		check_leaks();
	lock_all();
	if (!all.is_closed)
		close_records(s, sig);
	all.is_closed = true;
	unlock_all();
	if (!sig && s->exit_code && any_found()) {
		fflush(NULL);
		_exit((int)s->exit_code);
	}
}

__attribute__((destructor)) static void at_the_end(void) {
	check_close_records(0);
}
