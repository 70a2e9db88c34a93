/* faults.c FILE.ptx - launches each kernel of the file, which says of each what its fault
 * is to be: code, thread and text. By SIMT_BACKEND, or, with SIMT_CHECK, in checked mode,
 * whose texts may be others.
 * SPDX-License-Identifier: Apache-2.0 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/core/api.h"

enum { BUFFER_BYTES = 4096 };

static char *read_file(const char *path) {
	FILE *f = fopen(path, "rb");
	char *text = calloc(1, 1 << 20);
	if (!f || !text || !fread(text, 1, (1 << 20) - 1, f))
		exit(2);
	fclose(f);
	return text;
}

/* Addresses in the buffer are printed as distances from its start. */
static void put_text(char *out, size_t size, const char *text, uint64_t buf) {
	size_t n = 0;
	while (*text && n + 1 < size) {
		char *end;
		uint64_t v = strncmp(text, "0x", 2) == 0 ? strtoull(text, &end, 16) : 0;
		if (v >= buf && v - buf < (1 << 20)) {
			n += (size_t)snprintf(out + n, size - n, "buf+0x%llx",
			                      (unsigned long long)(v - buf));
			text = end;
		} else {
			out[n++] = *text++;
		}
	}
	out[n < size ? n : size - 1] = 0;
}

static uint32_t line_at(const char *text, const char *at) {
	uint32_t line = 1;
	for (; text < at; text++)
		line += *text == '\n';
	return line;
}

/* Returns the fault's name, as the file writes it. */
static void describe(char *out, size_t size, const struct simt_fault *f, uint64_t buf) {
	char text[1024];
	put_text(text, sizeof text, f->text, buf);
	snprintf(out, size, "%s (%u,%u,%u): %s", f->code, f->thread[0], f->thread[1],
	         f->thread[2], text);
}

struct kernel {
	char name[64], want[1024];
	uint32_t line, block[3];
};

/* The kernel whose expectation begins at `at`, after "// ". */
static void parse_kernel(const char *all, const char *at, struct kernel *k) {
	const char *entry = strstr(at, ".entry "), *fault = strstr(at, "FAULT"),
		   *next = strstr(at, "\n// T00"), *shape = strstr(at, ".reqntid ");
	*k = (struct kernel){.block = {32, 1, 1}};
	snprintf(k->want, sizeof k->want, "%.*s", (int)strcspn(at, "\n"), at);
	entry += strlen(".entry ");
	snprintf(k->name, sizeof k->name, "%.*s", (int)strcspn(entry, "("), entry);
	if (fault && (!next || fault < next))
		k->line = line_at(all, fault);
	if (shape && (!next || shape < next))
		sscanf(shape, ".reqntid %u, %u, %u", &k->block[0], &k->block[1],
		       &k->block[2]);
}

static int run(struct simt_device *dev, struct simt_module *m, const struct kernel *k,
               uint64_t buf, int is_checked) {
	struct simt_function *f;
	char got[1200] = "no such kernel";
	void *args[] = {&buf};
	struct simt_launch l = {.grid = {1, 1, 1},
	                        .block = {k->block[0], k->block[1], k->block[2]},
	                        .args = args};
	if (simt_function_find(m, k->name, &f) == SIMT_OK) {
		enum simt_status status = simt_launch(f, &l);
		const struct simt_fault *fault = simt_device_fault(dev);
		if (status == SIMT_OK || !fault)
			snprintf(got, sizeof got, "status %d", status);
		else
			describe(got, sizeof got, fault, buf);
		int same_line = fault && fault->line == k->line;
		if (fault && !same_line)
			snprintf(got + strlen(got), sizeof got - strlen(got),
			         ", line %u instead of %u", fault->line, k->line);
		simt_device_recover(dev);
		if (is_checked && same_line) /* which may say more */
			return 0;
	}
	if (strcmp(got, k->want) == 0)
		return 0;
	printf("%s:\n  expected %s\n  got      %s\n", k->name, k->want, got);
	return 1;
}

int main(int argc, char **argv) {
	struct simt_device *dev;
	struct simt_module *m;
	uint64_t buf;
	int failed = 0, passed = 0;
	if (argc < 2)
		return 2;
	char *text = read_file(argv[1]);
	struct simt_device_options o = {.memory_bytes = 64u << 20, .threads = 1};
	if (simt_device_open(&o, &dev) != SIMT_OK ||
	    simt_module_load(dev, "faults.ptx", text, strlen(text),
	                     &(struct simt_load_options){.log = stderr}, &m) != SIMT_OK ||
	    simt_alloc(dev, BUFFER_BYTES, &buf) != SIMT_OK) {
		fprintf(stderr, "%s\n", simt_last_error());
		return 1;
	}
	for (const char *at = text; (at = strstr(at, "\n// T00")); at++) {
		struct kernel k;
		parse_kernel(text, at + strlen("\n// "), &k);
		int is_wrong = run(dev, m, &k, buf, getenv("SIMT_CHECK") != NULL);
		failed += is_wrong;
		passed += !is_wrong;
	}
	printf("%d passed, %d failed, 0 skipped\n", passed, failed);
	simt_device_close(dev);
	free(text);
	return failed != 0 || !passed;
}
