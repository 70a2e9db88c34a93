/* wild.c - every kind of access, at addresses of every kind, on several backends: no
 * process may die, the answers must be those of the model, and the same everywhere.
 *
 *     wild [--seed N] [--count CASES] [--cases N] [--backend A,B,...] [--print] [--checked]
 *
 * A setting is a backend with options after colons: "interp", "jit:quick=1",
 * "jit:cpu=x86-64-v3", "jit:sandbox=1". Kernel i has seed N + i, and 32 cases (--cases),
 * whatever else runs, so `--seed N --count 1` repeats the kernel that failed. With
 * --checked (and SIMT_CHECK=1) a fault of the model must be an error, of whatever kind;
 * nothing else is asked.
 * SPDX-License-Identifier: Apache-2.0 */
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/random.h"
#include "tests/random/addresses/wild.h"

#ifdef SIMT_HAS_LLVM
#include "backend/llvm/llvm.h"
#include "runtime/threads/helper_threads.h"
#endif

enum { MOST_SETTINGS = 8, KERNELS = 16, MOST_FAILURES = 10, MARGIN = 16 };
enum { PIECE = 2 << 20, LAUNCH_MS = 20000, MODULE_BYTES = 4 << 20 };

struct setting {
	const char *text, *cpu;
	bool quick, sandbox;
	struct wild_machine m;
};

/* The outcome of a case under a setting. */
struct answer {
	enum simt_status status;
	char code[8];
	u32 thread, line;
	u64 addr;     /* as the fault has it */
	u64 distance; /* from what the thread accesses, if that is near; else as it is */
	u8 out[OUT_BYTES];
	/* around each lane's place in a region */
	u8 memory[MOST_ACCESSES * MOST_LANES][64];
};

struct wild {
	u64 seed, count, cases, done, skipped, failed, faults;
	bool print, checked;
	u32 nsetting;
	struct setting setting[MOST_SETTINGS];
	u8 *foreign;
};

/* ---- the process dies ---- */

static char running[1024];

static void dies(int sig) {
	char text[1200];
	int n = snprintf(text, sizeof text, "FAIL the process dies of signal %d: %s\n",
	                 sig, running);
	if (write(STDOUT_FILENO, text, (size_t)n) < 0)
		_exit(2);
	_exit(1);
}

/* ---- settings ---- */

static bool read_option(struct setting *s, const char *o) {
	if (!strncmp(o, "cpu=", 4))
		s->cpu = o + 4;
	else if (!strcmp(o, "quick=1"))
		s->quick = true;
	else if (!strcmp(o, "sandbox=1"))
		s->sandbox = true;
	else
		return false;
	return true;
}

static void setting_use(const struct setting *s) {
#ifdef SIMT_HAS_LLVM
	jit_configure(&(struct jit_config){.cpu = s->cpu,
	                                   .quick = s->quick,
	                                   .reserve = helper_threads_reserve,
	                                   .share = helper_threads_run});
#else
	(void)s;
#endif
}

static void must(enum simt_status s, const char *what) {
	if (s == SIMT_OK)
		return;
	printf("FAIL %s: %s\n", what, simt_last_error());
	exit(1);
}

static u64 need(struct simt_device *dev, u64 size) {
	u64 addr;
	must(simt_alloc(dev, size, &addr), "simt_alloc");
	return addr;
}

static void place(struct wild_places *p, const char *name, u64 at) {
	if (p->n == MOST_PLACES)
		bug("more than %u places", MOST_PLACES);
	p->place[p->n].name = name;
	p->place[p->n++].at = at;
}

/* Regions with pages around them that are not valid: 6 MiB, 2 MiB, 4096 bytes, and host
 * memory of two host pages. */
