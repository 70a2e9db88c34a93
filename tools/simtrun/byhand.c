/* byhand.c - one launch from the command line: choose the kernel, fill in what was left
 * out, run, and show the buffers.
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>

#include "runtime/core/debug.h"
#include "tools/simtrun/argspec.h"
#include "tools/simtrun/explore.h"

enum { DEFAULT_BLOCK = 128 };

struct hand {
	struct simtrun *run;
	const char *path;
	struct simt_device *dev;
	struct simt_module *module;
	struct simt_function *f;
	struct simt_function_attributes attr;
	struct simt_launch launch;
	struct argspec *spec;
	u64 *addr;
	u8 **left;        /* what is in the buffers after a launch */
	bool is_compared; /* all buffers are kept, none is shown */
	u32 nassumed;
};

static const struct loc nowhere = {0, 0};

/* ---- errors and notes ---- */

static int refuse(struct hand *h, int status, enum diag_code code, const char *text) {
	diag_error(&h->run->diag, nowhere, code, "%s", text);
	flush_diag(h->run);
	return status;
}

static int refuse_call(struct hand *h, enum simt_status s, enum diag_code code) {
	return refuse(h, exit_of(h->dev, s), code, simt_last_error());
}

/* ---- the kernel ---- */

struct name_walk {
	struct simt_module *m;
	u32 i;
};

static const char *next_kernel(void *ctx) {
	struct name_walk *w = ctx;
	struct simt_function *f;
	if (w->i >= simt_function_count(w->m) ||
	    simt_function_at(w->m, w->i++, &f) != SIMT_OK)
		return NULL;
	return f->func->name->s;
}

static void list_kernels(struct hand *h, struct diag_record *r) {
	struct name_walk w = {h->module, 0};
	char text[256] = "";
	size_t n = 0;
	for (const char *name; (name = next_kernel(&w)) && n < sizeof text - 1;)
		n += (size_t)snprintf(text + n, sizeof text - n, "%s%s", n ? ", " : "",
		                      name);
	diag_note(&h->run->diag, r, "kernels: %s", text);
}

static int choose_kernel(struct hand *h) {
	struct diag *d = &h->run->diag;
	const char *name = h->run->set.kernel;
	u32 n = simt_function_count(h->module);
	enum simt_status s = name     ? simt_function_find(h->module, name, &h->f)
	                     : n == 1 ? simt_function_at(h->module, 0, &h->f)
	                              : SIMT_NOT_FOUND;
	if (s == SIMT_OK)
		return EXIT_OK;
	if (s != SIMT_NOT_FOUND)
		return refuse_call(h, s, E0403);
	struct diag_record *r;
	if (n == 0)
		r = diag_error(d, nowhere, E0403, "%s defines no kernel", h->path);
	else if (!name)
		r = diag_error(d, nowhere, E0403,
		               "%s has %u kernels; choose one with --kernel=NAME",
		               h->path, n);
	else
		r = diag_error(d, nowhere, E0403, "%s has no kernel '%s'", h->path, name);
	struct name_walk w = {h->module, 0};
	const char *near = name ? diag_nearest(name, next_kernel, &w) : NULL;
	if (near)
		diag_note(d, r, "did you mean '%s'?", near);
	else if (n)
		list_kernels(h, r);
	flush_diag(h->run);
	return EXIT_USAGE;
}

/* ---- the shape ---- */

static void choose_dim(u32 out[3], const u32 given[3], u32 fallback) {
	bool any = given[0] || given[1] || given[2];
	for (u32 i = 0; i < 3; i++)
		out[i] = any ? given[i] : i ? 1 : fallback;
}

static void choose_shape(struct hand *h) {
	const struct settings *set = &h->run->set;
	const struct simt_function_attributes *a = &h->attr;
	struct simt_launch *l = &h->launch;
	u32 ctas = 1;
	for (u32 i = 0; i < 3; i++)
		ctas *= MAX(a->cluster[i], 1);
	choose_dim(l->grid, set->grid, ctas == 1 ? 1 : a->cluster[0]);
	if (!set->grid[0] && ctas > 1)
		for (u32 i = 0; i < 3; i++)
			l->grid[i] = MAX(a->cluster[i], 1);
	choose_dim(l->block, set->block, MIN(DEFAULT_BLOCK, a->max_threads));
	if (!set->block[0] && a->reqntid[0])
		for (u32 i = 0; i < 3; i++)
			l->block[i] = MAX(a->reqntid[i], 1);
	memcpy(l->cluster, set->cluster, sizeof l->cluster);
	l->shared_dynamic = (u32)MIN(set->shared, 0xffffffffu);
	l->cooperative = set->cooperative;
	l->step_limit = set->step_limit;
}

