/* record.c - the recording of a real run (runtime/core/record.h): counts by line, and the
 * steps of some warps for the script to show. If no recording is given, each kernel runs
 * once as `simtrun k.ptx` would run it, in a process of its own: whatever it does there,
 * the page gets what it did before.
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/debug/places.h"
#include "tools/page/page.h"

extern char **environ;

enum {
	STEP_BYTES = 1 << 17,
	COUNT_BYTES = 110, /* of the page for a line's counts */
};

/* ---- making and reading ------------------------------------------------------------ */

static void run_kernel(struct page *p, const char *path, const char *kernel,
                       const char *to) {
	posix_spawn_file_actions_t io;
	pid_t pid;
	const char *argv[] = {
		"simtrun",
		"--quiet",
		"--timeout=10",
		"--kernel",
		kernel,
		"--block",
		arena_printf(p->arena, "%u,%u,%u", p->block[0], p->block[1], p->block[2]),
		path,
		NULL};
	posix_spawn_file_actions_init(&io);
	posix_spawn_file_actions_addopen(&io, 1, "/dev/null", O_WRONLY, 0);
	posix_spawn_file_actions_addopen(&io, 2, "/dev/null", O_WRONLY, 0);
	bool ok = setenv("SIMT_RECORD", to, 1) == 0 &&
	          posix_spawn(&pid, "/proc/self/exe", &io, NULL,
	                      (char *const *)(uintptr_t)argv, environ) == 0;
	unsetenv("SIMT_RECORD");
	while (ok && waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
	posix_spawn_file_actions_destroy(&io);
}

json_t *page_recorded(const json_t *recording, const char *name) {
	json_t *k;
	size_t i;
	json_array_foreach(json_object_get(recording, "kernels"), i, k) {
		const char *s = json_string_value(json_object_get(k, "name"));
		if (s && strcmp(s, name) == 0)
			return k;
	}
	return NULL;
}

json_t *page_recording(struct page *p, const struct chapter *ch, const char *path) {
	if (p->recording)
		return json_incref(page_recorded(p->recording, ch->f->name->s));
	char to[] = "/tmp/simt-page-XXXXXX";
	int fd = mkostemp(to, O_CLOEXEC);
	if (fd < 0)
		return NULL;
	close(fd);
	run_kernel(p, path, ch->f->name->s, to);
	json_t *all = json_load_file(to, 0, NULL);
	json_t *k = json_incref(page_recorded(all, ch->f->name->s));
	json_decref(all);
	unlink(to);
	return k;
}

/* ---- counts ------------------------------------------------------------------------ */

/* In the order of runtime/core/record.h, after the line. */
struct counts {
	u64 inst, threads, on, taken, split, waits;
	u64 global_requests, global_sectors, shared_requests, wavefronts, phases;
};
enum { NCOUNT = sizeof(struct counts) / sizeof(u64) };

struct line_counts {
	struct whence from;
	struct counts n;
};

static int by_source(const void *a, const void *b) {
	const struct whence *x = a, *y = b;
	if (x->file != y->file)
		return x->file < y->file ? -1 : 1;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	return x->file == NO_FILE ? (x->ptx < y->ptx ? -1 : x->ptx > y->ptx) : 0;
}

/* Adds up counts by line of the source; instructions without one stand for themselves. */
static u32 add_up(struct page *p, const struct chapter *ch, const json_t *count,
                  struct line_counts **out) {
	struct line_counts *list = arena_array(p->arena, struct line_counts,
	                                       json_array_size(count) + 1);
	u32 n = 0, kept = 0;
	for (size_t i = 0; i < json_array_size(count); i++) {
		const json_t *c = json_array_get(count, i);
		u32 at = page_inst_at(ch, (u32)json_integer_value(json_array_get(c, 0)));
		if (at == NO_REG)
			continue;
		list[n] = (struct line_counts){.from = ch->from[at]};
		for (u32 k = 0; k < NCOUNT; k++)
			((u64 *)&list[n].n)[k] = (u64)json_integer_value(
				json_array_get(c, k + 1));
		n++;
	}
	qsort(list, n, sizeof *list, by_source);
	for (u32 i = 0; i < n; i++) {
		bool same = kept && by_source(&list[kept - 1].from, &list[i].from) == 0;
		if (!same)
			list[kept++] = list[i];
		for (u32 k = 0; same && k < NCOUNT; k++)
			((u64 *)&list[kept - 1].n)[k] += ((u64 *)&list[i].n)[k];
	}
	*out = list;
	return kept;
}

/* Writes a bar of eighths, from good to bad. */
static void put_ratio(struct page *p, double value, double best, double worst) {
	double bad = (value - best) / (worst - best);
	u32 q = 7 - (u32)MIN(MAX(bad * 8, 0.0), 7.0);
	fprintf(p->out, "<td class=q%u>%.3g", q, value);
}

/* Writes a line's place; with its file's name, if that is not the page's. */
static void put_place(struct page *p, const struct chapter *ch, const struct whence *w) {
	const char *name = p->file[w->file].name;
	fprintf(p->out, "<tr><td><a href=\"#k%us%u.%u\">", ch->number, w->file, w->line);
	if (strcmp(name, p->title) != 0) {
		page_string(p->out, places_base(name));
		fputc(':', p->out);
	}
	fprintf(p->out, "%u</a>", w->line);
}

static void count_row(struct page *p, const struct chapter *ch,
                      const struct line_counts *l) {
	const struct counts *n = &l->n;
	if (l->from.file == NO_FILE)
		fprintf(p->out, "<tr><td>PTX <a href=\"#k%up%u\">%u</a>", ch->number,
		        l->from.ptx, l->from.ptx);
	else
		put_place(p, ch, &l->from);
	fprintf(p->out, "<td>%llu", (unsigned long long)n->inst);
	put_ratio(p, (double)n->threads / (double)MAX(n->inst, 1u), 32, 0);
	fprintf(p->out, n->split ? "<td>%llu" : "<td>", (unsigned long long)n->split);
	if (n->global_requests)
		put_ratio(p, (double)n->global_sectors / (double)n->global_requests, 4,
		          32);
	else
		fputs("<td>", p->out);
	if (n->shared_requests)
		put_ratio(p,
		          (double)(n->wavefronts - MIN(n->phases, n->wavefronts)) /
		                  (double)n->shared_requests,
		          0, 31);
	else
		fputs("<td>", p->out);
	fprintf(p->out, n->waits ? "<td>%llu\n" : "<td>\n", (unsigned long long)n->waits);
}

static void put_counts(struct page *p, const struct chapter *ch, const json_t *k) {
	struct line_counts *list;
	u32 n = add_up(p, ch, json_object_get(k, "count"), &list);
	fputs("<details class=counts open><summary>Counts of a run, line by "
	      "line</summary>\n"
	      "<table class=numbers><tr><th>line<th>instructions (warps)<th>threads of "
	      "32<th>times lanes parted<th>sectors a request<th>bank conflicts a "
	      "request<th>barrier waits\n",
	      p->out);
	u32 i = 0;
	while (i < n && page_take(p, PAGE_TABLES, COUNT_BYTES))
		count_row(p, ch, &list[i++]);
	fputs("</table>\n", p->out);
	if (i < n)
		page_cut(p, arena_printf(p->arena, "%u lines are", n - i),
		         "simtrun --profile");
	fputs("<p class=note>A request is one access of a warp to memory; a sector has "
	      "32 bytes: four sectors serve 32 lanes that want consecutive words. Bank "
	      "conflicts are passes beyond those that the access needs at least.</p>"
	      "</details>\n",
	      p->out);
}

/* ---- steps ------------------------------------------------------------------------- */

/* The masks of most steps are all lanes, which the page's shifts find in -1, too. */
static void shorten_masks(json_t *step) {
	for (size_t i = 1; i <= 2; i++) {
		json_t *mask = json_array_get(step, i);
		if (json_integer_value(mask) == UINT32_MAX)
			json_integer_set(mask, -1);
	}
}

/* Writes as many steps as there is room for. Inside a script element, "<" is written as
 * an escape. */
static void put_steps(struct page *p, const json_t *steps, size_t room, bool *is_cut) {
	char *text = arena_array_raw(p->arena, char, STEP_BYTES);
	for (size_t i = 0; i < json_array_size(steps); i++) {
		json_t *step = json_array_get(steps, i);
		shorten_masks(step);
		size_t n = json_dumpb(step, text, STEP_BYTES, JSON_COMPACT);
		if (n > STEP_BYTES || n + 1 > room || !page_take(p, PAGE_STEPS, n + 1)) {
			*is_cut = true;
			return;
		}
		room -= n + 1;
		if (i)
			fputc(',', p->out);
		for (size_t k = 0; k < n; k++)
			text[k] == '<' ? fputs("\\u003c", p->out)
				       : fputc(text[k], p->out);
	}
}

/* Writes a warp. The first one may take half of the bytes that are left for this kernel,
 * the others share the rest. */
static void put_warp(struct page *p, const json_t *w, size_t room) {
	const json_t *steps = json_object_get(w, "steps");
	bool is_cut = json_is_true(json_object_get(w, "cut"));
	fprintf(p->out,
	        "<script type=application/json data-warp=\"block %lld, warp %lld\">"
	        "{\"steps\":[",
	        (long long)json_integer_value(json_object_get(w, "cta")),
	        (long long)json_integer_value(json_object_get(w, "warp")));
	put_steps(p, steps, room, &is_cut);
	fprintf(p->out, "],\"cut\":%s}</script>\n", is_cut ? "true" : "false");
}

void page_stepper(struct page *p, const json_t *k) {
	const json_t *warps = json_object_get(k, "warps");
	size_t n = json_array_size(warps), room = p->share[PAGE_STEPS];
	if (!n)
		return;
	fputs("<details class=stepper open><summary>Step through a warp <small "
	      "class=note>as it ran: buttons, the slider, or the keys <kbd>n</kbd> and "
	      "<kbd>p</kbd> go from instruction to instruction, <kbd>N</kbd> and "
	      "<kbd>P</kbd> to where the active lanes change; "
	      "<code>--record-warps=BLOCK:WARP,...</code> records other warps, "
	      "<code>--record-steps=N</code> more steps</small></summary>\n"
	      "<noscript><p>Stepping needs scripts; the rest of the page does "
	      "not.</p></noscript>\n",
	      p->out);
	for (size_t i = 0; i < n; i++) {
		size_t before = p->room[PAGE_STEPS];
		put_warp(p, json_array_get(warps, i),
		         i + 1 == n ? room
		         : i        ? room / (n - i)
		                    : room / 2);
		room -= before - p->room[PAGE_STEPS];
	}
	fputs("</details>\n", p->out);
}

static int at_of(const json_t *list, size_t i) {
	return (int)json_integer_value(json_array_get(list, i));
}

/* Writes the fault: without it half a run looks like a whole one. */
static void put_fault(struct page *p, const json_t *fault) {
	const json_t *cta = json_object_get(fault, "cta"),
		     *thread = json_object_get(fault, "thread");
	const char *text = json_string_value(json_object_get(fault, "text"));
	if (!text)
		return;
	fputs("<p><strong>The kernel ended at a fault:</strong> ", p->out);
	page_text(p->out, text, strlen(text));
	fprintf(p->out,
	        " (block %d,%d,%d, thread %d,%d,%d). What follows is what it did until "
	        "then.%s</p>\n",
	        at_of(cta, 0), at_of(cta, 1), at_of(cta, 2), at_of(thread, 0),
	        at_of(thread, 1), at_of(thread, 2),
	        p->recording ? ""
	                     : " It may be the made up arguments, or the shape of the "
	                       "block: <code>simtrun --explain-page</code> takes another "
	                       "<code>--block</code>, and <code>simtcc -run "
	                       "--explain</code> shows the program's own launch.");
}

void page_ran(struct page *p, const json_t *k) {
	const json_t *g = json_object_get(k, "grid"), *b = json_object_get(k, "block");
	if (!k) {
		fputs("<p class=note>No run of this kernel was recorded.</p>\n", p->out);
		return;
	}
	fprintf(p->out,
	        "<p class=note>Recorded: a grid of %d,%d,%d blocks of %d,%d,%d "
	        "threads%s.</p>\n",
	        at_of(g, 0), at_of(g, 1), at_of(g, 2), at_of(b, 0), at_of(b, 1),
	        at_of(b, 2),
	        p->recording ? ", the kernel's first launch"
	                     : ", with arguments made up to fit");
	put_fault(p, json_object_get(k, "fault"));
}

void page_run(struct page *p, const struct chapter *ch, const json_t *k) {
	if (!k)
		return;
	put_counts(p, ch, k);
	page_model(p, ch, k);
}
