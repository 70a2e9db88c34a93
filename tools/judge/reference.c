/* reference.c - what a kernel is compared with: a kernel of the same name, a function of
 * the host, a script, or recorded results. References are trusted: a script and a
 * function of the host run as any program does.
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/json.h"
#include "tools/judge/judge.h"
#include "tools/simtrun/launchfile.h"

enum { SECONDS = 60 }; /* that a reference may take */

static bool ends_with(const char *s, const char *end) {
	size_t n = strlen(s), m = strlen(end);
	return n >= m && strcmp(s + n - m, end) == 0;
}

/* ---- opening ----------------------------------------------------------------------- */

static const char *open_recorded(struct simtrun *run, const char *path,
                                 struct judge_reference *r) {
	const char *file = path;
	r->kind = REFERENCE_RECORDED;
	if (ends_with(path, ".expect"))
		file = arena_printf(&run->arena, "%.*s.launch.json",
		                    (int)(strlen(path) - strlen(".expect")), path);
	if (file != path && access(file, R_OK) != 0)
		return arena_printf(&run->arena,
		                    "%s is described by %s, which cannot be read: %s",
		                    path, file, strerror(errno));
	r->recorded = launchfile_load(&run->arena, &run->sources, &run->diag, file);
	flush_diag(run);
	return r->recorded ? NULL : "the launch file has errors";
}

static const char *open_code(struct simtrun *run, const char *path, struct judge_spec *s,
                             struct judge_reference *r) {
	judge_compile(run, s, path, true, &r->code);
	if (r->code.ok)
		r->module = judge_probe(run, &r->code);
	if (r->code.ok)
		return NULL;
	if (!r->code.is_cuda || r->code.ended)
		return arena_printf(&run->arena, "the reference does not compile%s%s",
		                    r->code.ended ? ": " : "",
		                    r->code.ended ? r->code.ended : "");
	return arena_printf(&run->arena, "the reference does not compile: %s",
	                    r->code.diagnostics);
}

const char *reference_open(struct simtrun *run, const char *path, struct judge_spec *s,
                           struct judge_reference *r) {
	*r = (struct judge_reference){.path = path};
	if (ends_with(path, ".expect") || ends_with(path, ".json"))
		return open_recorded(run, path, r);
	r->text = source_load(&run->sources, path);
	if (!r->text)
		return arena_printf(&run->arena, "cannot read %s: %s", path,
		                    strerror(errno));
	r->kind = ends_with(path, ".py") ? REFERENCE_SCRIPT : REFERENCE_DEVICE;
	bool ok = run->set.judge_spec || spec_read(run, s, r->text, false);
	flush_diag(run);
	if (!ok)
		return "the description of the arguments has errors";
	return r->kind == REFERENCE_SCRIPT ? NULL : open_code(run, path, s, r);
}

/* ---- programs ---------------------------------------------------------------------- */

static void remove_folder(struct arena *a, const char *dir, const struct texts *files) {
	for (u32 i = files->n; i > 0; i--)
		if (unlink(files->at[i - 1]) != 0)
			rmdir(files->at[i - 1]);
	(void)a;
	rmdir(dir);
}

static const char *new_folder(struct arena *a) {
	const char *tmp = getenv("TMPDIR");
	char *dir = arena_printf(a, "%s/simt-judge-XXXXXX", tmp && *tmp ? tmp : "/tmp");
	return mkdtemp(dir);
}