static u64 thread_count(const struct simt_launch *l) {
	u64 n = 1;
	for (u32 i = 0; i < 3; i++)
		n *= (u64)l->grid[i] * l->block[i];
	return MIN(n, 1u << 24);
}

/* ---- arguments ---- */

static void note_assumed(struct hand *h, const struct simt_param *p, const char *said) {
	const struct simt_launch *l = &h->launch;
	if (h->run->set.quiet)
		return;
	if (h->nassumed++ == 0)
		fprintf(stderr, "%s: grid %u,%u,%u, block %u,%u,%u; assumed:\n",
		        h->attr.name, l->grid[0], l->grid[1], l->grid[2], l->block[0],
		        l->block[1], l->block[2]);
	fprintf(stderr, "  --arg %-20s %s\n", said, p->name);
}

static int choose_args(struct hand *h) {
	struct simtrun *run = h->run;
	u32 n = h->attr.nparam;
	struct param_use *use = arena_array(&run->arena, struct param_use, n + 1);
	param_uses(&run->arena, h->module->ir, h->f->func, use);
	if (run->set.arg.n > n) {
		char text[128];
		snprintf(text, sizeof text, "%u arguments; the kernel takes %u",
		         run->set.arg.n, n);
		return refuse(h, EXIT_USAGE, E0404, text);
	}
	for (u32 i = 0; i < n; i++) {
		struct simt_param p;
		simt_function_param(h->f, i, &p);
		if (i >= run->set.arg.n) {
			argspec_guess(&run->arena, &h->spec[i], &p, &use[i],
			              thread_count(&h->launch),
			              (u64)h->launch.grid[0] * h->launch.block[0]);
			note_assumed(h, &p, h->spec[i].said);
			continue;
		}
		const char *given = run->set.arg.at[i];
		const char *wrong = argspec_parse(&run->arena, &h->spec[i], given, &p);
		if (wrong)
			return refuse(h, EXIT_USAGE, E0404,
			              arena_printf(&run->arena,
			                           "--arg %s for %s (%s): %s", given,
			                           p.name, p.type, wrong));
	}
	return EXIT_OK;
}

static int make_buffers(struct hand *h, void **value) {
	for (u32 i = 0; i < h->attr.nparam; i++) {
		struct argspec *s = &h->spec[i];
		value[i] = s->is_buffer ? (void *)&h->addr[i] : s->data;
		if (!s->is_buffer)
			continue;
		enum simt_status st = simt_alloc(h->dev, MAX(s->bytes, 1), &h->addr[i]);
		if (st != SIMT_OK)
			return refuse_call(h, st, E0406);
	}
	return EXIT_OK;
}

/* Fills the buffers as the command line says. */
static int fill_buffers(struct hand *h) {
	for (u32 i = 0; i < h->attr.nparam; i++) {
		const struct argspec *s = &h->spec[i];
		if (!s->is_buffer)
			continue;
		enum simt_status st = simt_copy_in(h->dev, h->addr[i], s->data, s->bytes);
		if (st != SIMT_OK)
			return refuse_call(h, st, E0406);
	}
	return EXIT_OK;
}

/* ---- results ---- */

enum { ROW = 8 };

static void print_table(const struct argspec *s, const char *name) {
	enum element e = (enum element)s->type;
	u64 n = s->bytes / element_info[e].size, shown = MIN(n, s->print);
	char text[64];
	int width = 0;
	for (u64 i = 0; i < shown; i++) {
		element_text(e, element_get(e, s->data, i), text, sizeof text);
		width = MAX(width, (int)strlen(text));
	}
	printf("%s: %s[%llu]\n", name, element_info[e].name, (unsigned long long)n);
	for (u64 i = 0; i < shown; i++) {
		element_text(e, element_get(e, s->data, i), text, sizeof text);
		if (i % ROW == 0)
			printf("%8llu:", (unsigned long long)i);
		printf(" %*s%s", width, text,
		       i % ROW == ROW - 1 || i + 1 == shown ? "\n" : "");
	}
	if (shown < n)
		printf("%8s  %llu more\n", "", (unsigned long long)(n - shown));
}

static bool save(const struct argspec *s) {
	FILE *f = kept_open(s->save, true);
	if (!f)
		return false;
	bool ok = fwrite(s->data, 1, s->bytes, f) == s->bytes;
	return fclose(f) == 0 && ok;
}

