/* filerun.c - runs the launches of a launch file and compares their results with the
 * record.
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdarg.h>
#include <unistd.h>

#include "base/plain.h"
#include "runtime/core/debug.h"
#include "tools/simtrun/explore.h"
#include "tools/simtrun/launchfile.h"

struct file_run {
	struct simtrun *run;
	const struct launch_file *file;
	const struct launch_entry *launch;
	struct simt_device *dev;
	struct simt_module *module;
	struct arena scratch; /* of one launch */
	struct tally *tally;
};

/* A buffer as the launch sees it. */
struct buffer {
	u64 addr, bytes;
	const u8 *expect; /* NULL: not checked */
};

/* ---- reports ---- */

static void put_place(const char *outcome, const char *path) {
	printf("%-4s ", outcome);
	plain_put(stdout, path, strlen(path), "");
	fputs(": ", stdout);
}

static void failed(struct file_run *r, int status, const char *fmt, ...)
	PRINTF_LIKE(3, 4);

static void failed(struct file_run *r, int status, const char *fmt, ...) {
	va_list ap;
	char text[2048];
	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	put_place("FAIL", r->file->path);
	printf("%s: ", r->launch->name);
	/* it may name files of the launch file */
	plain_put(stdout, text, strlen(text), PLAIN_LINES);
	putchar('\n');
	r->tally->failed++;
	if (r->dev)
		explore_command(r->run, r->dev, stdout, r->file->path, r->launch->name);
	if (r->tally->status == EXIT_OK)
		r->tally->status = status;
}

/* Reports a call that failed: its status and sentence; faults in full where one line is
 * not enough. */
static void failed_call(struct file_run *r, enum simt_status s) {
	const struct simt_fault *f = simt_device_fault(r->dev);
	int status = exit_of(r->dev, s);
	if (!f || simt_device_status(r->dev) == SIMT_OK) {
		failed(r, status, "%s (%d): %s", simt_status_text(s), (int)s,
		       simt_last_error());
		return;
	}
	if (f->file)
		failed(r, status,
		       "trap[%s]: %s; cta (%u,%u,%u), thread (%u,%u,%u), %s:%u: %s",
		       f->code, f->text, f->cta[0], f->cta[1], f->cta[2], f->thread[0],
		       f->thread[1], f->thread[2], f->file, f->line, f->inst);
	else
		failed(r, status, "trap[%s]: %s", f->code, f->text);
	fflush(stdout);
	if (r->run->set.verbose || status == EXIT_TIMEOUT || status == EXIT_DEADLOCK)
		simt_fault_print(r->dev, stderr, r->run->color);
	simt_device_recover(r->dev);
}

/* ---- files ---- */

/* Reads `bytes` bytes at `at`, or all that follow; NULL after the failure was reported.
 */
static u8 *read_part(struct file_run *r, const char *path, u64 at, bool has_bytes,
                     u64 *bytes) {
	FILE *f = kept_open(path, false);
	long long size = -1;
	if (f && fseeko(f, 0, SEEK_END) == 0)
		size = ftello(f);
	if (!f || size < 0) {
		failed(r, EXIT_USAGE, "cannot read %s: %s", path, strerror(errno));
		if (f)
			fclose(f);
		return NULL;
	}
	if (!has_bytes)
		*bytes = (u64)size - MIN(at, (u64)size);
	u8 *data = NULL;
	if (at > (u64)size || *bytes > (u64)size - at) {
		failed(r, EXIT_USAGE, "%s has %lld bytes, too few for %llu at %llu", path,
		       size, (unsigned long long)*bytes, (unsigned long long)at);
	} else {
		data = arena_alloc(&r->scratch, *bytes + 1, 64);
		if (fseeko(f, (off_t)at, SEEK_SET) != 0 ||
		    fread(data, 1, *bytes, f) != *bytes) {
			failed(r, EXIT_USAGE, "cannot read %s: %s", path,
			       strerror(errno));
			data = NULL;
		}
	}
	fclose(f);
	return data;
}

/* ---- buffers ---- */

static bool read_contents(struct file_run *r, const struct launch_arg *a,
                          struct buffer *b, const u8 **init) {
	b->bytes = a->bytes;
	if (a->expect) {
		u64 n = a->bytes;
		b->expect = read_part(r, a->expect, a->at, a->has_bytes, &n);
		if (!b->expect)
			return false;
		b->bytes = n;
	}
	if (!a->file)
		return true;
	u64 n = 0;
	*init = read_part(r, a->file, 0, false, &n);
	if (*init && a->expect && n < b->bytes) {
		failed(r, EXIT_USAGE,
		       "%s has %llu bytes, fewer than the %llu to be compared", a->file,
		       (unsigned long long)n, (unsigned long long)b->bytes);
		return false;
	}
	b->bytes = n;
	return *init != NULL;
}

