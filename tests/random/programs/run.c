/* run.c - runs programs under every setting and compares what they leave in memory.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/random/programs/run.h"

#include <stdlib.h>

#ifdef SIMT_HAS_LLVM
#include "backend/llvm/llvm.h"
#include "runtime/threads/helper_threads.h"
#endif

enum { TEXT_BYTES = 8 << 20 };

/* ---- settings ---- */

static bool read_option(struct setting *s, const char *option) {
	const char *value = strchr(option, '=');
	if (!value++)
		return false;
	if (!strncmp(option, "seed=", 5))
		s->seed = strtoull(value, NULL, 0);
	else if (!strncmp(option, "threads=", 8))
		s->threads = (u32)strtoul(value, NULL, 0);
	else if (!strncmp(option, "quick=", 6))
		s->quick = strcmp(value, "0") != 0;
	else if (!strncmp(option, "cut=", 4))
		s->cut = strcmp(value, "0") != 0;
	else if (!strncmp(option, "leave=", 6))
		s->leave = strcmp(value, "0") != 0;
	else if (!strncmp(option, "verify=", 7))
		s->verify = strcmp(value, "0") != 0;
	else if (!strncmp(option, "jam=", 4))
		s->jam = strcmp(value, "0") != 0;
	else if (!strncmp(option, "wide=", 5))
		s->wide = strcmp(value, "0") != 0;
	else if (!strncmp(option, "sandbox=", 8))
		s->sandbox = strcmp(value, "0") != 0;
	else if (!strncmp(option, "opt=", 4))
		s->optimize = (u32)strtoul(value, NULL, 0);
	else if (!strncmp(option, "cpu=", 4))
		s->cpu = value;
	else
		return false;
	return true;
}

bool setting_open(struct setting *s, struct arena *a, const char *text,
                  const char **why) {
	char *name = arena_strdup(a, text, strlen(text)), *rest = NULL;
	s->text = text;
	name = strtok_r(name, ":", &rest);
	for (char *o; (o = strtok_r(NULL, ":", &rest));)
		if (!read_option(s, o)) {
			*why = arena_printf(a, "no option '%s'", o);
			return false;
		}
	if (name && !strcmp(name, "gpu")) {
		gen_exact = true;
		s->gpu = gpu_open(a, s->optimize, why);
		return s->gpu != NULL;
	}
	struct simt_device_options o = {
		.backend = name, .threads = s->threads, .sandbox = s->sandbox};
	if (name && simt_device_open(&o, &s->dev) == SIMT_OK)
		return true;
	*why = simt_last_error();
	return false;
}

void setting_close(struct setting *s) {
	if (s->gpu)
		gpu_close(s->gpu);
	else
		simt_device_close(s->dev);
}

/* Why the JIT left the last kernel to the interpreter; "" if it did not. */
static char handed_back[256];

#ifdef SIMT_HAS_LLVM
static void listen(const char *line) {
	static const char start[] = "handed back to the interpreter: ";
	const char *reason = strncmp(line, start, strlen(start))
	                             ? NULL
	                             : strstr(line + strlen(start), ": ");
	u32 n = 0;
	if (!reason)
		return;
	/* to the end of the line, numbers as #: equal reasons are equal texts */
	for (const char *c = reason + 2; *c && *c != '\n' && n < sizeof(handed_back) - 1;
	     c++)
		if (*c < '0' || *c > '9')
			handed_back[n++] = *c;
		else if (n == 0 || handed_back[n - 1] != '#')
			handed_back[n++] = '#';
	handed_back[n] = 0;
}

/* The JIT is one for the whole process: it is configured anew for each setting. */
static void setting_use(const struct setting *s) {
	jit_configure(&(struct jit_config){.cpu = s->cpu,
	                                   .quick = s->quick,
	                                   .cut = s->cut,
	                                   .leave = s->leave,
	                                   .verify = s->verify,
	                                   .coarsen = s->jam,
	                                   .wide = s->wide,
	                                   .verbose = listen,
	                                   .reserve = helper_threads_reserve,
	                                   .share = helper_threads_run});
}
#else
static void setting_use(const struct setting *s) {
	(void)s;
}
#endif

