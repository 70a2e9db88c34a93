/* check_suppress.c - compares records with the suppressions of a file. All parts that a
 * suppression has must fit the record; parts that it leaves out fit any. Threads,
 * addresses and offsets of code are never compared: they differ from run to run. Frames
 * are compared from the innermost on, and the stack may have more of them. Files that
 * NVIDIA's tool has written, or that were written for it, begin host stacks with frames
 * of its driver and runtime and end them with the C library's, which no record here has.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/watch/check_report.h"
#include "runtime/watch/suppress.h"

static struct {
	pthread_mutex_t lock;
	struct arena arena;
	struct suppressions list;
	const char *why;
	bool is_read;
} all = {.lock = PTHREAD_MUTEX_INITIALIZER};

const char *record_suppressions(void) {
	const struct check_settings *s = check_settings(NULL);
	pthread_mutex_lock(&all.lock);
	if (!all.is_read && s && s->suppress)
		suppress_load(&all.arena, s->suppress, &all.list, &all.why);
	all.is_read = true;
	pthread_mutex_unlock(&all.lock);
	return all.why;
}

/* ---- names ---- */

/* Before the last '(' that no bracket holds; "operator()" is a name. */
const char *record_plain_name(struct arena *a, const char *s) {
	size_t len = strlen(s), cut = len;
	int depth = 0;
	for (size_t i = len; i-- > 0;) {
		depth += (s[i] == ')' || s[i] == '>') - (s[i] == '(' || s[i] == '<');
		if (s[i] == '(' && depth == 0 && s[len - 1] != '>') {
			cut = i;
			break;
		}
	}
	if (!cut || (cut >= 8 && memcmp(s + cut - 8, "operator", 8) == 0))
		cut = len;
	return arena_strdup(a, s, cut);
}

const char *record_base_name(struct arena *a, const char *s) {
	const char *plain = record_plain_name(a, s);
	size_t end = strlen(plain), from;
	int depth = 0;
	if (end && plain[end - 1] == '>') {
		for (from = end; from-- > 0;) {
			depth += (plain[from] == '>') - (plain[from] == '<');
			if (depth == 0)
				break;
		}
		end = from;
	}
	for (from = end; from > 0; from--) {
		char c = plain[from - 1];
		depth += (c == '>' || c == ')') - (c == '<' || c == '(');
		if (depth == 0 && (c == ':' || c == ' '))
			break;
	}
	return arena_strdup(a, plain + from, end - from);
}

static bool name_fits(struct arena *a, const struct pattern *p, const char *mangled) {
	if (!p->text)
		return true;
	const char *full = name_demangle(a, mangled);
	return pattern_fits(p, mangled) || pattern_fits(p, full) ||
	       pattern_fits(p, record_plain_name(a, full)) ||
	       pattern_fits(p, record_base_name(a, full));
}

/* ---- places ---- */

static bool number_fits(const struct pattern *p, u64 n) {
	char text[24];
	snprintf(text, sizeof text, "%llu", (unsigned long long)n);
	return pattern_fits(p, text);
}

/* The function may be one that was inlined there. */
static bool place_fits(struct arena *a, const struct suppressed_place *p,
                       const struct record_place *at) {
	bool has_source = at->file[0] != 0;
	bool named = !p->func.text || pattern_fits(&p->func, at->func);
	for (u32 i = 0; i < at->nfunction && !named; i++)
		named = name_fits(a, &p->func, at->function[i]);
	return named && pattern_fits(&p->path, has_source ? at->file : at->ptx_file) &&
	       number_fits(&p->line, has_source ? at->line : at->ptx_line);
}

static bool access_fits(struct arena *a, const struct suppressed_access *x,
                        const struct record_place *at) {
	return pattern_fits(&x->direction, at->access) &&
	       (!x->where.is_there || place_fits(a, &x->where, at));
}

static bool race_fits(struct arena *a, const struct suppression *s,
                      const struct record *r) {
	if (!s->has_source && !s->ndestination)
		return true;
	if (!r->is_race || (s->has_source && !access_fits(a, &s->source, &r->other)))
		return false;
	bool any = !s->ndestination;
	for (u32 i = 0; i < s->ndestination && !any; i++)
		any = access_fits(a, &s->destination[i], &r->at);
	return any;
}

/* ---- stacks ---- */

static bool begins(const struct pattern *p, const char *with) {
	return p->text && strncmp(p->text, with, strlen(with)) == 0;
}

static bool holds(const struct pattern *p, const char *part) {
	return p->text && strstr(p->text, part);
}

static bool is_runtime_frame(const struct suppressed_frame *f) {
	static const char *const names[] = {"libcudart", "__cudaLaunchKernel_helper",
	                                    "__device_stub__", "cu"};
	for (u32 i = 0; i < countof(names); i++)
		if (begins(&f->func, names[i]) && !strchr(f->func.text, ':') &&
		    !strchr(f->func.text, '<'))
			return true;
	return holds(&f->module, "libcuda.so") || holds(&f->module, "libcudart");
}

static bool is_system_frame(const struct suppressed_frame *f) {
	return begins(&f->func, "__libc_") || begins(&f->func, "_start") ||
	       holds(&f->module, "libc.so");
}