static void make_regions(struct wild *t, struct setting *s) {
	struct simt_device *dev = s->m.dev;
	u64 probe = need(dev, PIECE);
	must(simt_free(dev, probe), "simt_free");
	need(dev, alignup(probe, PIECE) - probe + PIECE);
	u64 a = need(dev, 3 * PIECE), hole = need(dev, 2 * PIECE), b = need(dev, PIECE),
	    gap = need(dev, PIECE), c = need(dev, 4096);
	must(simt_free(dev, hole), "simt_free");
	must(simt_free(dev, gap), "simt_free");
	u64 host = (uintptr_t)t->foreign;
	must(simt_host_register(dev, t->foreign, 8192), "simt_host_register");
	struct wild_region r[] = {{a, 3 * PIECE, false},
	                          {b, PIECE, false},
	                          {c, 4096, false},
	                          {host, 8192, true}};
	memcpy(s->m.region, r, sizeof r);
	place(&s->m.near, "hole", hole);
	place(&s->m.near, "what was freed", gap);
	static const char *const name[] = {
		"6 MiB", "the end of 6 MiB", "2 MiB",       "the end of 2 MiB",
		"4 KiB", "the end of 4 KiB", "host memory", "the end of host memory"};
	for (u32 twice = 0; twice < 2; twice++) /* more often than other places */
		for (u32 i = 0; i < countof(r); i++) {
			place(&s->m.near, name[2 * i], r[i].at);
			place(&s->m.near, name[2 * i + 1], r[i].at + r[i].size);
		}
	place(&s->m.near, "4 MiB further", a + 2 * PIECE);
}

static void make_places(struct setting *s) {
	struct wild_places *n = &s->m.near, *o = &s->m.own;
	const struct arena_map *map = &s->m.dev->machine.map;
	static const u64 far[] = {0,          0,          1,          4096,
	                          1ull << 31, 1ull << 32, 1ull << 47, 1ull << 48,
	                          1ull << 49, 1ull << 62, 1ull << 63, ~0ull << 48,
	                          ~0ull,      0 - 128ull};
	static const char *const far_name[] = {"null", "null",  "1",    "4096", "2^31",
	                                       "2^32", "2^47",  "2^48", "2^49", "2^62",
	                                       "2^63", "-2^48", "-1",   "-128"};
	const struct window w[] = {map->shared, map->local,    map->code,
	                           map->global, map->constant, map->param};
	static const char *const w_name[] = {"shared window", "local window",
	                                     "code window",   "global window",
	                                     "const window",  "param window"};
	for (u32 i = 0; i < countof(far); i++) {
		place(n, far_name[i], far[i]);
		place(o, far_name[i], far[i]);
	}
	for (u32 i = 0; i < countof(w); i++) {
		place(n, w_name[i], w[i].base);
		place(n, "the end of a window", w[i].base + w[i].size);
	}
	place(n, "the cta's shared memory", map->shared.base + SHARED_AT);
	place(n, "the end of the cta's shared memory",
	      map->shared.base + SHARED_AT + SHARED_BYTES);
	place(n, "rank 1", map->shared.base + (1 << SHARED_RANK_SHIFT) + SHARED_AT);
	place(n, "the lane's local memory", map->local.base + LOCAL_BYTES);
	place(n, "the host's stack", (uintptr_t)&map & ~(u64)4095);
	place(n, "the host's heap", (uintptr_t)s->m.dev & ~(u64)4095);
	for (u32 twice = 0; twice < 4; twice++) {
		place(o, "shared memory", SHARED_AT);
		place(o, "the end of shared memory", SHARED_AT + SHARED_BYTES);
		place(o, "local memory", LOCAL_BYTES);
	}
	place(o, "rank 1", (1 << SHARED_RANK_SHIFT) + SHARED_AT);
	place(o, "rank 16", 16 << SHARED_RANK_SHIFT);
	place(o, "a global address", s->m.region[0].at);
}

static void make_images(struct setting *s) {
	struct simt_texel texel = {SIMT_TEXEL_UINT, 32, 1};
	struct simt_array *a;
	must(simt_array_create(
		     s->m.dev,
		     &(struct simt_array_desc){.texel = texel, .width = 64, .levels = 1},
		     &a),
	     "simt_array_create");
	must(simt_surface_create(s->m.dev, a, 0, &s->m.surface), "simt_surface_create");
	must(simt_texture_create(s->m.dev,
	                         &(struct simt_texture_desc){.texel = texel, .array = a},
	                         &s->m.texture),
	     "simt_texture_create");
}

