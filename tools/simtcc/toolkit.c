/* toolkit.c - the toolkit's tree: its place, its release, the names of architectures.
 * SPDX-License-Identifier: Apache-2.0 */
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "lexer/preproc.h"
#include "tools/simtcc/driver.h"

/* The release whose command line and headers we have; build systems check it. */
#define RELEASE "13.0"
#define RELEASE_FULL "13.0.88"

enum { DEFAULT_SM = 90 };

/* ---- places ---- */

static const char *own_folder(struct arena *a) {
	char path[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", path, sizeof path);
	if (n <= 0 || (size_t)n >= sizeof path)
		return NULL;
	while (n > 1 && path[n - 1] != '/')
		n--;
	return arena_strdup(a, path, (size_t)(n > 1 ? n - 1 : n));
}

static const char *tree(struct cc *cc, const char *relative) {
	char path[PATH_MAX];
	const char *dir = arena_printf(&cc->arena, "%s/%s", cc->bin, relative);
	const char *version = arena_printf(&cc->arena, "%s/version.json", dir);
	if (access(version, R_OK) != 0 || !realpath(dir, path))
		return NULL;
	return arena_strdup(&cc->arena, path, strlen(path));
}

/* Returns the host compiler. -ccbin names a program, or a folder with g++ in it. */
static const char *host_compiler(struct cc *cc) {
	const char *given = cc->set.ccbin ? cc->set.ccbin : getenv("NVCC_CCBIN");
	if (!given || !*given)
		return "g++";
	const char *inside = arena_printf(&cc->arena, "%s/g++", given);
	return access(inside, X_OK) == 0 ? inside : given;
}

/* ---- headers ---- */

/* Returns the folder that CUDA 13 has for CCCL (Thrust, CUB, libcu++), or NULL. */
static const char *cccl_of(struct cc *cc, const char *toolkit) {
	const char *dir = arena_printf(&cc->arena, "%s/cccl", toolkit);
	return access(dir, R_OK) == 0 ? dir : NULL;
}

/* Whose headers a folder of the command line holds. */
enum owner { OWNER_USER, OWNER_WE, OWNER_OTHER_TOOLKIT };

/* Our folders; cccl: NULL if there is none. */
struct own_folders {
	const char *include, *cccl;
};

static enum owner owner_of(const struct own_folders *own, const char *dir) {
	if (file_is_same(dir, own->include) ||
	    (own->cccl && file_is_same(dir, own->cccl)))
		return OWNER_WE;
	return preproc_is_other_toolkit(dir, own->include) ? OWNER_OTHER_TOOLKIT
	                                                   : OWNER_USER;
}

/* Keeps the user's folders. Ours are searched in any case, where they do not come before
 * a CCCL that the user names; CMake names them for every target that links CUDA::cudart.
 */
static void sort_folders(struct cc *cc, const struct own_folders *own,
                         struct texts *all) {
	struct texts users = {0};
	text_each (dir, all) {
		enum owner owner = owner_of(own, *dir);
		if (owner != OWNER_WE)
			vec_push(&cc->arena, owner == OWNER_USER ? &users : &cc->toolkits,
			         *dir);
	}
	*all = users;
}

/* Takes other toolkits' folders and ours out of a variable of the host compiler's; the
 * user's go to the end of the list, if there is one. */
static void sort_variable(struct cc *cc, const struct own_folders *own, const char *name,
                          struct texts *to) {
	const char *s = getenv(name), *rest = "";
	bool is_changed = false;
	while (s && *s) {
		size_t n = strcspn(s, ":");
		const char *dir = arena_strdup(&cc->arena, s, n);
		enum owner owner = n ? owner_of(own, dir) : OWNER_USER;
		if (owner == OWNER_OTHER_TOOLKIT)
			vec_push(&cc->arena, &cc->toolkits, dir);
		if (owner == OWNER_USER && to)
			vec_push(&cc->arena, to, n ? dir : ".");
		else if (owner == OWNER_USER)
			rest = arena_printf(&cc->arena, "%s%s%s", rest, *rest ? ":" : "",
			                    dir);
		is_changed |= owner != OWNER_USER || to;
		s += n + (s[n] == ':');
	}
	if (is_changed)
		setenv(name, rest, 1);
}

static void sort_toolkits(struct cc *cc) {
	const char *include = arena_printf(&cc->arena, "%s/include", cc->top);
	const struct own_folders own = {include, cccl_of(cc, include)};
	sort_folders(cc, &own, &cc->set.include_path);
	sort_folders(cc, &own, &cc->set.system_include);
	sort_variable(cc, &own, "CPATH", NULL);
	/* The host compiler searches these after -isystem, so after our headers: a CCCL
	 * among them would be mixed with our libcu++. */
	sort_variable(cc, &own, "CPLUS_INCLUDE_PATH", &cc->set.system_include);
}

bool cc_find_toolkit(struct cc *cc) {
	cc->bin = own_folder(&cc->arena);
	if (cc->bin) {
		cc->top = tree(cc, "../lib/simt/cuda"); /* installed */
		if (!cc->top)
			cc->top = tree(cc, "cuda"); /* in the build folder */
	}
	if (!cc->top) {
		cc_error("cannot find the folder with headers and libraries, "
		         "lib/simt/cuda beside "
		         "the folder of this program (%s)",
		         cc->bin ? cc->bin : "which is unknown");
		return false;
	}
	cc->cxx = host_compiler(cc);
	sort_toolkits(cc);
	return true;
}

/* ---- the order of the search ---- */

static void add_system(struct cc *cc, struct texts *t, const char *dir) {
	if (dir)
		cc_add(cc, t, "-isystem", dir);
}

void cc_add_search(struct cc *cc, struct texts *t) {
	text_each (dir, &cc->set.include_path)
		cc_add(cc, t, arena_printf(&cc->arena, "-I%s", *dir));
	text_each (dir, &cc->set.system_include)
		cc_add(cc, t, "-isystem", *dir);
	text_each (dir, &cc->toolkits)
		add_system(cc, t, cc->uses_cccl ? cccl_of(cc, *dir) : NULL);
	cc_add(cc, t, "-isystem", arena_printf(&cc->arena, "%s/include", cc->top));
	text_each (dir, &cc->toolkits) {
		cc_add(cc, t, "-isystem", *dir);
		add_system(cc, t, cc->uses_cccl ? NULL : cccl_of(cc, *dir));
	}
}

static bool has_file_of(struct cc *cc, const char *text, const char *dir) {
	return strstr(text, arena_printf(&cc->arena, " \"%s/", dir)) != NULL;
}

/* The host compiler shortens names of system headers that lead through links. */
bool cc_turns_to_cccl(struct cc *cc, const char *text) {
	char real[PATH_MAX];
	if (cc->uses_cccl)
		return false;
	text_each (dir, &cc->toolkits) {
		const char *cccl = cccl_of(cc, *dir);
		if (cccl && (has_file_of(cc, text, cccl) ||
		             (realpath(cccl, real) && has_file_of(cc, text, real))))
			cc->uses_cccl = true;
	}
	if (cc->uses_cccl)
		cc_show(cc, "# the source takes headers of another toolkit's CCCL: all "
		            "of it is searched first");
	return cc->uses_cccl;
}

const char *cc_library_flag(struct cc *cc) {
	return arena_printf(&cc->arena, "-L%s/lib64", cc->top);
}

/* A toolkit that was built for another processor has none. */
bool cc_has_static_runtime(struct cc *cc) {
	return access(arena_printf(&cc->arena, "%s/lib64/libcudart_static.a", cc->top),
	              R_OK) == 0;
}

void cc_show_places(struct cc *cc) {
	const char *path = getenv("PATH");
	cc_show(cc, "TOP=%s", cc->top);
	cc_show(cc, "NVVMIR_LIBRARY_DIR=%s/nvvm/libdevice", cc->top);
	/* CMake takes the host compiler that links from here: host_link.sh. */
	cc_show(cc, "PATH=%s/nvvm/bin:%s/bin:%s", cc->top, cc->top, path ? path : "");
	cc_show(cc, "INCLUDES=\"-I%s/include\"", cc->top);
	text_each (dir, &cc->toolkits)
		cc_show(cc,
		        "# %s has another CUDA toolkit's headers: searched after "
		        "INCLUDES",
		        *dir);
	cc_show(cc, "LIBRARIES= \"%s\"", cc_library_flag(cc));
}

void cc_print_version(FILE *out) {
	fputs("nvcc: NVIDIA (R) Cuda compiler driver: its command line is what this "
	      "program takes\n"
	      "simtcc (simt " SIMT_VERSION
	      "): not NVIDIA's; compiles CUDA C++ for machines without a GPU\n"
	      "Cuda compilation tools, release " RELEASE ", V" RELEASE_FULL "\n",
	      out);
}

/* ---- architectures ---- */

static const u32 known[] = {50, 52, 53, 60, 61, 62,  70,  72,  75,  80,
                            86, 87, 88, 89, 90, 100, 103, 110, 120, 121};

void cc_list_archs(bool arch, bool code, FILE *out) {
	for (u32 i = 0; i < countof(known); i++) {
		if (arch && code)
			fprintf(out, "arch=compute_%u,code=sm_%u\n", known[i], known[i]);
		else
			fprintf(out, "%s_%u\n", arch ? "compute" : "sm", known[i]);
	}
}

const char *cc_arch_name(struct cc *cc, const char *prefix, struct cc_arch a) {
	return arena_printf(&cc->arena, "%s_%u%.1s", prefix, a.sm, (char[]){a.suffix, 0});
}

static void add_arch(struct cc *cc, struct cc_arch a) {
	vec_each (struct cc_arch, have, &cc->arch)
		if (have->sm == a.sm && have->suffix == a.suffix)
			return;
	vec_push(&cc->arena, &cc->arch, a);
}

/* Reads sm_90a, compute_80 or lto_75; `native`, `all` and `all-major` mean the default
 * here. */
static bool parse_arch(const char *name, size_t len, struct cc_arch *a) {
	static const char *const word[] = {"native", "all", "all-major"};
	static const char *const prefix[] = {"sm_", "compute_", "lto_"};
	*a = (struct cc_arch){DEFAULT_SM, 0};
	for (u32 i = 0; i < countof(word); i++)
		if (strlen(word[i]) == len && memcmp(word[i], name, len) == 0)
			return true;
	for (u32 i = 0; i < countof(prefix); i++) {
		size_t n = strlen(prefix[i]);
		char *end;
		if (len <= n || memcmp(name, prefix[i], n) != 0 || name[n] < '1' ||
		    name[n] > '9')
			continue;
		unsigned long sm = strtoul(name + n, &end, 10);
		if (end < name + len && (*end == 'a' || *end == 'f'))
			a->suffix = *end++;
		a->sm = (u32)sm;
		return end == name + len && sm >= 10 && sm <= 999;
	}
	return false;
}

/* Returns the architecture that sm90, 90 or SM_90 means, by its number; else the nearest
 * word. */
static const char *like_arch(struct arena *a, const char *name) {
	const char *digits = name + strcspn(name, "0123456789");
	unsigned long sm = strtoul(digits, NULL, 10);
	const char *kind = strpbrk(name, "cC") ? "compute" : "sm";
	for (u32 i = 0; i < countof(known); i++)
		if (known[i] == sm)
			return arena_printf(a, "%s_%lu", kind, sm);
	return options_like_choice(a, "native|all|all-major", name);
}

static bool bad_arch(struct cc *cc, const char *name, size_t len) {
	const char *near = like_arch(&cc->arena, arena_strdup(&cc->arena, name, len));
	cc_error("'%.*s' is not an architecture; examples are sm_90, compute_80 and "
	         "native%s%s%s",
	         (int)len, name, near ? "; did you mean '" : "", near ? near : "",
	         near ? "'?" : "");
	return false;
}

/* arch=compute_80,code=[sm_80,compute_80] */
static bool add_gencode(struct cc *cc, const char *spec) {
	const char *arch = strstr(spec, "arch="), *code = strstr(spec, "code=");
	struct cc_arch a;
	if (!arch || (arch != spec && arch[-1] != ',')) {
		cc_error("-gencode is of the form arch=compute_90,code=sm_90, not '%s'",
		         spec);
		return false;
	}
	size_t n = strcspn(arch + 5, ",");
	if (!parse_arch(arch + 5, n, &a))
		return bad_arch(cc, arch + 5, n);
	add_arch(cc, a);
	if (!code)
		return true;
	for (const char *s = code + 5 + strspn(code + 5, "[\""); *s && *s != ']';
	     s += *s == ',') {
		struct cc_arch unused;
		n = strcspn(s, ",]\"");
		if (n == 0 || !parse_arch(s, n, &unused))
			return bad_arch(cc, s, n);
		s += n;
		s += *s == '"';
		if (*s && *s != ',' && *s != ']')
			return bad_arch(cc, s, strlen(s));
	}
	return true;
}

bool cc_find_archs(struct cc *cc) {
	struct cc_arch a;
	text_each (spec, &cc->set.gencode)
		if (!add_gencode(cc, *spec))
			return false;
	text_each (code, &cc->set.code)
		if (!parse_arch(*code + (**code == '['),
		                strcspn(*code + (**code == '['), "]"), &a))
			return bad_arch(cc, *code, strlen(*code));
	if (cc->set.arch) {
		if (!parse_arch(cc->set.arch, strlen(cc->set.arch), &a))
			return bad_arch(cc, cc->set.arch, strlen(cc->set.arch));
		add_arch(cc, a);
	}
	if (cc->arch.n == 0)
		add_arch(cc, (struct cc_arch){DEFAULT_SM, 0});
	return true;
}
