/* record.c - see record.h. Names distinguish kernels; the file is complete after each of
 * them, so that a program that dies leaves the earlier records.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/core/record.h"

#include <ctype.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "backend/machine/profile.h"
#include "backend/watch/record.h"
#include "base/json.h"
#include "base/map.h"
#include "runtime/memory/memory.h"

static struct {
	pthread_mutex_t lock;
	FILE *out; /* NULL: nothing is recorded */
	long tail; /* where the closing brackets stand */
	struct arena arena;
	struct strtab names;
	struct map seen; /* by name */
	u32 nkernel;
} all = {.lock = PTHREAD_MUTEX_INITIALIZER};

enum simt_status record_options(bool *on) {
	const char *path = getenv("SIMT_RECORD");
	const char *bad = record_warps_error(getenv("SIMT_RECORD_WARPS"));
	*on = path && *path;
	if (!*on)
		return SIMT_OK;
	if (bad)
		return fail(SIMT_INVALID_VALUE, "SIMT_RECORD_WARPS: %s", bad);
	if (!record_steps(getenv("SIMT_RECORD_STEPS")))
		return fail(SIMT_INVALID_VALUE,
		            "SIMT_RECORD_STEPS: it takes a number from 1 to %u",
		            RECORD_MOST_STEPS);
	pthread_mutex_lock(&all.lock);
	if (!all.out) {
		all.out = fopen(path, "we");
		if (all.out) {
			strtab_init(&all.names, &all.arena);
			all.seen = MAP_INIT(&all.arena);
			fputs("{\"kernels\": [", all.out);
			all.tail = ftell(all.out);
			fputs("]}\n", all.out);
			fflush(all.out);
		}
	}
	bool ok = all.out != NULL;
	pthread_mutex_unlock(&all.lock);
	return ok ? SIMT_OK
	          : fail(SIMT_INVALID_VALUE, "SIMT_RECORD: cannot write %s: %s", path,
	                 strerror(errno));
}

static bool is_first(const char *name) {
	pthread_mutex_lock(&all.lock);
	bool first = false;
	if (all.out) {
		struct str *s = str_intern(&all.names, name, strlen(name));
		u64 *slot = map_at(&all.seen, (uintptr_t)s);
		first = !*slot;
		*slot = 1;
	}
	pthread_mutex_unlock(&all.lock);
	return first;
}

/* ---- which warps ------------------------------------------------------------------- */

/* The next number of the list; false if there is none. */
static bool list_number(const char **s, u64 *n) {
	char *end;
	if (!isdigit((u8) * *s))
		return false;
	errno = 0;
	*n = strtoull(*s, &end, 10);
	*s = end;
	return errno == 0;
}

/* Reads the list; adds the warps that it names and the launch has. */
static const char *read_list(const char *s, struct recording *r, u64 ncta, u64 nwarp) {
	static const char *const bad =
		"it takes BLOCK:WARP or BLOCK:FIRST-LAST, with commas between";
	u32 total = 0;
	while (*s) {
		u64 cta, first, last;
		if (!list_number(&s, &cta) || *s++ != ':' || !list_number(&s, &first))
			return bad;
		last = first;
		if (*s == '-' && (s++, !list_number(&s, &last)))
			return bad;
		if ((*s && *s != ',') || last < first)
			return bad;
		s += *s == ',';
		for (u64 w = first; w <= last; w++) {
			if (++total > RECORD_WARPS)
				return "it takes eight warps at most";
			if (r && cta < ncta && w < nwarp)
				r->warp[r->nwarp++] = (struct recorded){.cta = cta,
				                                        .warp = (u32)w};
		}
	}
	return NULL;
}

const char *record_warps_error(const char *list) {
	return list ? read_list(list, NULL, 0, 0) : NULL;
}

u32 record_steps(const char *number) {
	u64 n = RECORD_STEPS;
	if (number && *number && (!list_number(&number, &n) || *number))
		return 0;
	return n <= RECORD_MOST_STEPS ? (u32)n : 0;
}

static void choose_warps(struct recording *r, const struct launch *l) {
	enum { OF_FIRST = 4 };
	const char *list = getenv("SIMT_RECORD_WARPS");
	u32 most = record_steps(getenv("SIMT_RECORD_STEPS"));
	u64 lanes = (u64)l->block[0] * l->block[1] * l->block[2];
	u32 nwarp = (u32)((lanes + 31) / 32);
	if (list && *list) {
		read_list(list, r, l->ncta, nwarp);
	} else {
		for (u32 w = 0; w < MIN(nwarp, (u32)OF_FIRST); w++)
			r->warp[r->nwarp++] = (struct recorded){.cta = 0, .warp = w};
		if (l->ncta > 1)
			r->warp[r->nwarp++] = (struct recorded){.cta = 1};
		if (l->ncta > 2)
			r->warp[r->nwarp++] = (struct recorded){.cta = l->ncta - 1};
	}
	for (u32 i = 0; i < r->nwarp; i++)
		r->warp[i].steps = tmpfile(), r->warp[i].most = most;
	for (u32 i = 0; i < MIN(nwarp, (u32)RECORD_TRACES); i++)
		r->trace[i].at = memory_new(RECORD_LENGTH * sizeof(u32));
}

