/* host.c - see host.h. The file in the cache has a line for each thing:
 *
 *   #define NAME VALUE
 *   D 2 PATH       a folder: 1 system, 2 for C
 *   K 3            it knows question 3 (enum pp_question)
 *   A 3 NAME 1     its answer
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "preprocessor/host.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hash.h"
#include "base/str.h"
#include "base/text.h"

extern char **environ;

enum { FILE_MOST = 4 << 20, VERSION = 2 };

/* The compiler is asked without these: their folders are searched as they are now. */
static const char *const folder_variable[] = {"CPATH", "CPLUS_INCLUDE_PATH",
                                              "C_INCLUDE_PATH"};

static const char *const question_text[] = {
	[PP_HAS_ATTRIBUTE] = "__has_attribute",
	[PP_HAS_CPP_ATTRIBUTE] = "__has_cpp_attribute",
	[PP_HAS_BUILTIN] = "__has_builtin",
	[PP_HAS_FEATURE] = "__has_feature",
};

/* Asked with the macros; other names are asked when they come. */
static const char common_attributes[] =
	"noreturn carries_dependency deprecated fallthrough nodiscard maybe_unused "
	"likely "
	"unlikely no_unique_address assume gnu::always_inline clang::lifetimebound "
	"always_inline unused visibility format nonnull pure const cold hot packed "
	"aligned "
	"weak noinline abi_tag may_alias enable_if diagnose_if no_sanitize "
	"type_visibility internal_linkage preferred_name trivial_abi "
	"require_constant_initialization "
	"acquire_capability optnone malloc returns_nonnull artificial warn_unused_result "
	"no_thread_safety_analysis exclude_from_explicit_instantiation using_if_exists "
	"init_priority assume_aligned vector_size nodebug noescape standalone_debug "
	"clang::no_destroy msvc::no_unique_address gnu::cold nvhpc::stdpar access";
static const char common_builtins[] =
	"__builtin_addressof __builtin_bit_cast __builtin_expect __builtin_unreachable "
	"__builtin_assume __builtin_assume_aligned __builtin_is_constant_evaluated "
	"__builtin_launder __builtin_memcmp __builtin_memcpy __builtin_memmove "
	"__builtin_strlen __builtin_clz __builtin_ctz __builtin_popcount "
	"__builtin_bswap16 "
	"__builtin_bswap32 __builtin_bswap64 __builtin_bswap128 "
	"__builtin_source_location "
	"__builtin_LINE __builtin_FILE __builtin_FUNCTION __builtin_COLUMN "
	"__builtin_add_overflow __builtin_sub_overflow __builtin_mul_overflow "
	"__builtin_prefetch __builtin_operator_new __builtin_operator_delete "
	"__builtin_sprintf __builtin_ia32_pause __builtin_arm_yield "
	"__has_unique_object_representations "
	"__is_aggregate __is_same __is_same_as __is_assignable __is_constructible "
	"__is_trivially_copyable __is_trivially_constructible __is_trivially_assignable "
	"__is_nothrow_assignable __is_nothrow_constructible __is_final __is_empty "
	"__is_enum "
	"__is_union __is_class __is_base_of __is_convertible __is_convertible_to "
	"__is_array __is_function __is_pointer __is_reference __is_lvalue_reference "
	"__is_rvalue_reference __is_integral __is_void __is_const __is_volatile "
	"__is_literal_type __is_pod __is_standard_layout __is_polymorphic __is_abstract "
	"__has_virtual_destructor __has_trivial_destructor __is_destructible "
	"__underlying_type __type_pack_element __make_integer_seq __integer_pack "
	"__remove_cv "
	"__remove_const __remove_volatile __remove_reference __remove_cvref __decay "
	"__add_pointer __remove_pointer __add_lvalue_reference __add_rvalue_reference "
	"__make_signed __make_unsigned __is_scalar __is_object __is_fundamental "
	"__is_compound __is_arithmetic __is_floating_point __is_signed __is_unsigned "
	"__reference_binds_to_temporary __reference_constructs_from_temporary "
	"__is_layout_compatible __is_pointer_interconvertible_base_of "
	"__builtin_is_corresponding_member "
	"__builtin_is_pointer_interconvertible_with_class "
	"__is_bounded_array __is_unbounded_array __array_rank __array_extent "
	"__is_referenceable __is_nothrow_convertible __is_scoped_enum "
	"__is_member_pointer "
	"__is_member_object_pointer __is_member_function_pointer "
	"__builtin_nansf __builtin_nans __builtin_huge_val __builtin_nan";
static const char common_features[] =
	"address_sanitizer thread_sanitizer memory_sanitizer "
	"undefined_behavior_sanitizer "
	"hwaddress_sanitizer cxx_rtti cxx_exceptions cxx_noexcept cxx_constexpr modules "
	"objc_arc coverage_sanitizer pointer_auth_calls is_trivially_copyable";