static u8 *host(u64 addr) {
	return (u8 *)(uintptr_t)addr;
}

/* The test's memory as it is at first. */
static void fill(const struct wild_machine *m, u64 addr, u64 size) {
	for (u64 i = 0; i < size; i++) {
		const struct wild_region *r = wild_region_of(m, addr + i, 1);
		if (r)
			*host(addr + i) = wild_byte(addr + i - r->at);
	}
}

static void setting_open(struct wild *t, struct setting *s, char *text) {
	char *rest = NULL, *name;
	s->text = strdup(text);
	name = strtok_r(text, ":", &rest);
	for (char *o; (o = strtok_r(NULL, ":", &rest));)
		if (!read_option(s, o)) {
			printf("FAIL no option '%s'\n", o);
			exit(1);
		}
	FILE *nowhere = fopen("/dev/null", "w");
	struct simt_device_options o = {.backend = name,
	                                .threads = 1,
	                                .sandbox = s->sandbox,
	                                .print_to = nowhere,
	                                .memory_bytes = 1 << 28};
	must(simt_device_open(&o, &s->m.dev), text);
	s->m.in = need(s->m.dev, IN_BYTES);
	s->m.out = need(s->m.dev, OUT_BYTES);
	s->m.table = need(s->m.dev, 8 * MOST_LANES);
	make_images(s);
	make_regions(t, s);
	make_places(s);
	for (u32 i = 0; i < countof(s->m.region); i++)
		fill(&s->m, s->m.region[i].at, s->m.region[i].size);
}

/* ---- a case ---- */

/* Lanes' places in the test's memory, with a margin, before and after. */
static void around(const struct wild_kernel *k, const struct wild_case *c,
                   const struct setting *s, const struct wild_input *in,
                   struct answer *a) {
	u32 n = MIN(k->form->n * k->form->size, 64u - 2 * MARGIN);
	for (u32 i = 0; i < k->naccess; i++)
		for (u32 t = 0; t < k->block; t++) {
			u64 at = wild_address(k, c, in, t, i) - MARGIN;
			u8 *bytes = a->memory[i * MOST_LANES + t];
			for (u32 j = 0; j < n + 2 * MARGIN; j++)
				bytes[j] = wild_region_of(&s->m, at + j, 1)
				                   ? *host(at + j)
				                   : 0;
		}
}

static void restore(const struct wild_kernel *k, const struct wild_case *c,
                    const struct setting *s, const struct wild_input *in) {
	u64 margin = k->form->kind == WRITES ? 4096 : MARGIN;
	if (k->form->kind != ST && k->form->kind != AT && k->form->kind != WRITES)
		return;
	for (u32 i = 0; i < k->naccess; i++)
		for (u32 t = 0; t < k->block; t++)
			if (wild_active(k, c, t))
				fill(&s->m, wild_address(k, c, in, t, i) - margin,
				     2 * margin + 32);
}

static void take_fault(const struct wild_kernel *k, const struct wild_case *c,
                       const struct setting *s, const struct wild_input *in,
                       struct answer *a) {
	const struct simt_fault *f = simt_device_fault(s->m.dev);
	if (!f)
		return;
	snprintf(a->code, sizeof a->code, "%s", f->code);
	a->thread = f->thread[0];
	a->line = f->line;
	a->addr = a->distance = f->addr;
	u64 d = f->addr - wild_address(k, c, in, a->thread % MOST_LANES, 0);
	if (d + (1 << 24) < 1 << 25)
		a->distance = d;
}