/* ---- one program ---- */

const char *module_text(struct arena *a, struct program *const *p, u32 n, size_t *len) {
	char *text = arena_array_raw(a, char, TEXT_BYTES);
	FILE *f = fmemopen(text, TEXT_BYTES, "w");
	gen_print_header(f);
	for (u32 i = 0; i < n; i++)
		gen_print(p[i], f);
	*len = (size_t)ftell(f);
	if (fclose(f) || *len >= TEXT_BYTES)
		bug("a module of more than %u bytes", TEXT_BYTES);
	return text;
}

struct buffers {
	u64 in, out, acc;
};

static enum simt_status send(struct simt_device *dev, u64 *addr, const u8 *bytes, u32 n) {
	enum simt_status s = simt_alloc(dev, n, addr);
	return s ? s : simt_copy_in(dev, *addr, bytes, n);
}

static enum simt_status launch(const struct runner *r, const struct setting *s,
                               struct simt_function *f, const struct program *p,
                               struct buffers *b, u8 *out) {
	u8 in[GEN_IN_BYTES], acc[GEN_ACC_BYTES], val[GEN_PARAM_BYTES];
	gen_fill_in(p, in);
	gen_fill_out(p, out);
	gen_fill_acc(p, acc);
	gen_fill_param(p, val);
	enum simt_status e;
	if ((e = send(s->dev, &b->in, in, sizeof(in))) ||
	    (e = send(s->dev, &b->out, out, p->out_bytes)) ||
	    (e = send(s->dev, &b->acc, acc, sizeof(acc))))
		return e;
	u32 uniform = p->uniform;
	struct simt_launch l = {
		.args = (void *[]){&b->in, &b->out, &b->acc, &uniform, val},
		.shared_dynamic = p->shared_dynamic,
		.seed = s->seed,
		.timeout_ms = r->timeout_ms};
	memcpy(l.grid, p->grid, sizeof(l.grid));
	memcpy(l.block, p->block, sizeof(l.block));
	memcpy(l.cluster, p->cluster, sizeof(l.cluster));
	if ((e = simt_launch(f, &l)) ||
	    (e = simt_copy_out(s->dev, out, b->out, p->out_bytes)))
		return e;
	return simt_copy_out(s->dev, out + p->out_bytes, b->acc, GEN_ACC_BYTES);
}

static const char *failure(struct arena *a, const struct setting *s, const char *text) {
	const struct simt_fault *f = simt_device_fault(s->dev);
	if (!f)
		return arena_printf(a, "%s: %s", s->text, text);
	return arena_printf(a, "%s: %s %s, line %u: %s\n%s", s->text, f->code, f->text,
	                    f->line, f->inst ? f->inst : "", f->table ? f->table : "");
}

/* The programs' text as a module of the setting's device; one of the two. */
struct loaded {
	struct simt_module *module;
	struct gpu_module *gpu;
};

static bool run_here(const struct runner *r, const struct setting *s, struct arena *a,
                     struct simt_module *m, const struct program *p, u32 i, u8 *out,
                     const char **why) {
	struct simt_function *f;
	struct buffers b = {0};
	enum simt_status e = simt_function_at(m, i, &f);
	if (!e)
		e = launch(r, s, f, p, &b, out);
	if (e) {
		*why = failure(a, s, simt_last_error());
		simt_device_recover(s->dev);
	}
	simt_free(s->dev, b.in);
	simt_free(s->dev, b.out);
	simt_free(s->dev, b.acc);
	return !e;
}

/* Memory after the program; NULL, and *why, if it fails. */
static u8 *run_one(const struct runner *r, const struct setting *s, struct arena *a,
                   const struct loaded *m, struct program *p, u32 i, const char **why) {
	u8 *out = arena_array_raw(a, u8, p->out_bytes + GEN_ACC_BYTES);
	handed_back[0] = 0;
	bool ok = s->gpu ? gpu_run(s->gpu, a, m->gpu, p, i, out, why)
	                 : run_here(r, s, a, m->module, p, i, out, why);
	return ok ? out : NULL;
}