static bool make_buffer(struct file_run *r, const struct launch_arg *a,
                        struct buffer *b) {
	const u8 *init = NULL;
	if (!read_contents(r, a, b, &init))
		return false;
	enum simt_status s = simt_alloc(r->dev, MAX(b->bytes, 1), &b->addr);
	if (s == SIMT_OK)
		s = init ? simt_copy_in(r->dev, b->addr, init, b->bytes)
		         : simt_fill(r->dev, b->addr, 0, 1, MAX(b->bytes, 1));
	if (s != SIMT_OK)
		failed_call(r, s);
	return s == SIMT_OK;
}

static bool make_arg(struct file_run *r, const struct launch_arg *a, struct buffer *b,
                     const struct simt_param *p, void **value) {
	u64 bytes = a->value ? a->value_bytes : 8;
	if (bytes != p->size) {
		failed(r, EXIT_USAGE, "argument for parameter %s has %llu bytes, not %u",
		       p->name, (unsigned long long)bytes, p->size);
		return false;
	}
	*value = a->value;
	if (a->value)
		return true;
	*value = &b->addr;
	return make_buffer(r, a, b);
}

/* ---- comparison ---- */

static bool check_buffer(struct file_run *r, u32 i, const struct buffer *b) {
	const struct launch_arg *a = &r->launch->arg[i];
	u64 bytes = a->has_bytes ? a->bytes : b->bytes;
	u8 *got = arena_alloc(&r->scratch, bytes + 1, 64);
	struct mismatch m;
	enum simt_status s = simt_copy_out(r->dev, got, b->addr, bytes);
	if (s != SIMT_OK) {
		failed_call(r, s);
		return false;
	}
	enum element e = (enum element)a->type;
	if (element_compare(e, &a->tolerance, b->expect, got, bytes, &m))
		return true;
	char want_text[64], got_text[64];
	element_text(e, m.want, want_text, sizeof want_text);
	element_text(e, m.got, got_text, sizeof got_text);
	failed(r, EXIT_DIFFERS,
	       "argument %u, %s[%llu] (%s): expected %s (0x%llx), got %s (0x%llx); %llu "
	       "of %llu differ",
	       i, a->shown, (unsigned long long)m.index, element_info[e].name, want_text,
	       (unsigned long long)m.want, got_text, (unsigned long long)m.got,
	       (unsigned long long)m.count, (unsigned long long)m.total);
	return false;
}

/* ---- one launch ---- */

static bool prepare_function(struct file_run *r, struct simt_function **f) {
	enum simt_status s = simt_function_find(r->module, r->launch->kernel, f);
	if (s != SIMT_OK) {
		failed_call(r, s);
		return false;
	}
	/* The records were made with both of these opted in. */
	struct simt_properties p;
	struct simt_function_attributes a;
	simt_device_properties(r->dev, &p);
	simt_function_attributes(*f, &a);
	if (a.shared_static < p.shared_cta_optin)
		simt_function_set_max_shared(*f, p.shared_cta_optin - a.shared_static);
	simt_function_set_nonportable_cluster(*f, true);
	if (a.nparam != r->launch->narg) {
		failed(r, EXIT_USAGE, "%u arguments; kernel %s takes %u", r->launch->narg,
		       a.name, a.nparam);
		return false;
	}
	return true;
}

static bool make_args(struct file_run *r, struct simt_function *f, struct buffer *b,
                      void **value) {
	for (u32 i = 0; i < r->launch->narg; i++) {
		struct simt_param p;
		simt_function_param(f, i, &p);
		if (!make_arg(r, &r->launch->arg[i], &b[i], &p, &value[i]))
			return false;
	}
	return true;
}

static bool launch(struct file_run *r, struct simt_function *f, void **value) {
	const struct launch_entry *e = r->launch;
	const struct settings *set = &r->run->set;
	struct simt_launch l = {
		.shared_dynamic = e->shared,
		.cooperative = e->cooperative,
		.args = value,
		.step_limit = set->step_limit,
	};
	memcpy(l.grid, e->grid, sizeof l.grid);
	memcpy(l.block, e->block, sizeof l.block);
	memcpy(l.cluster, e->cluster, sizeof l.cluster);
	enum simt_status s = simt_launch(f, &l);
	if (s != SIMT_OK)
		failed_call(r, s);
	return s == SIMT_OK;
}