static void run_case(const struct wild_kernel *k, const struct wild_case *c,
                     struct setting *s, struct simt_function *f,
                     const struct wild_input *in, struct answer *a) {
	u64 base = in->base, stride = c->stride,
	    lanes = (u64)c->lanes[1] << 32 | c->lanes[0];
	memset(a, 0, sizeof *a);
	memcpy(host(s->m.table), in->table, sizeof in->table);
	for (u32 i = 0; i < IN_BYTES; i++)
		host(s->m.in)[i] = wild_byte(i);
	memset(host(s->m.out), 0, OUT_BYTES);
	struct simt_launch l = {.grid = {1, 1, 1},
	                        .block = {k->block, 1, 1},
	                        .args = (void *[]){&base, &stride, &s->m.table, &s->m.out,
	                                           &s->m.in, &lanes, &s->m.texture,
	                                           &s->m.surface},
	                        .timeout_ms = LAUNCH_MS};
	a->status = simt_launch(f, &l);
	take_fault(k, c, s, in, a);
	simt_device_recover(s->m.dev);
	memcpy(a->out, host(s->m.out), OUT_BYTES);
	around(k, c, s, in, a);
	restore(k, c, s, in);
}

static bool is_fault_of(const struct wild_expect *e, const struct answer *a) {
	for (u32 i = 0; i < countof(e->fault); i++) {
		const struct wild_fault *f = &e->fault[i];
		if (f->status == a->status &&
		    (!f->status || (f->thread == a->thread && f->addr == a->addr)))
			return f->status || !e->faults;
	}
	return false;
}

static bool is_as_expected(const struct wild_kernel *k, const struct wild_case *c,
                           const struct setting *s, const struct wild_input *in,
                           const struct wild_expect *e, const u8 *out,
                           const struct answer *a, char *why, size_t size) {
	if (e->known && !is_fault_of(e, a)) {
		const struct wild_fault *f = &e->fault[!e->fault[0].status];
		snprintf(why, size, "%d thread %u at 0x%llx, not %d thread %u at 0x%llx",
		         a->status, a->thread, (unsigned long long)a->addr, f->status,
		         f->thread, (unsigned long long)f->addr);
		return false;
	}
	if (!e->known || !e->values || a->status)
		return true;
	for (u32 i = 0; i < OUT_BYTES; i++)
		if (a->out[i] != out[i]) {
			snprintf(why, size, "byte %u of the results is %02x, not %02x", i,
			         a->out[i], out[i]);
			return false;
		}
	u32 n = MIN(k->form->n * k->form->size, 64u - 2 * MARGIN) + 2 * MARGIN;
	for (u32 i = 0; i < k->naccess; i++)
		for (u32 t = 0; t < k->block; t++) {
			u8 want[64];
			u64 at = wild_address(k, c, in, t, i) - MARGIN;
			wild_after(k, c, &s->m, in, at, n, want);
			if (memcmp(want, a->memory[i * MOST_LANES + t], n) != 0) {
				snprintf(why, size, "memory at 0x%llx, thread %u",
				         (unsigned long long)at, t);
				return false;
			}
		}
	return true;
}

static bool agree(const struct wild_kernel *k, const struct wild_expect *e,
                  const struct answer *x, const struct answer *y, char *why,
                  size_t size) {
	/* of two warps either may be first */
	if (e->loose || (k->block > 32 && !e->known) ||
	    (e->fault[0].status && e->fault[1].status))
		return true;
	if (x->status != y->status || strcmp(x->code, y->code) != 0 ||
	    x->thread != y->thread || x->line != y->line || x->distance != y->distance) {
		snprintf(why, size,
		         "%d %s thread %u line %u at 0x%llx, not %d %s thread %u line %u "
		         "at 0x%llx",
		         y->status, y->code, y->thread, y->line,
		         (unsigned long long)y->distance, x->status, x->code, x->thread,
		         x->line, (unsigned long long)x->distance);
		return false;
	}
	if (memcmp(x->memory, y->memory, sizeof x->memory) != 0) {
		u32 i = 0, n = sizeof x->memory[0];
		while (memcmp(x->memory[i / n], y->memory[i / n], n) == 0 ||
		       x->memory[i / n][i % n] == y->memory[i / n][i % n])
			i++;
		snprintf(why, size,
		         "memory differs: of thread %u byte %d is %02x, not %02x",
		         i / n % MOST_LANES, (int)(i % n) - MARGIN,
		         y->memory[i / n][i % n], x->memory[i / n][i % n]);
		return false;
	}
	/* what is elsewhere differs from device to device */
	if (!x->status && e->known && e->values &&
	    memcmp(x->out, y->out, OUT_BYTES) != 0) {
		snprintf(why, size, "results differ");
		return false;
	}
	return true;
}

