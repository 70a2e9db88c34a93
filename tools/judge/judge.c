/* judge.c - simtrun --judge: the order of things, and several files at once.
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/hash.h"
#include "tools/judge/judge.h"
#include "tools/simtrun/launchfile.h"

enum {
	LAUNCH_MS = 2000,
	MEMORY = 512 << 20,
	SOURCE_MOST = 16 << 20,
	ULP = 4,
};

/* ---- one file ---------------------------------------------------------------------- */

static bool check_file(struct judgement *j, const char *path) {
	struct stat st;
	j->code.path = path;
	j->code.diagnostics = "";
	j->code.ptx = "";
	if (stat(path, &st) != 0)
		judge_say(j, EXIT_USAGE, "file", "cannot read %s: %s", path,
		          strerror(errno));
	else if (!S_ISREG(st.st_mode))
		judge_say(j, EXIT_USAGE, "file", "%s is no plain file", path);
	else if (st.st_size > SOURCE_MOST)
		judge_say(j, EXIT_COMPILE, "limit", "the file has more than 16 MiB");
	else
		return true;
	return false;
}

/* Says why there is no code. */
static bool explain_code(struct judgement *j) {
	const struct judge_code *c = &j->code;
	if (c->refused)
		judge_say(j, EXIT_COMPILE, "include",
		          "it asks for %s, which is not in a folder that it may include "
		          "from",
		          c->refused);
	if (!c->ok && c->ended == judge_no_sandbox)
		judge_say(j, EXIT_USAGE, "no-sandbox", "%s", c->ended);
	else if (!c->ok && c->ended)
		judge_say(j, EXIT_COMPILE, "limit", "the compiler was stopped: %s",
		          c->ended);
	if (!c->ok)
		judge_say(j, EXIT_COMPILE, "compile", "it does not compile");
	return c->ok && !c->refused;
}

static bool compile(struct judgement *j, const char *path, struct judge_module **m) {
	judge_compile(j->run, &j->spec, path, false, &j->code);
	*m = j->code.ok ? judge_probe(j->run, &j->code) : NULL;
	if (j->code.ok && !*m)
		j->code.ok = false;
	return explain_code(j);
}

static const char *wanted_kernel(struct judgement *j, const struct judge_module *m) {
	struct judge_reference *r = j->reference;
	if (j->run->set.kernel)
		return j->run->set.kernel;
	if (j->spec.kernel)
		return j->spec.kernel;
	if (r->recorded && r->recorded->nlaunch)
		return signature_base(j->arena, r->recorded->launch[0].kernel);
	if (r->module && r->module->nkernel == 1)
		return signature_base(j->arena, r->module->kernel[0].name);
	return m->nkernel == 1 ? signature_base(j->arena, m->kernel[0].name) : NULL;
}

static bool find_kernels(struct judgement *j, const struct judge_module *m) {
	struct judge_reference *r = j->reference;
	const char *name = wanted_kernel(j, m);
	j->spec.kernel = name ? name : "";
	if (m->nkernel == 0) {
		judge_say(j, EXIT_COMPILE, "no-kernel", "it defines no kernel");
		return false;
	}
	j->kernel = name ? signature_find(j->arena, m, name) : NULL;
	if (!j->kernel) {
		judge_say(j, EXIT_COMPILE, "no-kernel",
		          name ? "it has no kernel %s, or several"
		               : "it has several kernels: --kernel=NAME says which%s",
		          name ? name : "");
		return false;
	}
	if (j->kernel->nparam > JUDGE_PARAMS) {
		judge_say(j, EXIT_COMPILE, "signature", "it has more than 64 parameters");
		return false;
	}
	if (r->kind != REFERENCE_DEVICE)
		return true;
	r->kernel = signature_find(j->arena, r->module, name);
	if (!r->kernel && r->code.is_cuda)
		r->kind = REFERENCE_HOST;
	else if (!r->kernel)
		judge_say(j, EXIT_USAGE, "reference", "the reference has no kernel %s",
		          name);
	return r->kernel || r->kind == REFERENCE_HOST;
}

static bool fits(struct judgement *j, const struct judge_kernel *a, const char *who) {
	if (a->nparam == j->kernel->nparam) {
		u32 i = 0;
		while (i < a->nparam && a->param[i].bytes == j->kernel->param[i].bytes)
			i++;
		if (i == a->nparam)
			return true;
	}
	judge_say(j, EXIT_COMPILE, "signature", "its parameters are not those of %s",
	          who);
	return false;
}

