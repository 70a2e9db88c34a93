/* launchfile.c - reads .launch.json files; every mistake is reported with its place.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/simtrun/launchfile.h"

#include <errno.h>
#include <jansson.h>

#include "base/plain.h"
#include "tools/simtrun/jsonpos.h"

enum { PATH_MAX_STEPS = 8 };

struct reader {
	struct arena *arena;
	struct diag *d;
	const struct source_file *file;
	struct json_step path[PATH_MAX_STEPS];
	u32 depth;
};

/* ---- errors ---- */

static struct loc here(const struct reader *r) {
	return json_locate(r->file, r->path, r->depth);
}

static void enter_key(struct reader *r, const char *key) {
	r->path[r->depth++] = (struct json_step){.key = key};
}

static void enter_index(struct reader *r, u32 i) {
	r->path[r->depth++] = (struct json_step){.index = i};
}

static void leave(struct reader *r) {
	r->depth--;
}

#define wrong(r, ...) diag_error((r)->d, here(r), E0402, __VA_ARGS__)

static void wrong_member(struct reader *r, const char *key, const char *what) {
	enter_key(r, key);
	wrong(r, "\"%s\" must be %s", key, what);
	leave(r);
}

struct word_walk {
	const char *const *word;
};

static const char *next_word(void *ctx) {
	struct word_walk *w = ctx;
	return *w->word ? *w->word++ : NULL;
}

static bool is_word(const char *const *words, const char *s) {
	for (; *words; words++)
		if (strcmp(*words, s) == 0)
			return true;
	return false;
}

/* Reports members that nothing reads: they are misspelt. */
static void check_members(struct reader *r, json_t *object, const char *const *words) {
	const char *key;
	json_t *value;
	json_object_foreach(object, key, value) {
		if (is_word(words, key))
			continue;
		struct word_walk w = {words};
		const char *near = diag_nearest(key, next_word, &w);
		enter_key(r, key);
		struct diag_record *rec = wrong(r, "unknown member \"%s\"", key);
		if (near)
			diag_note(r->d, rec, "did you mean \"%s\"?", near);
		leave(r);
	}
}

/* ---- members ---- */

static const char *get_text(struct reader *r, json_t *object, const char *key,
                            bool required) {
	json_t *v = json_object_get(object, key);
	if (json_is_string(v))
		return arena_strdup(r->arena, json_string_value(v),
		                    json_string_length(v));
	if (v)
		wrong_member(r, key, "a string");
	else if (required)
		wrong(r, "\"%s\" is missing", key);
	return NULL;
}

static u64 get_size(struct reader *r, json_t *object, const char *key, u64 fallback) {
	json_t *v = json_object_get(object, key);
	if (!v)
		return fallback;
	if (json_is_integer(v) && json_integer_value(v) >= 0)
		return (u64)json_integer_value(v);
	wrong_member(r, key, "a non-negative integer");
	return fallback;
}

static bool get_flag(struct reader *r, json_t *object, const char *key) {
	json_t *v = json_object_get(object, key);
	if (v && !json_is_boolean(v))
		wrong_member(r, key, "true or false");
	return json_is_true(v);
}

static double get_real(struct reader *r, json_t *object, const char *key) {
	json_t *v = json_object_get(object, key);
	if (v && (!json_is_number(v) || json_number_value(v) < 0))
		wrong_member(r, key, "a non-negative number");
	return json_number_value(v);
}

static void get_dim(struct reader *r, json_t *object, const char *key, u32 dim[3],
                    bool required) {
	json_t *v = json_object_get(object, key);
	bool ok = json_is_array(v) && json_array_size(v) == 3;
	for (u32 i = 0; ok && i < 3; i++) {
		json_int_t n = json_integer_value(json_array_get(v, i));
		ok = json_is_integer(json_array_get(v, i)) && n >= 0 && n <= 0xffffffffll;
		dim[i] = (u32)n;
	}
	if (!ok && v)
		wrong_member(r, key, "three integers: [x, y, z]");
	else if (!ok && required)
		wrong(r, "\"%s\" is missing", key);
}

/* Returns `name` as a path from the current folder. */
static const char *beside(struct reader *r, const char *name) {
	const char *slash = strrchr(r->file->name, '/');
	if (!name || name[0] == '/' || !slash)
		return name;
	return arena_printf(r->arena, "%.*s%s", (int)(slash + 1 - r->file->name),
	                    r->file->name, name);
}

/* ---- arguments ---- */