/* Runs a program; NULL, or the last line of what it wrote to standard error. */
static const char *run_words(struct arena *a, const char *const *word) {
	struct judge_child c = {.text = memfd_create("reference", MFD_CLOEXEC)};
	size_t len;
	fflush(NULL);
	c.pid = fork();
	if (c.pid == 0) {
		int nothing = open("/dev/null", O_RDWR);
		dup2(nothing, 0);
		dup2(nothing, 1);
		dup2(c.text, 2);
		signal(SIGALRM, SIG_DFL);
		alarm(SECONDS);
		execvp(word[0], (char *const *)(uintptr_t)word);
		dprintf(2, "%s: %s", word[0], strerror(errno));
		_exit(127);
	}
	child_wait(&c);
	const char *text = child_text(a, &c, 1 << 16, &len);
	if (c.pid > 0 && WIFEXITED(c.wstatus) && WEXITSTATUS(c.wstatus) == 0)
		return NULL;
	if (WIFSIGNALED(c.wstatus) && WTERMSIG(c.wstatus) == SIGALRM)
		return "it took more than a minute";
	while (len && (text[len - 1] == '\n' || text[len - 1] == ' '))
		len--;
	size_t from = len;
	while (from && text[from - 1] != '\n')
		from--;
	return len > from ? arena_strdup(a, text + from, len - from)
	                  : arena_printf(a, "it ended with status %d", c.wstatus);
}

static bool write_file(struct arena *a, struct texts *files, const char *path,
                       const void *data, size_t n) {
	FILE *f = fopen(path, "wbe");
	vec_push(a, files, path);
	bool ok = f && fwrite(data, 1, n, f) == n;
	return f && fclose(f) == 0 && ok;
}

static bool read_file(const char *path, void *data, size_t n) {
	FILE *f = fopen(path, "rbe");
	bool ok = f && fread(data, 1, n, f) == n && fgetc(f) == EOF;
	if (f)
		fclose(f);
	return ok;
}

/* ---- scripts ----------------------------------------------------------------------- */

static const char *role_name(u8 role) {
	static const char *const names[] = {"value", "in", "out", "inout", "scratch"};
	return names[role];
}

/* case.json: what the script has to know. */
static const char *case_text(struct arena *a, const struct judge_spec *s,
                             const struct judge_case *c) {
	struct text_stream t;
	struct json_out j = {.out = text_open(&t)};
	char text[64];
	json_open(&j, NULL, '{');
	json_number(&j, "schema", 1);
	json_text(&j, "kernel", s->kernel);
	json_text(&j, "case", c->name);
	json_numbers(&j, "grid", c->grid, 3);
	json_numbers(&j, "block", c->block, 3);
	json_open(&j, "args", '[');
	for (u32 i = 0; i < s->nparam; i++) {
		const struct judge_param *p = &s->param[i];
		const struct judge_value *v = &c->value[i];
		if (p->type == ELEM_COUNT)
			continue;
		json_open(&j, NULL, '{');
		json_text(&j, "name", p->name);
		json_text(&j, "role", role_name(p->role));
		json_text(&j, "type", element_info[p->type].name);
		if (p->role == ROLE_VALUE) {
			/* all digits: a script reads it as a double */
			double x = element_to_double((enum element)p->type, v->bits);
			element_text((enum element)p->type, v->bits, text, sizeof text);
			if (element_info[p->type].class == 'F' && isfinite(x))
				snprintf(text, sizeof text, "%.17g", x);
			bool plain = text[strspn(text, "0123456789-+.e")] == 0;
			if (plain)
				fprintf(j.out, ",\"value\":%s", text);
			else
				json_text(&j, "value", text);
		} else {
			json_unsigned(&j, "elements",
			              v->bytes / element_info[p->type].size);
			json_text(&j, "file", arena_printf(a, "%s.bin", p->name));
		}
		json_close(&j, '}');
	}
	json_close(&j, ']');
	json_close(&j, '}');
	json_end(&j);
	return text_close(&t, a);
}

static bool write_case(struct arena *a, const struct judge_spec *s,
                       const struct judge_case *c, const char *dir, struct texts *files) {
	const char *text = case_text(a, s, c);
	if (mkdir(dir, 0700) != 0)
		return false;
	vec_push(a, files, dir);
	bool ok = write_file(a, files, arena_printf(a, "%s/case.json", dir), text,
	                     strlen(text));
	for (u32 i = 0; i < s->nparam && ok; i++)
		if (c->value[i].start)
			ok = write_file(
				a, files,
				arena_printf(a, "%s/%s.bin", dir, s->param[i].name),
				c->value[i].start, c->value[i].bytes);
	return ok;
}