/* ---- the record ------------------------------------------------------------------- */

struct host {
	struct arena *a;
	const struct pp_names *word;
	const char *path; /* of the file in the cache, or NULL */
	struct strtab names;
	struct text macros;
	VEC(struct pp_dir) dir;
	bool has[PP_QUESTIONS];
};

static struct str *answer_name(struct host *h, u32 q, const char *name, size_t n) {
	const char *key = arena_printf(h->a, "%u %.*s", q, (int)n, name);
	return str_intern(&h->names, key, strlen(key));
}

static bool is_line(const char *s, const char *begin) {
	return strncmp(s, begin, strlen(begin)) == 0;
}

/* Reads a line of the record or of the compiler's answers. */
static void read_line(struct host *h, const char *s) {
	u32 q = (u32)(s[0] ? s[2] - '0' : 0);
	if (is_line(s, "#define ")) {
		text_printf(&h->macros, "%s\n", s);
	} else if (is_line(s, "D ")) {
		struct pp_dir d = {.path = s + 4, .is_system = true, .is_c = s[2] == '2'};
		vec_push(h->a, &h->dir, d);
	} else if (is_line(s, "K ") && q < PP_QUESTIONS) {
		h->has[q] = true;
	} else if (is_line(s, "A ") && q < PP_QUESTIONS) {
		const char *space = strrchr(s, ' ');
		if (space > s + 3)
			answer_name(h, q, s + 4, (size_t)(space - s) - 4)->tag =
				(u32)strtoul(space + 1, NULL, 10) + 1;
	}
}

static void read_lines(struct host *h, char *text) {
	for (char *end; *text; text = end) {
		end = text + strcspn(text, "\n");
		if (*end)
			*end++ = 0;
		read_line(h, text);
	}
}

/* ---- the compiler ----------------------------------------------------------------- */

static char *read_all(struct arena *a, int fd) {
	size_t cap = 1 << 16, n = 0;
	char *text = arena_alloc(a, cap + 1, 1);
	for (;;) {
		ssize_t got = read(fd, text + n, cap - n);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			break;
		n += (size_t)got;
		if (n < cap || n > FILE_MOST)
			continue;
		char *bigger = arena_alloc(a, cap * 2 + 1, 1);
		memcpy(bigger, text, n);
		text = bigger;
		cap *= 2;
	}
	text[n] = 0;
	return text;
}

static char **environment(struct arena *a) {
	u32 n = 0, m = 0;
	while (environ[n])
		n++;
	char **env = arena_array(a, char *, n + 1);
	for (u32 i = 0; i < n; i++) {
		size_t name = strcspn(environ[i], "=");
		bool dropped = false;
		for (u32 k = 0; k < countof(folder_variable); k++)
			dropped |= strlen(folder_variable[k]) == name &&
			           memcmp(environ[i], folder_variable[k], name) == 0;
		if (!dropped)
			env[m++] = environ[i];
	}
	return env;
}