static bool describe(struct judgement *j) {
	struct judge_reference *r = j->reference;
	if (r->kernel && !fits(j, r->kernel, "the reference"))
		return false;
	if (j->spec.has_args && j->spec.nparam != j->kernel->nparam) {
		judge_say(j, EXIT_COMPILE, "signature",
		          "it has %u parameters, the description %u", j->kernel->nparam,
		          j->spec.nparam);
		return false;
	}
	if (r->kernel)
		signature_complete(j->arena, &j->spec, r->kernel, true);
	signature_complete(j->arena, &j->spec, j->kernel, !r->kernel);
	for (u32 i = 0; i < j->spec.nparam; i++)
		if (j->spec.param[i].role != ROLE_VALUE &&
		    j->kernel->param[i].bytes != 8) {
			judge_say(j, EXIT_COMPILE, "signature",
			          "%s is to be a pointer, and is none",
			          j->spec.param[i].name);
			return false;
		}
	const struct judge_kernel *k = j->kernel;
	for (u32 i = 0; i < 3 && k->reqntid[0] && !j->spec.block[0]; i++)
		j->spec.block[i] = arena_printf(j->arena, "%u", MAX(k->reqntid[i], 1));
	if (k->max_threads < 256 && !j->spec.block[0])
		j->spec.block[0] = arena_printf(j->arena, "%u", k->max_threads);
	for (u32 i = 0; i < 3 && k->cluster[0] && !j->spec.cluster[0]; i++)
		j->spec.cluster[i] = arena_printf(j->arena, "%u", MAX(k->cluster[i], 1));
	return true;
}

/* The same wherever the file is. */
static u64 hash_code(const char *ptx, size_t len) {
	u64 hash = HASH_START;
	for (const char *end = ptx + len; ptx < end;) {
		const char *stop = memchr(ptx, '\n', (size_t)(end - ptx));
		size_t n = (size_t)((stop ? stop : end) - ptx), blank = 0;
		while (blank < n && (ptx[blank] == ' ' || ptx[blank] == '\t'))
			blank++;
		const char *word = ptx + blank;
		if (n - blank < 2 ||
		    (memcmp(word, "//", 2) != 0 && memcmp(word, ".f", 2) != 0))
			hash = hash_bytes(hash, ptx, n);
		ptx += n + 1;
	}
	return hash;
}

/* Inputs depend on the kernel: none can know those that it will be given. */
static bool make_cases(struct judgement *j) {
	struct judge_reference *r = j->reference;
	j->code.hash = hash_code(j->code.ptx, j->code.len);
	const char *wrong = r->kind == REFERENCE_RECORDED
	                            ? reference_cases(j->run, r, &j->spec, j->kernel,
	                                              &j->cases)
	                            : cases_make(j->run, &j->spec,
	                                         j->run->set.seed ^ j->code.hash,
	                                         &j->cases);
	if (!wrong)
		wrong = reference_run(j->run, r, &j->spec, &j->cases);
	if (wrong) {
		j->cases.n = 0;
		judge_say(j, EXIT_USAGE, "reference", "%s", wrong);
	}
	return !wrong;
}

/* ---- the launches ------------------------------------------------------------------ */

static bool prepare_job(struct judgement *j, u32 i) {
	struct judge_job *job = &j->job[i];
	*job = (struct judge_job){.run = j->run,
	                          .spec = &j->spec,
	                          .code = &j->code,
	                          .kernel = j->kernel->name,
	                          .c = &j->cases.at[i],
	                          .outcome = shared_memory(sizeof *job->outcome)};
	u32 n = j->spec.nparam;
	bool ok = job->outcome != NULL;
	job->left = arena_array(j->arena, u8 *, n + 1);
	job->unwritten = arena_array(j->arena, u8 *, n + 1);
	j->result[i] = arena_array(j->arena, struct judge_result, n + 1);
	for (u32 p = 0; p < n && ok; p++) {
		const struct judge_value *v = &job->c->value[p];
		if (!is_result(&j->spec.param[p]))
			continue;
		job->left[p] = shared_memory(v->bytes);
		job->unwritten[p] = shared_memory(
			v->bytes / element_info[j->spec.param[p].type].size);
		ok = job->left[p] && job->unwritten[p];
	}
	return ok;
}