static bool is_steered(const struct hand *h) {
	struct simt_steer_info info;
	return simt_steer_info(h->dev, &info);
}

/* Copies what the kernel has left into h->left; *hash: of all of it. */
static int fetch_results(struct hand *h, u64 *hash) {
	*hash = 0;
	for (u32 i = 0; i < h->attr.nparam; i++) {
		const struct argspec *s = &h->spec[i];
		if (!s->is_buffer ||
		    !(s->print || s->save || is_steered(h) || h->is_compared))
			continue;
		enum simt_status st = simt_copy_out(h->dev, h->left[i], h->addr[i],
		                                    s->bytes);
		if (st != SIMT_OK)
			return refuse_call(h, st, E0404);
		*hash = explore_hash(*hash, h->left[i], s->bytes);
	}
	return EXIT_OK;
}

static int show_results(struct hand *h) {
	if (h->is_compared)
		return EXIT_OK;
	for (u32 i = 0; i < h->attr.nparam; i++) {
		struct argspec s = h->spec[i];
		struct simt_param p;
		simt_function_param(h->f, i, &p);
		s.data = h->left[i];
		if (s.is_buffer && s.print)
			print_table(&s, p.name);
		if (s.is_buffer && s.save && !save(&s))
			return refuse(h, EXIT_USAGE, E0401,
			              arena_printf(&h->run->arena, "cannot write %s: %s",
			                           s.save, strerror(errno)));
	}
	return EXIT_OK;
}

static void tell(struct hand *h) {
	struct simt_counters c;
	simt_last_counters(h->dev, &c);
	fprintf(stderr, "%s: %.3f ms, %llu warp and %llu lane instructions, %u workers\n",
	        h->attr.name, (double)c.ns * 1e-6, (unsigned long long)c.warp_insts,
	        (unsigned long long)c.lane_insts, c.workers);
}

/* ---- the whole ---- */

static int launch(struct hand *h) {
	debug_start();
	interrupt_device(h->dev);
	enum simt_status s = simt_launch(h->f, &h->launch);
	interrupt_device(NULL);
	fflush(stdout);
	if (s == SIMT_OK) {
		if (h->run->set.verbose)
			tell(h);
		return EXIT_OK;
	}
	if (!simt_device_fault(h->dev))
		return refuse_call(h, s, s == SIMT_NOT_SUPPORTED ? E0117 : E0405);
	simt_fault_print(h->dev, stderr, h->run->color);
	return exit_of(h->dev, s);
}

/* Launches until no schedule is left: one, as a rule. A failing one ends it. */
static int launch_all(struct hand *h) {
	struct explore *x = explore_new(h->run, h->dev, &h->run->arena);
	u64 hash, nrun = 0;
	int status;
	do {
		if (nrun++)
			simt_module_restore(h->module);
		if ((status = fill_buffers(h)) != EXIT_OK)
			return status;
		status = launch(h);
		if (status != EXIT_OK) {
			explore_command(h->run, h->dev, stderr, h->path, NULL);
			return status;
		}
		if (explore_was_pruned(x))
			continue;
		if ((status = fetch_results(h, &hash)) != EXIT_OK ||
		    (explore_note(x, hash) && (status = show_results(h)) != EXIT_OK))
			return status;
	} while (explore_next(x));
	if (nrun > 1)
		explore_report(x, stdout);
	return EXIT_OK;
}

static int run_kernel(struct hand *h) {
	int status = choose_kernel(h);
	if (status != EXIT_OK)
		return status;
	simt_function_set_nonportable_cluster(h->f, true);
	simt_function_attributes(h->f, &h->attr);
	struct simt_properties p;
	simt_device_properties(h->dev, &p);
	if (h->attr.shared_static < p.shared_cta_optin)
		simt_function_set_max_shared(h->f,
		                             p.shared_cta_optin - h->attr.shared_static);
	choose_shape(h);
	h->spec = arena_array(&h->run->arena, struct argspec, h->attr.nparam + 1);
	h->addr = arena_array(&h->run->arena, u64, h->attr.nparam + 1);
	h->left = arena_array(&h->run->arena, u8 *, h->attr.nparam + 1);
	void **value = arena_array(&h->run->arena, void *, h->attr.nparam + 1);
	h->launch.args = value;
	if ((status = choose_args(h)) != EXIT_OK ||
	    (status = make_buffers(h, value)) != EXIT_OK)
		return status;
	/* what they start with is needed for every launch */
	for (u32 i = 0; i < h->attr.nparam; i++)
		h->left[i] = is_steered(h) ? arena_alloc(&h->run->arena,
		                                         h->spec[i].bytes + 1, 64)
		                           : h->spec[i].data;
	return launch_all(h);
}