static void report(struct wild *t, const char *name, const char *what,
                   const struct setting *s, const char *why) {
	printf("FAIL kernel %s, %s: %s: %s\n", name, what, s->text, why);
	fflush(stdout);
	t->failed++;
}

/* Under every setting. */
static void try_case(struct wild *t, const struct wild_kernel *k,
                     const struct wild_case *c, const char *name,
                     struct simt_function **f) {
	static struct answer first, now;
	static u8 out[OUT_BYTES];
	struct wild_input in;
	struct wild_expect e;
	char what[800], why[300];
	u64 places = 0;
	wild_describe(k, c, &t->setting[0].m, what, sizeof what);
	t->done++;
	for (u32 i = 0; i < t->nsetting; i++) {
		struct setting *s = &t->setting[i];
		snprintf(running, sizeof running, "kernel %s, %s, %s", name, s->text,
		         what);
		wild_input(k, c, &s->m, &in);
		wild_expect(k, c, &s->m, &in, &e, out);
		if (!i)
			places = e.places;
		e.loose |= e.places != places; /* allocations lie apart in another way */
		if (e.unsafe) {
			t->skipped += i == 0;
			return;
		}
		setting_use(s);
		run_case(k, c, s, f[i], &in, i ? &now : &first);
		t->faults += i == 0 && first.status;
		const struct answer *a = i ? &now : &first;
		bool ok = t->checked ? !e.known || !e.faults || a->status
		                     : is_as_expected(k, c, s, &in, &e, out, a, why,
		                                      sizeof why) &&
		                               (!i ||
		                                agree(k, &e, &first, a, why, sizeof why));
		if (t->checked && !ok)
			snprintf(why, sizeof why, "no error, where one is due");
		if (!ok) {
			report(t, name, what, s, why);
			return;
		}
	}
}

/* ---- modules ---- */

static void load(struct wild *t, const char *text, struct simt_module **m, u32 n,
                 struct simt_function *f[KERNELS][MOST_SETTINGS]) {
	struct simt_load_options o = {.log = stdout, .quiet_warnings = true};
	for (u32 i = 0; i < t->nsetting; i++) {
		setting_use(&t->setting[i]);
		must(simt_module_load(t->setting[i].m.dev, "wild.ptx", text, strlen(text),
		                      &o, &m[i]),
		     "module");
		for (u32 k = 0; k < n; k++)
			must(simt_function_at(m[i], k, &f[k][i]), "function");
	}
}

/* c: the cases of each kernel, one for each; NULL: t->cases by chance. */
static void run_kernels(struct wild *t, struct wild_kernel *k, const struct wild_case *c,
                        u64 seed, u32 n, u64 *rng) {
	static char text[MODULE_BYTES];
	struct simt_function *f[KERNELS][MOST_SETTINGS];
	struct simt_module *m[MOST_SETTINGS];
	FILE *out = fmemopen(text, sizeof text, "w");
	wild_print_module(k, n, out);
	fclose(out);
	if (t->print) {
		fputs(text, stdout);
		t->done += t->cases * n;
		return;
	}
	load(t, text, m, n, f);
	for (u32 i = 0; i < n; i++) {
		struct simt_function_attributes a;
		char name[32];
		snprintf(name, sizeof name, "%s%llu", c ? "that is known " : "",
		         (unsigned long long)(seed + i));
		simt_function_attributes(f[i][0], &a);
		k[i].shared_total = SHARED_AT + a.shared_static;
		for (u32 j = 0; j < (c ? 1 : t->cases) && t->failed < MOST_FAILURES;
		     j++) {
			struct wild_case random;
			if (!c)
				wild_make_case(&k[i], &t->setting[0].m, &random, &rng[i]);
			try_case(t, &k[i], c ? &c[i] : &random, name, f[i]);
		}
	}
	for (u32 i = 0; i < t->nsetting; i++)
		simt_module_unload(m[i]);
}