static bool is_over(struct judge_job *job) {
	struct judge_child *c = &job->child;
	if (c->pid > 0 && !c->is_over)
		c->is_over = waitpid(c->pid, &c->wstatus, WNOHANG) == c->pid;
	return c->pid <= 0 || c->is_over;
}

/* A case that does not end is not followed by others: they would take as long. */
static bool is_hopeless(const struct judge_job *job) {
	const struct judge_outcome *o = job->outcome;
	return !o->is_done || o->fault_kind == SIMT_FAULT_TIMEOUT;
}

static void run_cases(struct judgement *j, u32 jobs) {
	u32 n = j->cases.n, next = 0, first = 0;
	bool stop = false;
	while (first < n && (next < n || first < next)) {
		while (next < n && next - first < jobs && !stop)
			judge_launch(&j->job[next++]);
		if (first == next)
			return;
		if (!is_over(&j->job[first]))
			child_wait(&j->job[first].child);
		stop |= is_hopeless(&j->job[first]);
		first++;
	}
}

/* The flat object of the kernel's metrics in a profile. */
static const char *metrics_of(struct arena *a, const char *text) {
	const char *at = strstr(text, "\"metrics\":{");
	const char *end = at ? strchr(at, '}') : NULL;
	return end ? arena_strdup(a, at + 10, (size_t)(end + 1 - at - 10)) : NULL;
}

static void count(struct judgement *j) {
	u32 last = 0;
	size_t len;
	for (u32 i = 0; i < j->nrun; i++)
		if (!j->cases.at[i].special && !j->cases.at[i].twin)
			last = i;
	struct judge_job job = j->job[last];
	struct judge_outcome *o = shared_memory(sizeof *o);
	if (!j->nrun || !o || j->job[last].outcome->status)
		return;
	job.outcome = o;
	if (!judge_count(&job))
		return;
	child_wait(&job.child);
	const char *text = child_text(j->arena, &job.child, 1 << 24, &len);
	if (o->is_done)
		j->counters = metrics_of(j->arena, text);
	judge_hint(j, "counted", "the counters are those of one launch, %s",
	           j->cases.at[last].name);
}

static void judge_all(struct judgement *j, const char *path, u32 jobs) {
	struct judge_module *m;
	if (!check_file(j, path) || !compile(j, path, &m) || !find_kernels(j, m) ||
	    !describe(j) || !make_cases(j))
		return;
	j->job = arena_array(j->arena, struct judge_job, j->cases.n + 1);
	j->result = arena_array(j->arena, struct judge_result *, j->cases.n + 1);
	bool ok = true;
	for (u32 i = 0; i < j->cases.n; i++)
		ok &= prepare_job(j, i);
	if (!ok) {
		judge_say(j, EXIT_INTERNAL, "memory", "there is no memory for results");
		return;
	}
	/* Other schedules where several blocks and warps run. */
	for (u32 i = 0; i < j->cases.n; i++)
		j->job[i].orders = j->reference->kind == REFERENCE_RECORDED ||
		                   i + 2 >= j->cases.n || i == j->cases.n / 2;
	run_cases(j, jobs);
	verdict_read(j);
	verdict_hints(j);
	if (!verdict_status(j) || verdict_status(j) == EXIT_DIFFERS)
		count(j);
}

/* ---- several files ----------------------------------------------------------------- */

struct file_job {
	struct simtrun *run;
	const struct judge_spec *spec;
	const struct judge_reference *reference;
	const char *wrong; /* with the reference */
	const char *path;
	u32 jobs;
	FILE *out;
	int *status; /* shared */
	pid_t pid;
};

static int judge_file(struct file_job *f) {
	struct arena arena = ARENA_INIT;
	struct judge_reference r = *f->reference;
	struct judgement j = {
		.run = f->run, .arena = &arena, .spec = *f->spec, .reference = &r};
	/* Each file completes a description of its own. */
	if (j.spec.param)
		j.spec.param = arena_copy(&arena, j.spec.param,
		                          JUDGE_PARAMS * sizeof *j.spec.param, 16);
	if (f->wrong) {
		check_file(&j, f->path);
		judge_say(&j, EXIT_USAGE, "reference", "%s", f->wrong);
	} else {
		judge_all(&j, f->path, f->jobs);
	}
	report_write(&j, f->out);
	int status = verdict_status(&j);
	arena_drop(&arena);
	return status;
}

static void start(struct file_job *f) {
	f->out = tmpfile();
	fflush(NULL);
	f->pid = f->out ? fork() : -1;
	if (f->pid != 0)
		return;
	*f->status = judge_file(f);
	fflush(NULL);
	_exit(0);
}

