/* toolkit.c - where the toolkit's tree is, what it says of itself, and the names of architectures.
 * SPDX-License-Identifier: Apache-2.0 */
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "tools/simtcc/driver.h"

/* What build systems compare: the release whose command line and headers these are. */
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

/* -ccbin names a program, or the folder in which g++ is. */
static const char *host_compiler(struct cc *cc) {
	const char *given = cc->set.ccbin ? cc->set.ccbin : getenv("NVCC_CCBIN");
	if (!given || !*given)
		return "g++";
	const char *inside = arena_printf(&cc->arena, "%s/g++", given);
	return access(inside, X_OK) == 0 ? inside : given;
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
	return true;
}

const char *cc_library_flag(struct cc *cc) {
	return arena_printf(&cc->arena, "-L%s/lib64", cc->top);
}

void cc_show_places(struct cc *cc) {
	const char *path = getenv("PATH");
	cc_show(cc, "TOP=%s", cc->top);
	cc_show(cc, "NVVMIR_LIBRARY_DIR=%s/nvvm/libdevice", cc->top);
	cc_show(cc, "PATH=%s/bin:%s", cc->top, path ? path : "");
	cc_show(cc, "INCLUDES=\"-I%s/include\"", cc->top);
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

/* sm_90a, compute_80, lto_75, or a word for many, which are one here: the device's own. */
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

/* sm90, 90, SM_90: the number says what is meant. Else the word that is nearest. */
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
	cc_error("'%.*s' is no architecture; they are called like sm_90, compute_80 or "
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