void record_begin(struct launch *l) {
	l->recording = NULL;
	if (!all.out || !is_first(l->kernel->name->s))
		return;
	struct recording *r = memory_new(sizeof *r);
	if (!r)
		return;
	memset(r, 0, sizeof *r);
	choose_warps(r, l);
	l->recording = r;
}

/* ---- writing ----------------------------------------------------------------------- */

static void put_counts(FILE *out, const struct simt_module *m, const struct profile *p) {
	u32 n = 0;
	for (u32 i = 0; i < p->nfunc; i++) {
		const struct func *f = m->ir->func[i];
		for (u32 k = 0; p->count[i] && k < f->ninst; k++) {
			const struct profile_count *c = &p->count[i][k];
			if (!c->inst)
				continue;
			fprintf(out,
			        "%s[%u,%llu,%llu,%llu,%llu,%llu,%llu,%llu,%llu,%llu,%llu,"
			        "%llu]",
			        n++ ? ",\n" : "",
			        source_pos(&m->sources, f->inst[k].loc.start).line,
			        (unsigned long long)c->inst,
			        (unsigned long long)c->threads, (unsigned long long)c->on,
			        (unsigned long long)c->taken,
			        (unsigned long long)c->split,
			        (unsigned long long)c->waits,
			        (unsigned long long)c->global_requests,
			        (unsigned long long)c->global_sectors,
			        (unsigned long long)c->shared_requests,
			        (unsigned long long)c->wavefronts,
			        (unsigned long long)c->phases);
		}
	}
}

static void put_warps(FILE *out, const struct recording *r) {
	u32 n = 0;
	for (u32 i = 0; i < r->nwarp; i++) {
		const struct recorded *w = &r->warp[i];
		if (!w->steps || !w->nstep)
			continue;
		fprintf(out, "%s{\"cta\": %llu, \"warp\": %u, \"cut\": %s, \"steps\": [",
		        n++ ? ",\n" : "", (unsigned long long)w->cta, w->warp,
		        w->is_cut ? "true" : "false");
		rewind(w->steps);
		for (int c; (c = getc(w->steps)) != EOF;)
			putc(c, out);
		fputs("]}", out);
	}
}

static void put_traces(FILE *out, const struct recording *r) {
	for (u32 i = 0; i < RECORD_TRACES && r->trace[i].at; i++) {
		const struct traced *t = &r->trace[i];
		fprintf(out, "%s{\"cut\": %s, \"at\": [", i ? ",\n" : "",
		        t->is_cut ? "true" : "false");
		for (u32 k = 0; k < t->n; k++)
			fprintf(out, k ? ",%u" : "%u", t->at[k]);
		fputs("]}", out);
	}
}

/* Writes the fault that stopped the launch. */
static void put_fault(FILE *out, const struct launch *l) {
	const struct fault *f = &l->fault;
	if (atomic_load(&l->fault_taken) != 2)
		return;
	fputs(",\n\"fault\": {\"text\": ", out);
	json_quoted(out, f->text);
	fprintf(out, ", \"cta\": [%u,%u,%u], \"thread\": [%u,%u,%u]}", f->cta[0],
	        f->cta[1], f->cta[2], f->thread[0], f->thread[1], f->thread[2]);
}

static void put_kernel(FILE *out, const struct simt_module *m, const struct launch *l) {
	fprintf(out, "%s{\"name\": ", all.nkernel++ ? ",\n" : "");
	json_quoted(out, l->kernel->name->s);
	fprintf(out, ", \"grid\": [%u,%u,%u], \"block\": [%u,%u,%u],\n\"count\": [",
	        l->grid[0], l->grid[1], l->grid[2], l->block[0], l->block[1],
	        l->block[2]);
	put_counts(out, m, l->profile);
	fputs("],\n\"warps\": [", out);
	put_warps(out, l->recording);
	fputs("],\n\"traces\": [", out);
	put_traces(out, l->recording);
	fputs("]", out);
	put_fault(out, l);
	fputs("}", out);
}

static void drop(struct recording *r) {
	for (u32 i = 0; i < r->nwarp; i++)
		if (r->warp[i].steps)
			fclose(r->warp[i].steps);
	for (u32 i = 0; i < RECORD_TRACES; i++)
		memory_delete(r->trace[i].at);
	memory_delete(r);
}

void record_finish(const struct simt_module *m, struct launch *l) {
	if (!l->recording)
		return;
	pthread_mutex_lock(&all.lock);
	fseek(all.out, all.tail, SEEK_SET);
	put_kernel(all.out, m, l);
	all.tail = ftell(all.out);
	fputs("]}\n", all.out);
	fflush(all.out);
	pthread_mutex_unlock(&all.lock);
	drop(l->recording);
	l->recording = NULL;
}