static void run_known(struct wild *t) {
	struct wild_kernel k[KERNELS];
	struct wild_case c[KERNELS];
	u32 n = 0;
	while (n < KERNELS && wild_known(n, &t->setting[0].m, &k[n], &c[n]))
		n++;
	run_kernels(t, k, c, 0, n, NULL);
}

static void run_random(struct wild *t, u64 seed, u32 n) {
	struct wild_kernel k[KERNELS];
	u64 rng[KERNELS];
	for (u32 i = 0; i < n; i++) {
		rng[i] = random_mix(seed + i);
		wild_make(&k[i], &rng[i]);
	}
	run_kernels(t, k, NULL, seed, n, rng);
}

static void usage(void) {
	fprintf(stderr, "usage: wild [--seed N] [--count CASES] [--cases N] [--backend "
	                "A,B,...] [--print] [--checked]\n");
	exit(1);
}

static const char *parse(struct wild *t, int argc, char **argv) {
	const char *backend = "interp";
	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--print"))
			t->print = true;
		else if (!strcmp(argv[i], "--checked"))
			t->checked = true;
		else if (i + 1 == argc)
			usage();
		else if (!strcmp(argv[i], "--seed"))
			t->seed = strtoull(argv[++i], NULL, 0);
		else if (!strcmp(argv[i], "--count"))
			t->count = strtoull(argv[++i], NULL, 0);
		else if (!strcmp(argv[i], "--cases"))
			t->cases = strtoull(argv[++i], NULL, 0);
		else if (!strcmp(argv[i], "--backend"))
			backend = argv[++i];
		else
			usage();
	}
	if (!t->cases)
		usage();
	return backend;
}

/* Two pages of the host between pages without access. */
static u8 *make_foreign(void) {
	size_t gap = 4 << 20;
	u8 *p = mmap(NULL, 2 * gap, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	u8 *at = (u8 *)(uintptr_t)(alignup((uintptr_t)p, PIECE) + PIECE / 2);
	if (p == MAP_FAILED || mprotect(at, 8192, PROT_READ | PROT_WRITE))
		bug("no memory");
	return at;
}

int main(int argc, char **argv) {
	static struct wild t = {.seed = 1, .count = 32, .cases = 32};
	char list[512], *rest = NULL;
	snprintf(list, sizeof list, "%s", parse(&t, argc, argv));
	signal(SIGSEGV, dies);
	signal(SIGBUS, dies);
	signal(SIGABRT, dies);
	signal(SIGILL, dies);
	if (!freopen("/dev/null", "w", stderr)) /* what failed assertions say */
		return 1;
	t.foreign = make_foreign();
	for (char *s; t.nsetting < MOST_SETTINGS &&
	              (s = strtok_r(t.nsetting ? NULL : list, ",", &rest));
	     t.nsetting++)
		setting_open(&t, &t.setting[t.nsetting], s);
	if (!t.print)
		run_known(&t);
	for (u64 i = 0; t.done < t.count && t.failed < MOST_FAILURES; i += KERNELS)
		run_random(&t, t.seed + i,
		           (u32)MIN((t.count - t.done + t.cases - 1) / t.cases,
		                    (u64)KERNELS));
	printf("%llu passed, %llu failed, %llu skipped; %llu faults\n",
	       (unsigned long long)(t.done - t.failed - t.skipped),
	       (unsigned long long)t.failed, (unsigned long long)t.skipped,
	       (unsigned long long)t.faults);
	return t.failed != 0;
}