static void read_expected(struct reader *r, json_t *o, struct launch_arg *a) {
	const char *type = get_text(r, o, "type", false);
	a->type = ELEM_B8;
	if (type)
		a->type = (u8)element_find(type, strlen(type));
	if (a->type == ELEM_COUNT) {
		wrong_member(r, "type",
		             "one of b8 b16 b32 b64 s8 u8 s16 u16 s32 u32 s64 u64 f16 "
		             "bf16 f32 f64");
		a->type = ELEM_B8;
	}
	a->at = get_size(r, o, "at", 0);
	a->has_bytes = json_object_get(o, "bytes") != NULL;
	a->bytes = get_size(r, o, "bytes", 0);
	a->tolerance.ulp = get_real(r, o, "ulp");
	a->tolerance.abs = get_real(r, o, "abs");
	a->tolerance.ftz = get_flag(r, o, "ftz");
	const char *nan = get_text(r, o, "nan", false);
	a->tolerance.nan_exact = nan && strcmp(nan, "exact") == 0;
	if (nan && !a->tolerance.nan_exact)
		wrong_member(r, "nan", "\"exact\"");
}

static void read_out(struct reader *r, json_t *o, struct launch_arg *a) {
	static const char *const words[] = {"out", "at",  "bytes", "type", "nan",
	                                    "ulp", "abs", "ftz",   NULL};
	a->kind = ARG_OUT;
	a->shown = get_text(r, o, "out", true);
	a->expect = beside(r, a->shown);
	read_expected(r, o, a);
	check_members(r, o, words);
}

static void read_inout(struct reader *r, json_t *o, struct launch_arg *a) {
	static const char *const words[] = {"inout", "expect", "at",  "bytes", "type",
	                                    "nan",   "ulp",    "abs", "ftz",   NULL};
	a->kind = ARG_INOUT;
	a->file = beside(r, get_text(r, o, "inout", true));
	a->shown = get_text(r, o, "expect", true);
	a->expect = beside(r, a->shown);
	read_expected(r, o, a);
	check_members(r, o, words);
}

static void read_in(struct reader *r, json_t *o, struct launch_arg *a) {
	static const char *const words[] = {"in", NULL};
	a->kind = ARG_IN;
	a->file = beside(r, get_text(r, o, "in", true));
	check_members(r, o, words);
}

static void read_scratch(struct reader *r, json_t *o, struct launch_arg *a) {
	static const char *const words[] = {"scratch", NULL};
	a->kind = ARG_SCRATCH;
	a->bytes = get_size(r, o, "scratch", 0);
	check_members(r, o, words);
}

static int hex_digit(char c) {
	const char *digits = "0123456789abcdef",
		   *at = c ? strchr(digits, c | 0x20) : NULL;
	return at ? (int)(at - digits) : -1;
}

static void read_bytes(struct reader *r, json_t *o, struct launch_arg *a) {
	static const char *const words[] = {"bytes", NULL};
	const char *hex = get_text(r, o, "bytes", true);
	u32 n = hex ? (u32)strlen(hex) : 0;
	bool ok = n % 2 == 0;
	a->kind = ARG_BYTES;
	a->value = arena_array(r->arena, u8, n / 2 + 1);
	a->value_bytes = n / 2;
	for (u32 i = 0; i < n / 2 && ok; i++) {
		int high = hex_digit(hex[2 * i]), low = hex_digit(hex[2 * i + 1]);
		ok = high >= 0 && low >= 0;
		a->value[i] = (u8)(high << 4 | (low & 15));
	}
	if (!ok)
		wrong_member(r, "bytes", "an even number of hexadecimal digits");
	check_members(r, o, words);
}

static void read_scalar(struct reader *r, json_t *o, struct launch_arg *a,
                        const char *key) {
	json_t *v = json_object_get(o, key);
	enum element e = element_find(key, strlen(key));
	bool is_float = element_info[e].class == 'F', ok = false;
	u64 bits = 0;
	a->kind = ARG_SCALAR;
	a->type = (u8)e;
	a->value_bytes = element_info[e].size;
	a->value = arena_array(r->arena, u8, 8);
	if (json_is_string(v)) {
		ok = element_parse(e, json_string_value(v), &bits);
	} else if (is_float && json_is_number(v)) {
		bits = element_from_double(e, json_number_value(v));
		ok = true;
	} else if (json_is_integer(v)) {
		char text[32];
		snprintf(text, sizeof text, "%lld", (long long)json_integer_value(v));
		ok = element_parse(e, text, &bits);
	}
	if (!ok)
		wrong_member(r, key,
		             is_float ? "a number, or its bits as \"0x...\""
		                      : "an integer that fits the type");
	memcpy(a->value, &bits, 8);
}