/* ---- comparison ---- */

/* The first eight bytes of either array that differ, as one number. */
static const char *difference(struct arena *a, const struct program *p, const u8 *x,
                              const u8 *y) {
	for (u32 i = 0; i < p->out_bytes + GEN_ACC_BYTES; i += 8) {
		u64 first, second;
		memcpy(&first, x + i, sizeof(first));
		memcpy(&second, y + i, sizeof(second));
		if (first != second)
			return arena_printf(a, "byte %u of %s: %016llx, not %016llx",
			                    i < p->out_bytes ? i : i - p->out_bytes,
			                    i < p->out_bytes ? "out" : "acc",
			                    (unsigned long long)second,
			                    (unsigned long long)first);
	}
	return NULL;
}

static void judge(struct arena *a, const struct setting *s, const struct program *p,
                  u32 setting, const u8 *first, const u8 *mine, const char *why,
                  struct verdict *v) {
	if (v->outcome != SAME)
		return;
	if (!mine)
		*v = (struct verdict){setting ? OTHER_FAILS : FIRST_FAILS, setting, why};
	else if (setting && (why = difference(a, p, first, mine)))
		*v = (struct verdict){DIFFERENT, setting, why};
	else if (handed_back[0])
		*v = (struct verdict){HANDED_BACK, setting,
		                      arena_printf(a, "%s: %s", s->text, handed_back)};
}

static bool load(const struct setting *s, struct arena *a, const char *text, size_t len,
                 struct loaded *m, const char **why) {
	char *log = arena_array(a, char, 4096);
	*m = (struct loaded){0};
	if (s->gpu)
		return (m->gpu = gpu_load(s->gpu, a, text, why)) != NULL;
	FILE *f = fmemopen(log, 4096, "w");
	struct simt_load_options o = {.log = f,
	                              .quiet_warnings = true,
	                              .max_errors = 3,
	                              .optimize = s->optimize,
	                              .check_optimizer = true};
	enum simt_status e = simt_module_load(s->dev, "rand.ptx", text, len, &o,
	                                      &m->module);
	fclose(f);
	*why = arena_printf(a, "%s: %s\n%s", s->text, simt_last_error(), log);
	return !e;
}

static void unload(const struct setting *s, const struct loaded *m) {
	if (m->gpu)
		gpu_unload(s->gpu, m->gpu);
	else
		simt_module_unload(m->module);
}

void run_programs(struct runner *r, struct arena *a, struct program *const *p, u32 n,
                  struct verdict *out) {
	size_t len;
	const char *text = module_text(a, p, n, &len), *why;
	u8 **first = arena_array(a, u8 *, n);
	memset(out, 0, n * sizeof(*out));
	for (u32 k = 0; k < r->nsetting; k++) {
		struct setting *s = &r->setting[k];
		setting_use(s);
		struct loaded m;
		bool is_loaded = load(s, a, text, len, &m, &why);
		for (u32 i = 0; i < n; i++) {
			u8 *mine = is_loaded ? run_one(r, s, a, &m, p[i], i, &why) : NULL;
			if (k == 0 && !s->gpu) {
				struct simt_counters c;
				simt_last_counters(s->dev, &c);
				r->warp_insts += c.warp_insts;
			}
			if (k == 0)
				first[i] = mine;
			judge(a, s, p[i], k, first[i], mine, why, &out[i]);
		}
		if (is_loaded)
			unload(s, &m);
	}
}

u8 *run_expected(struct runner *r, struct arena *a, struct program *p) {
	size_t len;
	const char *why, *text = module_text(a, &p, 1, &len);
	struct loaded m;
	if (!load(&r->setting[0], a, text, len, &m, &why))
		return NULL;
	u8 *out = run_one(r, &r->setting[0], a, &m, p, 0, &why);
	unload(&r->setting[0], &m);
	return out;
}
