/* sarif.c - findings as SARIF 2.1.0; see ci.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/json.h"
#include "tools/simt/ci.h"

/* A path inside the source folder is relative to it, as services want it. */
static const char *relative(const char *source, const char *path) {
	size_t n = strlen(source);
	return strncmp(path, source, n) == 0 && path[n] == '/' ? path + n + 1 : path;
}

/* A path as a URI: bytes that stand for themselves, others in hexadecimal digits. */
static void uri(char *to, size_t size, const char *path) {
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789-._~/";
	size_t n = path[0] == '/' ? (size_t)snprintf(to, size, "file://") : 0;
	for (; *path && n + 4 < size; path++)
		n += (size_t)snprintf(to + n, size - n,
		                      strchr(plain, *path) ? "%c" : "%%%02X",
		                      (unsigned char)*path);
	to[n] = 0;
}

static void write_place(struct json_out *j, const struct ci_finding *f,
                        const char *source) {
	char name[4096];
	json_open(j, "locations", '[');
	json_open(j, NULL, '{');
	if (*f->file) {
		uri(name, sizeof name, relative(source, f->file));
		json_open(j, "physicalLocation", '{');
		json_open(j, "artifactLocation", '{');
		json_text(j, "uri", name);
		json_close(j, '}');
		json_open(j, "region", '{');
		json_unsigned(j, "startLine", MAX(f->line, 1));
		json_close(j, '}');
		json_close(j, '}');
	}
	if (*f->func) {
		json_open(j, "logicalLocations", '[');
		json_open(j, NULL, '{');
		json_text(j, "fullyQualifiedName", f->func);
		json_close(j, '}');
		json_close(j, ']');
	}
	json_close(j, '}');
	json_close(j, ']');
}

static void write_message(struct json_out *j, const struct ci_finding *f) {
	char text[4096];
	snprintf(text, sizeof text, "%s%s", f->what, f->detail);
	json_open(j, "message", '{');
	json_text(j, "text", text);
	json_close(j, '}');
}

static void write_result(struct json_out *j, const struct ci_finding *f,
                         const char *source) {
	json_open(j, NULL, '{');
	json_text(j, "ruleId", *f->kind ? f->kind : "finding");
	json_text(j, "level", "error");
	write_message(j, f);
	write_place(j, f, source);
	json_unsigned(j, "occurrenceCount", f->times);
	json_close(j, '}');
}

bool findings_sarif(const struct ci_findings *f, const char *source, const char *path) {
	FILE *out = fopen(path, "we");
	struct json_out j = {.out = out};
	if (!out)
		return false;
	json_open(&j, NULL, '{');
	json_text(&j, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
	json_text(&j, "version", "2.1.0");
	json_open(&j, "runs", '[');
	json_open(&j, NULL, '{');
	json_open(&j, "tool", '{');
	json_open(&j, "driver", '{');
	json_text(&j, "name", "simt");
	json_text(&j, "version", SIMT_VERSION);
	json_close(&j, '}');
	json_close(&j, '}');
	json_open(&j, "results", '[');
	vec_each (struct ci_finding, one, f)
		write_result(&j, one, source);
	json_close(&j, ']');
	json_close(&j, '}');
	json_close(&j, ']');
	json_close(&j, '}');
	json_end(&j);
	return fclose(out) == 0;
}