/* A function of the interface, except launches, has to be the one that was called. */
static bool entry_fits(const struct suppressed_frame *f, const struct record *r) {
	return !begins(&f->func, "cuda") || strncmp(r->entry, "cuda", 4) != 0 ||
	       holds(&f->func, "Launch") || pattern_fits(&f->func, r->entry);
}

static bool module_fits(const struct pattern *p, const char *module) {
	char path[256];
	snprintf(path, sizeof path, "./%s", module);
	return pattern_fits(p, module) || pattern_fits(p, path);
}

static bool host_fits(struct arena *a, const struct suppression *s,
                      const struct record *r) {
	u32 n = s->nhost, i = 0;
	if (n && !r->nframe)
		return false;
	for (; i < n && is_runtime_frame(&s->host[i]); i++)
		if (!entry_fits(&s->host[i], r))
			return false;
	while (n > i && is_system_frame(&s->host[n - 1]))
		n--;
	for (u32 k = 0; i < n; i++, k++)
		if (k == r->nframe ||
		    !name_fits(a, &s->host[i].func, r->frame[k].function) ||
		    !module_fits(&s->host[i].module, r->frame[k].module))
			return false;
	return true;
}

/* Compares the functions that the innermost one was inlined into, or the kernel. */
static bool device_fits(struct arena *a, const struct suppression *s,
                        const struct record *r) {
	for (u32 i = 0; i < s->ndevice; i++)
		if (i + 1 >= r->at.nfunction ||
		    !name_fits(a, &s->device[i].func, r->at.function[i + 1]))
			return false;
	return true;
}

/* ---- lines of key=value ---- */

static bool word_fits(const struct record *r, const char *key, size_t nkey, const char *v,
                      size_t n) {
	char line[16];
	snprintf(line, sizeof line, "%u", r->at.line);
	bool is_file = nkey == 4 && memcmp(key, "file", 4) == 0;
	const char *have = nkey == 4 && memcmp(key, "kind", 4) == 0   ? r->what
	                   : nkey == 4 && memcmp(key, "func", 4) == 0 ? r->at.func
	                   : is_file                                  ? r->at.file
	                                                              : line;
	bool open = n && v[n - 1] == '*';
	n -= open;
	size_t len = have ? strlen(have) : 0;
	if (!have || len < n)
		return false;
	const char *from = is_file && !open ? have + len - n : have;
	return memcmp(from, v, n) == 0 && (open || is_file || len == n);
}

static bool words_fit(const struct record *r, const char *at) {
	while (*at) {
		const char *key = at;
		size_t nkey = strcspn(at, "=");
		at += nkey + 1;
		bool quoted = *at == '"';
		at += quoted;
		size_t n = strcspn(at, quoted ? "\"" : " ");
		if (!word_fits(r, key, nkey, at, n))
			return false;
		at += n + quoted;
		at += strspn(at, " ");
	}
	return true;
}

/* ---- records ---- */

const char *record_text(const struct record *r, char *buf, size_t size) {
	const char *what = r->is_race && r->hazards ? "Race condition"
	                   : r->text                ? r->text
	                                            : r->what;
	snprintf(buf, size, "%s%s%s", what, r->error ? " is " : "",
	         r->error ? r->error : "");
	return buf;
}

static bool kind_fits(const struct pattern *p, const char *kind) {
	static const char *const names[][2] = {
		{"ApiError", "CudaApiError"}, {"Leak", "Leakcheck"},
		{"Precise", "Memcheck"},      {"Synccheck", "Barrier"},
		{"Analysis", "Racecheck"},    {"Hazard", "Racecheck"}};
	bool fits = pattern_fits(p, kind);
	for (u32 i = 0; i < countof(names) && !fits; i++)
		fits = strcmp(names[i][0], kind) == 0 && pattern_fits(p, names[i][1]);
	return fits;
}

static bool what_fits(const struct suppression *s, const struct record *r) {
	char text[512];
	const char *what = r->text ? r->text : r->what;
	return kind_fits(&s->kind, r->kind) && pattern_fits(&s->level, r->level) &&
	       (pattern_fits(&s->text, record_text(r, text, sizeof text)) ||
	        pattern_fits(&s->text, what) || pattern_fits(&s->text, r->what)) &&
	       pattern_fits(&s->space, r->space ? r->space : "") &&
	       number_fits(&s->size, r->size) &&
	       pattern_fits(&s->direction, r->direction ? r->direction : "") &&
	       pattern_fits(&s->error, r->error ? r->error : "");
}

static bool fits(struct arena *a, const struct suppression *s, const struct record *r) {
	if (s->is_text)
		return words_fit(r, s->words);
	if (s->where.is_there && !(r->has_place && place_fits(a, &s->where, &r->at)))
		return false;
	return what_fits(s, r) &&
	       pattern_fits(&s->saved_at, r->saved_at ? r->saved_at : "") &&
	       race_fits(a, s, r) && host_fits(a, s, r) && device_fits(a, s, r);
}

bool record_is_suppressed(const struct record *r) {
	struct arena scratch = ARENA_INIT;
	bool found = false;
	record_suppressions();
	for (u32 i = 0; i < all.list.all.n && !found; i++)
		found = fits(&scratch, all.list.all.at[i], r);
	arena_drop(&scratch);
	return found;
}