static const char *read_case(struct arena *a, const struct judge_spec *s,
                             struct judge_case *c, const char *dir, struct texts *files) {
	for (u32 i = 0; i < s->nparam; i++) {
		const struct judge_param *p = &s->param[i];
		struct judge_value *v = &c->value[i];
		if (!v->want)
			continue;
		const char *path = arena_printf(a, "%s/%s.bin", dir, p->name);
		vec_push(a, files, path);
		if (v->bytes && !read_file(path, v->want, v->bytes))
			return arena_printf(a,
			                    "for %s it did not write the %llu bytes of "
			                    "%s.bin",
			                    c->name, (unsigned long long)v->bytes,
			                    p->name);
		memset(v->wrote, 1, v->bytes / element_info[p->type].size);
	}
	return NULL;
}

/* One process for all cases: starting it is what takes longest. */
static const char *run_script(struct simtrun *run, struct judge_reference *r,
                              const struct judge_spec *s, struct judge_cases *cases) {
	struct arena *a = &run->arena;
	struct texts files = {0};
	const char *dir = new_folder(a), *wrong = NULL;
	const char **word = arena_array(a, const char *, cases->n + 3);
	if (!dir)
		return arena_printf(a, "no temporary folder: %s", strerror(errno));
	word[0] = "python3";
	word[1] = *r->path == '-' ? arena_printf(a, "./%s", r->path) : r->path;
	for (u32 i = 0; i < cases->n && !wrong; i++) {
		word[i + 2] = arena_printf(a, "%s/%u", dir, i);
		if (!write_case(a, s, &cases->at[i], word[i + 2], &files))
			wrong = arena_printf(a, "cannot write to %s: %s", dir,
			                     strerror(errno));
	}
	if (!wrong)
		wrong = run_words(a, word);
	for (u32 i = 0; i < cases->n && !wrong; i++)
		wrong = read_case(a, s, &cases->at[i], word[i + 2], &files);
	remove_folder(a, dir, &files);
	return wrong ? arena_printf(a, "the reference's script fails: %s", wrong) : NULL;
}

/* ---- functions of the host --------------------------------------------------------- */

/* The program: it reads the arguments of each call and writes what the buffers hold after
 * it. Their types are those of the function. */
static const char caller[] =
	"#include <cstdio>\n#include <cstdlib>\n#include <type_traits>\n#include "
	"<utility>\n"
	"#include <vector>\n"
	"namespace judge_program {\n"
	"template <class R, class... P, std::size_t... I>\n"
	"void call(R (*f)(P...), void **slot, std::index_sequence<I...>) {\n"
	"	f(*(std::remove_reference_t<P> *)slot[I]...);\n}\n"
	"template <class R, class... P> void call(R (*f)(P...), void **slot, unsigned n) "
	"{\n"
	"	if (sizeof...(P) != n) {\n"
	"		fputs(\"the function takes another number of arguments\\n\", "
	"stderr);\n"
	"		exit(1);\n	}\n"
	"	call(f, slot, std::index_sequence_for<P...>{});\n}\n"
	"}\n"
	"int main(int argc, char **argv) {\n"
	"	FILE *in = fopen(argv[1], \"rb\"), *out = fopen(argv[2], \"wb\");\n"
	"	unsigned long long head[2]; // calls, arguments\n"
	"	if (argc < 3 || !in || !out || fread(head, 8, 2, in) != 2) return 1;\n"
	"	for (unsigned long long c = 0; c < head[0]; c++) {\n"
	"		std::vector<std::vector<double>> data(head[1]);\n"
	"		std::vector<void *> at(head[1]), slot(head[1]);\n"
	"		std::vector<unsigned long long> kind(head[1]), size(head[1]);\n"
	"		for (unsigned i = 0; i < head[1]; i++) {\n"
	"			unsigned long long h[2]; // 0 value, 1 buffer, 2 result; "
	"bytes\n"
	"			if (fread(h, 8, 2, in) != 2) return 1;\n"
	"			kind[i] = h[0]; size[i] = h[1];\n"
	"			data[i].resize(h[1] / 8 + 2);\n"
	"			if (fread(data[i].data(), 1, h[1], in) != h[1]) return "
	"1;\n"
	"			at[i] = data[i].data();\n"
	"			slot[i] = h[0] ? (void *)&at[i] : at[i];\n"
	"		}\n"
	"		judge_program::call(JUDGE_FUNCTION, slot.data(), head[1]);\n"
	"		for (unsigned i = 0; i < head[1]; i++)\n"
	"			if (kind[i] == 2 && fwrite(data[i].data(), 1, size[i], "
	"out) != size[i])\n"
	"				return 1;\n"
	"	}\n"
	"	return fclose(out) != 0;\n}\n";

