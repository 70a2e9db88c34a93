/* shipped.c - see shipped.h. Only folders of simt's own are looked into: a program that
 * has the runtime inside may lie where others can write.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/llvm/engine/shipped.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/base.h"

#define NAME "libsimt-llvm.so"

/* Objects that simtcc made say where its tree has the library
 * (tools/simtcc/register.c). */
extern const char __simt_llvm_library[] __attribute__((weak, visibility("hidden")));

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char found[PATH_MAX + sizeof NAME];

/* The file that this code was loaded from. */
static bool own_file(char path[PATH_MAX]) {
	Dl_info info;
	struct link_map *map = NULL;
	if (!dladdr1((void *)found, &info, (void **)&map, RTLD_DL_LINKMAP) || !map)
		return false;
	const char *name = *map->l_name ? map->l_name : "/proc/self/exe";
	return realpath(name, path) != NULL;
}

static bool is_one_of(const char *name, const char *const *list) {
	for (; *list; list++)
		if (strncmp(name, *list, strlen(*list)) == 0)
			return true;
	return false;
}

/* Cuts a path of ours down to lib/simt/: files in lib/simt/ and below, the commands in
 * bin, libsimt and ptx_run in lib. */
static bool to_folder(char *path) {
	static const char *const command[] = {"simtrun", "simtcc", "simt",
	                                      "compute-sanitizer", NULL},
				 *const library[] = {"libsimt.so", "libptx_run.so",
	                                             "libgpuocelot.so", NULL};
	char *at = NULL, *slash = strrchr(path, '/');
	for (char *s = path; (s = strstr(s, "/lib/simt/cuda/")) != NULL; s++)
		at = s;
	if (at) {
		strcpy(at, "/lib/simt/");
		return true;
	}
	if (slash - path >= 4 && memcmp(slash - 4, "/bin", 4) == 0 &&
	    is_one_of(slash + 1, command))
		strcpy(slash - 4, "/lib/simt/");
	else if (is_one_of(slash + 1, library))
		strcpy(slash, "/simt/");
	else
		return false;
	return true;
}

static void find(void) {
	if (__simt_llvm_library && access(__simt_llvm_library, R_OK) == 0) {
		snprintf(found, sizeof found, "%s", __simt_llvm_library);
		return;
	}
	char path[PATH_MAX + sizeof "/lib/simt/"];
	if (!own_file(path) || !to_folder(path))
		return;
	snprintf(found, sizeof found, "%.*s" NAME, PATH_MAX, path);
	if (access(found, R_OK) != 0)
		*found = 0;
}

const char *shipped_library(void) {
	pthread_once(&once, find);
	return *found ? found : NULL;
}