static void copy(FILE *in) {
	char buf[4096];
	size_t n;
	rewind(in);
	while ((n = fread(buf, 1, sizeof buf, in)) > 0)
		fwrite(buf, 1, n, stdout);
	fclose(in);
}

static int collect(struct file_job *f) {
	int w = 0;
	while (f->pid > 0 && waitpid(f->pid, &w, 0) < 0 && errno == EINTR)
		;
	if (f->out)
		copy(f->out);
	return f->pid > 0 && WIFEXITED(w) && WEXITSTATUS(w) == 0 ? *f->status
	                                                         : EXIT_INTERNAL;
}

static int judge_several(struct file_job *f, u32 n, u32 jobs) {
	int status = EXIT_OK;
	u32 next = 0;
	fputs("[", stdout);
	for (u32 i = 0; i < n; i++) {
		while (next < n && next - i < jobs)
			start(&f[next++]);
		if (i)
			fputs(",\n", stdout);
		int s = collect(&f[i]);
		status = status ? status : s;
	}
	fputs("]\n", stdout);
	return status;
}

/* ---- the command line -------------------------------------------------------------- */

static bool read_number(struct simtrun *run, const char *name, const char *text,
                        double *out) {
	char *end;
	if (!text)
		return true;
	*out = strtod(text, &end);
	if (end != text && !*end && *out >= 0)
		return true;
	diag_error(&run->diag, (struct loc){0, 0}, E0408, "--%s=%s: a number is wanted",
	           name, text);
	return false;
}

static bool read_settings(struct simtrun *run, struct judge_spec *s) {
	struct settings *set = &run->set;
	const struct source_file *f = NULL;
	if (!set->against) {
		diag_error(&run->diag, (struct loc){0, 0}, E0408,
		           "--judge needs --against=FILE, a reference");
		return false;
	}
	s->tolerance.of_element.ulp = ULP;
	if (set->judge_spec && !(f = source_load(&run->sources, set->judge_spec))) {
		diag_error(&run->diag, (struct loc){0, 0}, E0401, "cannot read %s: %s",
		           set->judge_spec, strerror(errno));
		return false;
	}
	return !f || spec_read(run, s, f, true);
}

/* What the command line says goes before the description. */
static bool read_tolerance(struct simtrun *run, struct judge_spec *s) {
	struct judge_tolerance *t = &s->tolerance;
	return read_number(run, "ulp", run->set.ulp, &t->of_element.ulp) &&
	       read_number(run, "rel", run->set.rel, &t->relative) &&
	       read_number(run, "abs", run->set.abs, &t->of_element.abs);
}

int run_judge(struct simtrun *run, const struct texts *paths) {
	struct settings *set = &run->set;
	struct judge_spec spec = {0};
	struct judge_reference reference = {0};
	u64 cores = (u64)MAX(sysconf(_SC_NPROCESSORS_ONLN), 1);
	u64 jobs = set->jobs ? MIN(set->jobs, 1024) : cores;
	set->timeout_ms = set->timeout_ms ? set->timeout_ms : LAUNCH_MS;
	set->memory = set->memory ? set->memory : MEMORY;
	set->seed = set->seed ? set->seed : 1;
	set->backend = BACKEND_INTERP; /* as checks need it, in every process */
	unsetenv("SIMT_CHECK");
	unsetenv("SIMT_PROFILE");
	if (!read_settings(run, &spec)) {
		flush_diag(run);
		return EXIT_USAGE;
	}
	const char *wrong = reference_open(run, set->against, &spec, &reference);
	if (!read_tolerance(run, &spec)) {
		flush_diag(run);
		return EXIT_USAGE;
	}
	struct file_job *f = arena_array(&run->arena, struct file_job, paths->n);
	int *status = shared_memory(paths->n * sizeof *status);
	for (u32 i = 0; i < paths->n; i++)
		f[i] = (struct file_job){.run = run,
		                         .spec = &spec,
		                         .reference = &reference,
		                         .wrong = wrong,
		                         .path = paths->at[i],
		                         .jobs = paths->n > 1 ? 1 : (u32)jobs,
		                         .out = stdout,
		                         .status = &status[i]};
	if (paths->n > 1)
		return judge_several(f, paths->n, (u32)jobs);
	int s = judge_file(f);
	fputs("\n", stdout);
	return s;
}