/* ---- two devices ---- */

enum { SHOWN = 8 };

/* Steps between two floats, through the numbers between them; -1: one is NaN. */
static double ulps_between(enum element e, u64 a, u64 b) {
	u64 sign = 1ull << (element_info[e].size * 8 - 1);
	double x = element_to_double(e, a), y = element_to_double(e, b);
	s64 p = (s64)(a & (sign - 1)), q = (s64)(b & (sign - 1));
	if (x != x || y != y)
		return -1;
	p = a & sign ? -p : p;
	q = b & sign ? -q : q;
	return p > q ? (double)p - (double)q : (double)q - (double)p;
}

static void show_pair(enum element e, u64 i, u64 a, u64 b) {
	char left[64], right[64];
	element_text(e, a, left, sizeof left);
	element_text(e, b, right, sizeof right);
	double ulps = element_info[e].class == 'F' ? ulps_between(e, a, b) : -1;
	printf("%10llu %24s %24s", (unsigned long long)i, left, right);
	if (ulps < 0)
		printf(" %12s\n", "-");
	else
		printf(" %12.0f\n", ulps);
}

/* Returns how many elements differ. */
static u64 compare_buffer(const struct hand h[2], const char *const name[2], u32 i) {
	enum element e = (enum element)h[0].spec[i].type;
	u64 n = h[0].spec[i].bytes / element_info[e].size, differ = 0;
	double most = 0;
	struct simt_param p;
	simt_function_param(h[0].f, i, &p);
	for (u64 k = 0; k < n; k++) {
		u64 a = element_get(e, h[0].left[i], k),
		    b = element_get(e, h[1].left[i], k);
		if (a == b)
			continue;
		if (differ++ == 0)
			printf("%s: %s[%llu]\n%10s %24s %24s %12s\n", p.name,
			       element_info[e].name, (unsigned long long)n, "element",
			       name[0], name[1], "ulp");
		if (differ <= SHOWN)
			show_pair(e, k, a, b);
		if (element_info[e].class == 'F')
			most = MAX(most, ulps_between(e, a, b));
	}
	if (!differ)
		printf("%s: %s[%llu]: equal\n", p.name, element_info[e].name,
		       (unsigned long long)n);
	else if (element_info[e].class == 'F')
		printf("%10s %llu of %llu differ, by %.0f ulp at most\n", "",
		       (unsigned long long)differ, (unsigned long long)n, most);
	else
		printf("%10s %llu of %llu differ\n", "", (unsigned long long)differ,
		       (unsigned long long)n);
	return differ;
}

int compare_devices(struct simtrun *run, const char *path) {
	struct hand h[2] = {{.run = run, .path = path, .is_compared = true},
	                    {.run = run, .path = path, .is_compared = true}};
	const char *both = run->set.compare_devices, *comma = strchr(both, ',');
	if (!comma)
		return refuse(&h[0], EXIT_USAGE, E0404,
		              "--compare-devices takes two devices, as sm_80,sm_90");
	const char *name[2] = {
		arena_printf(&run->arena, "%.*s", (int)(comma - both), both), comma + 1};
	int status = EXIT_OK;
	for (u32 d = 0; d < 2 && status == EXIT_OK; d++) {
		run->set.device = name[d];
		run->set.quiet |= d > 0;
		status = show_load(run, path, &h[d].dev, &h[d].module);
		if (status == EXIT_OK)
			status = run_kernel(&h[d]);
	}
	u64 differ = 0;
	for (u32 i = 0; status == EXIT_OK && i < h[0].attr.nparam; i++)
		if (h[0].spec[i].is_buffer)
			differ += compare_buffer(h, name, i);
	for (u32 d = 0; d < 2; d++)
		simt_device_close(h[d].dev);
	return status != EXIT_OK ? status : differ ? EXIT_DIFFERS : EXIT_OK;
}

int run_by_hand(struct simtrun *run, const char *path) {
	struct hand h = {.run = run, .path = path};
	int status = show_load(run, path, &h.dev, &h.module);
	if (status == EXIT_OK)
		status = run_kernel(&h);
	simt_device_close(h.dev);
	return status;
}
