/* show.c - shows kernels and diagnostics, without running anything.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tools/simtrun/simtrun.h"

/* ---- --list ---- */

static void list_dim(const char *what, const u32 d[3]) {
	if (d[0])
		printf(", %s %u,%u,%u", what, d[0], MAX(d[1], 1), MAX(d[2], 1));
}

static void list_kernel(const struct simt_function *f) {
	struct simt_function_attributes a;
	struct simt_param p;
	simt_function_attributes(f, &a);
	printf("%s: %u bytes of parameters, %u of static shared memory", a.name,
	       a.param_bytes, a.shared_static);
	if (a.local_bytes)
		printf(", %u of local memory", a.local_bytes);
	list_dim("cta must be", a.reqntid);
	list_dim("cluster", a.cluster);
	putchar('\n');
	for (u32 i = 0; simt_function_param(f, i, &p); i++) {
		const char *name = strlen(p.name) ? p.name : "_";
		printf("    %-4s %5u %5u  %s%s\n", p.type, p.offset, p.size, name,
		       p.is_pointer ? "  (pointer)" : "");
	}
}

int show_load(struct simtrun *run, const char *path, struct simt_device **dev,
              struct simt_module **m) {
	struct simt_load_options o = load_options(run);
	*dev = open_device(run);
	if (!*dev)
		return EXIT_USAGE;
	const struct source_file *file = input_load(run, path);
	if (!file) {
		flush_diag(run);
		return EXIT_USAGE;
	}
	enum simt_status s = simt_module_load(*dev, path, file->text, file->len, &o, m);
	int status = s == SIMT_OK ? EXIT_OK : exit_of(*dev, s);
	if (status == EXIT_USAGE) {
		diag_error(&run->diag, (struct loc){0, 0}, E0401, "%s",
		           simt_last_error());
		flush_diag(run);
	}
	return status;
}

int show_list(struct simtrun *run, const char *path) {
	struct simt_device *dev;
	struct simt_module *m;
	struct simt_function *f;
	int status = show_load(run, path, &dev, &m);
	if (status == EXIT_OK)
		for (u32 i = 0; i < simt_function_count(m); i++)
			if (simt_function_at(m, i, &f) == SIMT_OK)
				list_kernel(f);
	simt_device_close(dev);
	return status;
}

int show_check(struct simtrun *run, const char *path) {
	struct simt_device *dev;
	struct simt_module *m;
	int status = show_load(run, path, &dev, &m);
	simt_device_close(dev);
	return status;
}