/* The first member names the form of the argument. */
static void read_arg(struct reader *r, json_t *o, struct launch_arg *a) {
	static const struct {
		const char *key;
		void (*read)(struct reader *, json_t *, struct launch_arg *);
	} forms[] = {{"in", read_in},
	             {"out", read_out},
	             {"inout", read_inout},
	             {"scratch", read_scratch},
	             {"bytes", read_bytes}};
	for (u32 i = 0; i < countof(forms); i++) {
		if (json_object_get(o, forms[i].key)) {
			forms[i].read(r, o, a);
			return;
		}
	}
	const char *key = json_object_iter_key(json_object_iter(o));
	if (key && json_object_size(o) == 1 &&
	    element_find(key, strlen(key)) != ELEM_COUNT)
		read_scalar(r, o, a, key);
	else
		wrong(r, "an argument is one of in, out, inout, scratch, bytes, or a "
		         "scalar such as {\"u32\": 7}");
}

/* ---- launches ---- */

static void read_launch(struct reader *r, json_t *o, struct launch_entry *l) {
	static const char *const words[] = {"name",        "kernel",  "grid",
	                                    "block",       "cluster", "shared",
	                                    "cooperative", "args",    NULL};
	l->name = plain_text(r->arena, get_text(r, o, "name", true), "");
	l->kernel = get_text(r, o, "kernel", true);
	get_dim(r, o, "grid", l->grid, true);
	get_dim(r, o, "block", l->block, true);
	get_dim(r, o, "cluster", l->cluster, false);
	l->shared = (u32)MIN(get_size(r, o, "shared", 0), 0xffffffffu);
	l->cooperative = get_flag(r, o, "cooperative");
	check_members(r, o, words);
	json_t *args = json_object_get(o, "args");
	if (!json_is_array(args)) {
		wrong(r, "\"args\" must be an array");
		return;
	}
	l->narg = (u32)json_array_size(args);
	l->arg = arena_array(r->arena, struct launch_arg, l->narg + 1);
	enter_key(r, "args");
	for (u32 i = 0; i < l->narg; i++) {
		enter_index(r, i);
		read_arg(r, json_array_get(args, i), &l->arg[i]);
		leave(r);
	}
	leave(r);
}

static struct launch_file *read_file(struct reader *r, json_t *root) {
	static const char *const words[] = {"module", "launches", NULL};
	struct launch_file *f = arena_new(r->arena, struct launch_file);
	if (!json_is_object(root)) {
		wrong(r, "a launch file is an object: {\"module\": ..., \"launches\": "
		         "[...]}");
		return f;
	}
	f->path = r->file->name;
	f->module = beside(r, get_text(r, root, "module", true));
	check_members(r, root, words);
	json_t *launches = json_object_get(root, "launches");
	if (!json_is_array(launches)) {
		wrong(r, "\"launches\" must be an array");
		return f;
	}
	f->nlaunch = (u32)json_array_size(launches);
	f->launch = arena_array(r->arena, struct launch_entry, f->nlaunch + 1);
	enter_key(r, "launches");
	for (u32 i = 0; i < f->nlaunch; i++) {
		enter_index(r, i);
		read_launch(r, json_array_get(launches, i), &f->launch[i]);
		leave(r);
	}
	leave(r);
	return f;
}

struct launch_file *launchfile_load(struct arena *a, struct sources *sources,
                                    struct diag *d, const char *path) {
	struct reader r = {.arena = a, .d = d, .file = source_load(sources, path)};
	json_error_t e;
	if (!r.file) {
		diag_error(d, (struct loc){0, 0}, E0401, "cannot read %s: %s", path,
		           strerror(errno));
		return NULL;
	}
	u32 before = d->nerror;
	json_t *root = json_loadb(r.file->text, r.file->len, JSON_REJECT_DUPLICATES, &e);
	if (!root) {
		u32 at = r.file->base + MIN((u32)MAX(e.position, 1) - 1, r.file->len);
		diag_error(d, (struct loc){at, at + 1}, E0402, "%s", e.text);
		return NULL;
	}
	struct launch_file *f = read_file(&r, root);
	json_decref(root);
	return d->nerror == before ? f : NULL;
}