static bool check_all(struct file_run *r, const struct buffer *b) {
	for (u32 i = 0; i < r->launch->narg; i++)
		if (b[i].expect && !check_buffer(r, i, &b[i]))
			return false;
	return true;
}

static void tell(struct file_run *r, struct explore *x) {
	struct simt_counters c;
	simt_last_counters(r->dev, &c);
	put_place("ok", r->file->path);
	printf("%s: %.3f ms, %llu warp instructions, %u workers\n", r->launch->name,
	       (double)c.ns * 1e-6, (unsigned long long)c.warp_insts, c.workers);
	if (explore_count(x) > 1)
		explore_report(x, stdout);
}

/* False: it failed, and that was reported. */
static bool run_one(struct file_run *r, struct explore *x) {
	struct simt_function *f;
	u32 n = r->launch->narg;
	struct buffer *b = arena_array(&r->scratch, struct buffer, n + 1);
	void **value = arena_array(&r->scratch, void *, n + 1);
	bool ok = prepare_function(r, &f) && make_args(r, f, b, value) &&
	          launch(r, f, value);
	bool pruned = ok && explore_was_pruned(x);
	ok = ok && (pruned || check_all(r, b));
	if (ok && !pruned)
		explore_note(x, 0);
	for (u32 i = 0; i < n; i++)
		simt_free(r->dev, b[i].addr);
	arena_reset(&r->scratch);
	return ok;
}

/* Runs the launch under each schedule that is asked for: one, as a rule. A failure ends
 * it. */
static void run_entry(struct file_run *r) {
	struct arena arena = ARENA_INIT;
	struct explore *x = explore_new(r->run, r->dev, &arena);
	bool ok, more = false;
	do {
		if (more)
			simt_module_restore(r->module);
		ok = run_one(r, x);
		more = ok && explore_next(x);
	} while (more);
	if (ok) {
		r->tally->passed++;
		if (r->run->set.verbose)
			tell(r, x);
	}
	arena_drop(&arena);
}

/* ---- the file ---- */

static void all_failed(struct simtrun *run, const struct launch_file *f, struct tally *t,
                       int status, const char *why) {
	put_place("FAIL", f->path);
	printf("all %u launches: %s\n", f->nlaunch, why);
	t->failed += f->nlaunch;
	if (t->status == EXIT_OK)
		t->status = status;
	(void)run;
}

static void run_all(struct file_run *r) {
	debug_start();
	for (u32 i = 0; i < r->file->nlaunch; i++) {
		r->launch = &r->file->launch[i];
		if (r->run->set.launch &&
		    strcmp(r->run->set.launch, r->launch->name) != 0)
			continue;
		/* Each launch finds the module as it was loaded. */
		if (i)
			simt_module_restore(r->module);
		run_entry(r);
	}
}

static enum simt_status load(struct file_run *r) {
	struct simt_load_options o = load_options(r->run);
	const char *path = r->file->module;
	const struct source_file *f = sandbox_taken(path);
	return f ? simt_module_load(r->dev, path, f->text, f->len, &o, &r->module)
	         : simt_module_load_file(r->dev, path, &o, &r->module);
}

static void load_and_run(struct file_run *r) {
	enum simt_status s = load(r);
	fflush(stderr);
	interrupt_device(r->dev);
	if (s == SIMT_OK)
		run_all(r);
	else
		all_failed(r->run, r->file, r->tally, exit_of(r->dev, s),
		           simt_last_error());
	interrupt_device(NULL);
}

static struct launch_file *read_launch_file(struct simtrun *run, const char *path) {
	if (run->set.sandbox && !sandbox_begin(run))
		return NULL;
	struct launch_file *f = launchfile_load(&run->arena, &run->sources, &run->diag,
	                                        path);
	return f && run->set.sandbox && !sandbox_take(run, f) ? NULL : f;
}

void run_launch_file(struct simtrun *run, const char *path, struct tally *t) {
	/* A sandbox leaves no way to open a device. */
	struct simt_device *dev = run->set.sandbox ? open_device(run) : NULL;
	struct launch_file *f = run->set.sandbox && !dev ? NULL
	                                                 : read_launch_file(run, path);
	flush_diag(run);
	if (f) {
		struct file_run r = {.run = run, .file = f, .tally = t, .dev = dev};
		r.dev = dev = dev ? dev : open_device(run);
		if (dev)
			load_and_run(&r);
		else
			all_failed(run, f, t, EXIT_USAGE, "no device");
		arena_drop(&r.scratch);
	} else {
		t->failed++;
		t->status = t->status ? t->status : EXIT_USAGE;
	}
	simt_device_close(dev);
}
