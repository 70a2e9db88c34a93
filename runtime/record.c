/* record.c - see record.h. Kernels are told apart by their names; the file is whole after each of them, so that a
 * program that dies leaves what was recorded before.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/record.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "backend/profile.h"
#include "backend/record.h"
#include "base/json.h"
#include "base/map.h"
#include "runtime/memory.h"

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
	*on = path && *path;
	if (!*on)
		return SIMT_OK;
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

void record_begin(struct launch *l) {
	l->recording = NULL;
	if (!all.out || !is_first(l->kernel->name->s))
		return;
	struct recording *r = memory_new(sizeof *r);
	if (!r)
		return;
	memset(r, 0, sizeof *r);
	r->steps = tmpfile();
	if (r->steps)
		l->recording = r;
	else
		memory_delete(r);
}

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

static void put_steps(FILE *out, FILE *steps) {
	rewind(steps);
	for (int c; (c = getc(steps)) != EOF;)
		putc(c, out);
}

static void put_kernel(FILE *out, const struct simt_module *m, const struct launch *l) {
	fprintf(out, "%s{\"name\": ", all.nkernel++ ? ",\n" : "");
	json_string(out, l->kernel->name->s);
	fprintf(out,
	        ", \"grid\": [%u,%u,%u], \"block\": [%u,%u,%u], \"cut\": %s,\n\"count\": "
	        "[",
	        l->grid[0], l->grid[1], l->grid[2], l->block[0], l->block[1], l->block[2],
	        l->recording->is_cut ? "true" : "false");
	put_counts(out, m, l->profile);
	fputs("],\n\"steps\": [", out);
	put_steps(out, l->recording->steps);
	fputs("]}", out);
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
	fclose(l->recording->steps);
	memory_delete(l->recording);
	l->recording = NULL;
}