/* Starts the compiler with `in` as its input; *out is what it writes to `fd`. */
static bool run(struct arena *a, const char *const *argv, const char *in, int fd,
                char **out) {
	char path[] = "/tmp/simt-ask-XXXXXX";
	posix_spawn_file_actions_t actions;
	int ends[2], status = -1, input = mkostemp(path, O_CLOEXEC);
	pid_t child;
	if (input < 0)
		return false;
	unlink(path);
	size_t n = strlen(in);
	if (write(input, in, n) != (ssize_t)n || lseek(input, 0, SEEK_SET) != 0 ||
	    pipe2(ends, O_CLOEXEC)) {
		close(input);
		return false;
	}
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
	posix_spawn_file_actions_addopen(&actions, fd == 1 ? 2 : 1, "/dev/null", O_WRONLY,
	                                 0);
	posix_spawn_file_actions_adddup2(&actions, ends[1], fd);
	int failed = posix_spawnp(&child, argv[0], &actions, NULL, (char *const *)argv,
	                          environment(a));
	posix_spawn_file_actions_destroy(&actions);
	close(ends[1]);
	close(input);
	if (!failed)
		*out = read_all(a, ends[0]);
	close(ends[0]);
	while (!failed && waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	return !failed && status == 0;
}

static const char *const *command(struct host *h, const char *const *more, u32 n) {
	const char **argv = arena_array(h->a, const char *, h->word->n + n + 1);
	for (u32 i = 0; i < h->word->n; i++)
		argv[i] = h->word->at[i];
	for (u32 i = 0; i < n; i++)
		argv[h->word->n + i] = more[i];
	return argv;
}

static bool ask_text(struct host *h, const char *in, char **out) {
	static const char *const more[] = {"-E", "-dD", "-P", "-w", "-x", "c++", "-"};
	return run(h->a, command(h, more, countof(more)), in, 1, out);
}

/* The folders between two lines of what -v says. */
static void read_folders(struct host *h, char *text) {
	char *s = strstr(text, "#include <...> search starts here:");
	s = s ? strchr(s, '\n') : NULL;
	while (s && s[1] == ' ') {
		char *path = s + 2;
		s = strchr(path, '\n');
		size_t n = s ? (size_t)(s - path) : strlen(path);
		const char *copy = arena_strdup(h->a, path, n);
		read_line(h, arena_printf(h->a, "D %d %s", strstr(copy, "c++") ? 1 : 2,
		                          copy));
	}
}

static void add_questions(struct text *t, u32 q, const char *names) {
	text_printf(t, "#ifdef %s\nK %u\n", question_text[q], q);
	for (const char *s = names; *s;) {
		size_t n = strcspn(s, " ");
		if (n)
			text_printf(t, "A %u \"%.*s\" %s(%.*s)\n", q, (int)n, s,
			            question_text[q], (int)n, s);
		s += n + (s[n] == ' ');
	}
	text_printf(t, "#endif\n");
}

/* The name of a question is in quotes, so that no macro replaces it. */
static void read_answers(struct host *h, char *text) {
	for (char *end; *text; text = end) {
		end = text + strcspn(text, "\n");
		if (*end)
			*end++ = 0;
		char *open = is_line(text, "A ") ? strchr(text, '"') : NULL;
		char *close = open ? strchr(open + 1, '"') : NULL;
		if (close)
			read_line(h, arena_printf(h->a, "A %c %.*s %s", text[2],
			                          (int)(close - open - 1), open + 1,
			                          close + 1 + strspn(close + 1, " ")));
		else if (!is_line(text, "A "))
			read_line(h, text);
	}
}

static bool ask(struct host *h, const char **why) {
	static const char *const verbose[] = {"-E", "-v", "-x", "c++", "-"};
	struct text t = {.arena = h->a};
	char *out;
	add_questions(&t, PP_HAS_ATTRIBUTE, common_attributes);
	add_questions(&t, PP_HAS_CPP_ATTRIBUTE, common_attributes);
	add_questions(&t, PP_HAS_BUILTIN, common_builtins);
	add_questions(&t, PP_HAS_FEATURE, common_features);
	*why = "it cannot be started, or does not take these options";
	if (!run(h->a, command(h, verbose, countof(verbose)), "", 2, &out))
		return false;
	read_folders(h, out);
	if (!ask_text(h, text_get(&t), &out))
		return false;
	read_answers(h, out);
	*why = h->dir.n ? NULL : "its folders are not among what -v says";
	return h->dir.n > 0;
}

/* ---- the file --------------------------------------------------------------------- */

const char *pp_cache_dir(struct arena *a) {
	const char *given = getenv("SIMT_CACHE_PATH"), *xdg = getenv("XDG_CACHE_HOME"),
		   *home = getenv("HOME");
	if (given && *given)
		return given;
	if (xdg && *xdg)
		return arena_printf(a, "%s/simt", xdg);
	return home && *home ? arena_printf(a, "%s/.cache/simt", home) : NULL;
}

static u64 hash_file(u64 v, const char *path) {
	struct stat st;
	if (access(path, X_OK) != 0 || stat(path, &st) != 0)
		return v;
	v = hash_bytes(v, path, strlen(path));
	return hash_number(hash_number(v, (u64)st.st_mtime), (u64)st.st_size);
}

/* Hashes the files of the name in PATH: another compiler has another time or size. The
 * first may be one that calls the next, as ccache's. */
static u64 hash_program(u64 v, const char *name) {
	char path[4096];
	const char *s = strchr(name, '/') ? "" : getenv("PATH");
	if (strchr(name, '/'))
		return hash_file(v, name);
	while (s && *s) {
		size_t n = strcspn(s, ":");
		if ((size_t)snprintf(path, sizeof path, "%.*s/%s", (int)n, s, name) <
		    sizeof path)
			v = hash_file(v, path);
		s += n + (s[n] == ':');
	}
	return v;
}

static const char *record_path(struct host *h, const char *dir) {
	char machine[256] = "";
	u64 v = hash_number(HASH_START, VERSION);
	bool native = false;
	for (u32 i = 0; i < h->word->n; i++) {
		v = hash_bytes(v, h->word->at[i], strlen(h->word->at[i]) + 1);
		native |= strstr(h->word->at[i], "=native") != NULL;
	}
	/* a home may be that of several machines */
	if (native && gethostname(machine, sizeof machine - 1) == 0)
		v = hash_bytes(v, machine, strlen(machine));
	return arena_printf(h->a, "%s/host-%016llx", dir,
	                    (unsigned long long)hash_program(v, h->word->at[0]));
}

/* Makes the folder, and those above it. */
static void make_folder(struct arena *a, const char *dir) {
	char *path = arena_strdup(a, dir, strlen(dir));
	for (char *at = path + 1; *at; at++) {
		if (*at != '/')
			continue;
		*at = 0;
		mkdir(path, 0700);
		*at = '/';
	}
	mkdir(path, 0700);
}

static bool read_record(struct host *h) {
	struct stat st;
	int fd = h->path ? file_open(h->path, 0, FILE_MOST, &st) : -1;
	if (fd < 0)
		return false;
	char *text = read_all(h->a, fd);
	close(fd);
	read_lines(h, text);
	return h->dir.n > 0 && h->macros.n > 0;
}

static void write_record(struct host *h, const char *dir) {
	if (!h->path)
		return;
	const char *temp = arena_printf(h->a, "%s.%ld", h->path, (long)getpid());
	make_folder(h->a, dir);
	FILE *f = fopen(temp, "wx");
	if (!f)
		return;
	fputs(text_get(&h->macros), f);
	vec_each (struct pp_dir, d, &h->dir)
		fprintf(f, "D %d %s\n", d->is_c ? 2 : 1, d->path);
	for (u32 q = 0; q < PP_QUESTIONS; q++)
		if (h->has[q])
			fprintf(f, "K %u\n", q);
	for (u32 i = 0; i < h->names.nbucket; i++)
		for (struct str *s = h->names.bucket[i]; s; s = s->next)
			if (s->tag)
				fprintf(f, "A %s %u\n", s->s, s->tag - 1);
	if (fclose(f) != 0 || rename(temp, h->path) != 0)
		unlink(temp);
}

/* A name that was not asked before. */
static u32 ask_more(struct host *h, u32 q, const char *name) {
	struct text t = {.arena = h->a};
	char *out;
	add_questions(&t, q, name);
	if (ask_text(h, text_get(&t), &out)) {
		struct text macros = h->macros; /* which it says again */
		h->macros = (struct text){.arena = h->a};
		read_answers(h, out);
		h->macros = macros;
	}
	struct str *s = answer_name(h, q, name, strlen(name));
	if (!s->tag)
		s->tag = 1;
	FILE *f = h->path ? fopen(h->path, "a") : NULL;
	if (f) {
		fprintf(f, "A %s %u\n", s->s, s->tag - 1);
		fclose(f);
	}
	return s->tag - 1;
}

static u32 answer(void *ctx, enum pp_question q, const char *name) {
	struct host *h = ctx;
	if (!h->has[q])
		return 0;
	struct str *s = answer_name(h, q, name, strlen(name));
	return s->tag ? s->tag - 1 : ask_more(h, q, name);
}

/* Adds the folders that an environment variable names; an empty one is this folder. */
static void add_folders(struct host *h, struct pp_dir d, const char *variable) {
	const char *s = getenv(variable);
	while (s && *s) {
		size_t n = strcspn(s, ":");
		d.path = n ? arena_strdup(h->a, s, n) : ".";
		vec_push(h->a, &h->dir, d);
		s += n + (s[n] == ':');
	}
}

/* After those of the options, before the compiler's own. */
static void add_environment(struct host *h) {
	struct pp_dir system = {.is_system = true};
	u32 own = h->dir.n;
	struct pp_dir *dir = arena_copy(h->a, h->dir.at, own * sizeof *dir,
	                                _Alignof(struct pp_dir));
	h->dir.n = 0;
	add_folders(h, (struct pp_dir){0}, "CPATH");
	add_folders(h, system, "CPLUS_INCLUDE_PATH");
	for (u32 i = 0; i < own; i++)
		vec_push(h->a, &h->dir, dir[i]);
}

bool pp_host_ask(struct arena *a, const struct pp_names *word, const char *cache_dir,
                 struct pp_host *out, const char **why) {
	struct host *h = arena_new(a, struct host);
	h->a = a;
	h->word = arena_copy(a, word, sizeof *word, _Alignof(struct pp_names));
	strtab_init(&h->names, a);
	h->macros.arena = a;
	h->path = cache_dir ? record_path(h, cache_dir) : NULL;
	if (!read_record(h)) {
		h->macros.n = h->dir.n = 0;
		if (!ask(h, why))
			return false;
		write_record(h, cache_dir);
	}
	add_environment(h);
	*out = (struct pp_host){.macros = text_get(&h->macros),
	                        .dir = h->dir.at,
	                        .ndir = h->dir.n,
	                        .answer = answer,
	                        .ctx = h};
	memcpy(out->has, h->has, sizeof out->has);
	return true;
}