static const char *compiler(struct arena *a) {
	static const char *const places[] = {"simtcc", "simtcc/simtcc"};
	char own[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", own, sizeof own - 1);
	own[MAX(n, 0)] = 0;
	char *slash = strrchr(own, '/');
	for (u32 i = 0; slash && i < countof(places); i++) {
		const char *path = arena_printf(a, "%.*s/%s", (int)(slash - own), own,
		                                places[i]);
		struct stat st;
		if (access(path, X_OK) == 0 && stat(path, &st) == 0 &&
		    S_ISREG(st.st_mode))
			return path;
	}
	return "simtcc";
}

static bool has_function(const char *text, const char *name) {
	size_t n = strlen(name);
	for (const char *at = text; (at = strstr(at, name)); at += n) {
		const char *after = at + n + strspn(at + n, " \t\n");
		bool starts = at == text || strchr(" \t\n*&:", at[-1]);
		if (starts && *after == '(')
			return true;
	}
	return false;
}

static void put_arguments(FILE *f, const struct judge_spec *s, const struct judge_case *c,
                          u8 fill, struct arena *a) {
	for (u32 i = 0; i < s->nparam; i++) {
		const struct judge_param *p = &s->param[i];
		const struct judge_value *v = &c->value[i];
		u64 bytes = p->role == ROLE_VALUE ? p->bytes : v->bytes;
		u64 head[2] = {p->role == ROLE_VALUE ? 0 : v->want ? 2 : 1, bytes};
		const void *data = p->role != ROLE_VALUE ? v->start
		                   : v->blob             ? (const void *)v->blob
		                                         : &v->bits;
		if (!data)
			data = memset(arena_alloc(a, bytes + 1, 64), fill, bytes);
		fwrite(head, 8, 2, f);
		fwrite(data, 1, bytes, f);
	}
}

static bool put_calls(struct arena *a, const char *path, const struct judge_spec *s,
                      const struct judge_cases *cases) {
	FILE *f = fopen(path, "wbe");
	u64 head[2] = {2 * (u64)cases->n, s->nparam};
	if (!f)
		return false;
	fwrite(head, 8, 2, f);
	for (u32 i = 0; i < cases->n; i++) {
		put_arguments(f, s, &cases->at[i], FILL_A, a);
		put_arguments(f, s, &cases->at[i], FILL_B, a);
	}
	bool ok = !ferror(f);
	return fclose(f) == 0 && ok;
}

static bool is_filled(const u8 *at, u32 size, u8 fill) {
	for (u32 i = 0; i < size; i++)
		if (at[i] != fill)
			return false;
	return true;
}

static bool take_results(struct arena *a, FILE *f, const struct judge_spec *s,
                         struct judge_case *c) {
	u8 *second[JUDGE_PARAMS] = {NULL};
	bool ok = true;
	for (u32 turn = 0; turn < 2; turn++)
		for (u32 i = 0; i < s->nparam && ok; i++) {
			struct judge_value *v = &c->value[i];
			if (!v->want)
				continue;
			if (turn)
				second[i] = arena_alloc(a, v->bytes + 1, 64);
			ok = fread(turn ? second[i] : v->want, 1, v->bytes, f) ==
			     v->bytes;
		}
	for (u32 i = 0; i < s->nparam && ok; i++) {
		struct judge_value *v = &c->value[i];
		u32 size = v->want ? element_info[s->param[i].type].size : 1;
		for (u64 k = 0; v->want && k < v->bytes / size; k++)
			v->wrote[k] = v->start ||
			              !is_filled(v->want + k * size, size, FILL_A) ||
			              !is_filled(second[i] + k * size, size, FILL_B);
	}
	return ok;
}

static const char *run_function(struct simtrun *run, struct judge_reference *r,
                                const struct judge_spec *s, struct judge_cases *cases) {
	struct arena *a = &run->arena;
	struct texts files = {0};
	char real[PATH_MAX];
	const char *dir = new_folder(a), *wrong = NULL;
	const char *name = has_function(r->text->text, s->kernel) ? s->kernel
	                                                          : "reference";
	if (!dir || !realpath(r->path, real))
		return arena_printf(a, "no temporary folder: %s", strerror(errno));
	const char *in = arena_printf(a, "%s/in", dir),
		   *out = arena_printf(a, "%s/out", dir);
	const char *source = arena_printf(a, "%s/call.cu", dir);
	const char *program = arena_printf(a, "%s/call", dir);
	const char *text = arena_printf(
		a, "#include \"%s\"\n#define JUDGE_FUNCTION %s\n%s", real, name, caller);
	vec_push(a, &files, in);
	vec_push(a, &files, out);
	vec_push(a, &files, program);
	const char *const compile[] = {compiler(a), "-O2",   "-w", source,
	                               "-o",        program, NULL};
	const char *const go[] = {program, in, out, NULL};
	if (!write_file(a, &files, source, text, strlen(text)) ||
	    !put_calls(a, in, s, cases))
		wrong = arena_printf(a, "cannot write to %s: %s", dir, strerror(errno));
	if (!wrong && (wrong = run_words(a, compile)))
		wrong = arena_printf(a,
		                     "it has no kernel '%s', and as a host function it "
		                     "does not compile: %s",
		                     s->kernel, wrong);
	if (!wrong)
		wrong = run_words(a, go);
	FILE *f = wrong ? NULL : fopen(out, "rbe");
	for (u32 i = 0; f && i < cases->n && !wrong; i++)
		if (!take_results(a, f, s, &cases->at[i]))
			wrong = "it did not write its results";
	if (f)
		fclose(f);
	remove_folder(a, dir, &files);
	return wrong ? arena_printf(a, "the reference's function fails: %s", wrong)
	             : NULL;
}

/* ---- recorded results -------------------------------------------------------------- */

static u8 role_of(const struct launch_arg *a) {
	switch (a->kind) {
	case ARG_IN: return ROLE_IN;
	case ARG_OUT:
	case ARG_INOUT: return ROLE_INOUT;
	case ARG_SCRATCH: return ROLE_SCRATCH;
	default: return ROLE_VALUE;
	}
}

static const struct source_file *load(struct simtrun *run, const char *path,
                                      const char **wrong) {
	const struct source_file *f = source_load(&run->sources, path);
	if (!f)
		*wrong = arena_printf(&run->arena, "cannot read %s: %s", path,
		                      strerror(errno));
	return f;
}

static void take_expected(struct simtrun *run, const struct launch_arg *a,
                          struct judge_value *v, const char **wrong) {
	const struct source_file *f = load(run, a->expect, wrong);
	if (!f)
		return;
	if (a->at > f->len || (a->has_bytes && a->bytes > f->len - a->at)) {
		*wrong = arena_printf(&run->arena, "%s ends before what is expected",
		                      a->expect);
		return;
	}
	v->bytes = a->has_bytes ? a->bytes : f->len - a->at;
	v->want = arena_copy(&run->arena, f->text + a->at, v->bytes + 1, 64);
	u64 n = v->bytes / element_info[a->type].size;
	v->wrote = memset(arena_alloc(&run->arena, n + 1, 64), 1, n);
	v->tolerance.of_element = a->tolerance;
	v->start = arena_array(&run->arena, u8, v->bytes + 8);
}

static void take_arg(struct simtrun *run, const struct launch_arg *a,
                     struct judge_value *v, const char **wrong) {
	const struct source_file *f;
	switch (a->kind) {
	case ARG_SCALAR:
	case ARG_BYTES:
		v->blob = a->value;
		memcpy(&v->bits, a->value, MIN(a->value_bytes, 8));
		return;
	case ARG_SCRATCH:
		v->bytes = a->bytes;
		v->start = arena_array(&run->arena, u8, v->bytes + 8);
		return;
	case ARG_OUT: take_expected(run, a, v, wrong); return;
	case ARG_INOUT: take_expected(run, a, v, wrong); break;
	default: break;
	}
	f = *wrong ? NULL : load(run, a->file, wrong);
	if (!f)
		return;
	if (a->kind == ARG_INOUT && f->len != v->bytes) {
		*wrong = arena_printf(&run->arena, "%s and %s differ in length", a->file,
		                      a->expect);
		return;
	}
	v->bytes = f->len;
	v->start = arena_copy(&run->arena, f->text, f->len + 1, 64);
}

static void take_launch(struct simtrun *run, const struct launch_entry *l,
                        struct judge_spec *s, struct judge_case *c, bool first,
                        const char **wrong) {
	*c = (struct judge_case){
		.name = l->name, .shared = l->shared, .cooperative = l->cooperative};
	memcpy(c->grid, l->grid, sizeof c->grid);
	memcpy(c->block, l->block, sizeof c->block);
	memcpy(c->cluster, l->cluster, sizeof c->cluster);
	c->value = arena_array(&run->arena, struct judge_value, s->nparam + 1);
	if (l->narg != s->nparam)
		*wrong = arena_printf(&run->arena, "%s has %u arguments, the kernel %u",
		                      l->name, l->narg, s->nparam);
	for (u32 i = 0; i < l->narg && !*wrong; i++) {
		struct judge_param *p = &s->param[i];
		bool typed = l->arg[i].kind == ARG_OUT || l->arg[i].kind == ARG_INOUT ||
		             l->arg[i].kind == ARG_SCALAR;
		if (first) {
			p->role = role_of(&l->arg[i]);
			p->type = typed                   ? l->arg[i].type
			          : p->role == ROLE_VALUE ? ELEM_COUNT
			                                  : ELEM_B8;
		}
		if (p->role != role_of(&l->arg[i]) ||
		    (typed && p->type != l->arg[i].type))
			*wrong = arena_printf(
				&run->arena,
				"launches of one kernel differ in the form of "
				"argument %u (%s)",
				i, l->name);
		else
			take_arg(run, &l->arg[i], &c->value[i], wrong);
	}
}

const char *reference_cases(struct simtrun *run, const struct judge_reference *r,
                            struct judge_spec *s, const struct judge_kernel *k,
                            struct judge_cases *out) {
	const struct launch_file *f = r->recorded;
	const char *wrong = NULL;
	out->at = arena_array(&run->arena, struct judge_case, f->nlaunch + 1);
	for (u32 i = 0; i < f->nlaunch && !wrong; i++) {
		const struct launch_entry *l = &f->launch[i];
		if (strcmp(l->kernel, k->name) != 0 &&
		    strcmp(signature_base(&run->arena, l->kernel),
		           signature_base(&run->arena, k->name)) != 0)
			continue;
		take_launch(run, l, s, &out->at[out->n], out->n == 0, &wrong);
		out->n++;
	}
	return wrong || out->n ? wrong : "the launch file has no launch of this kernel";
}

/* ---- all of it --------------------------------------------------------------------- */

const char *reference_run(struct simtrun *run, struct judge_reference *r,
                          const struct judge_spec *s, struct judge_cases *cases) {
	if (r->kind == REFERENCE_RECORDED)
		return NULL;
	if (r->kind == REFERENCE_SCRIPT)
		return run_script(run, r, s, cases);
	if (r->kind == REFERENCE_HOST)
		return run_function(run, r, s, cases);
	struct judge_outcome *o = shared_memory(sizeof *o);
	struct judge_job job = {.run = run,
	                        .spec = s,
	                        .code = &r->code,
	                        .kernel = r->kernel->name,
	                        .c = cases->at,
	                        .outcome = o};
	return o ? judge_reference_launches(&job, cases) : "no memory";
}
