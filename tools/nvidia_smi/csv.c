/* csv.c - --query-gpu and --query-compute-apps: lines of fields that were asked for.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "tools/nvidia_smi/smi.h"

/* The next of several words with commas and blanks between them; NULL: there is none. */
static const char *next_word(const char **at, size_t *len) {
	const char *word = *at + strspn(*at, " ");
	*len = strcspn(word, ",");
	if (!*word)
		return NULL;
	*at = word + *len + (word[*len] == ',');
	while (*len && word[*len - 1] == ' ')
		--*len;
	return word;
}

static int no_field(const char *word, size_t len) {
	printf("Field \"%.*s\" is not a valid field to query.\n\n", (int)len, word);
	return SMI_WRONG;
}

/* ---- devices ----------------------------------------------------------------------- */

enum { FIELDS = 512 };

static void write_header(const struct smi_field *const *field, u32 n, bool units,
                         FILE *out) {
	for (u32 i = 0; i < n; i++) {
		bool unit = units && *field[i]->unit;
		fprintf(out, "%s%s%s%s%s", i ? ", " : "", field[i]->name,
		        unit ? " [" : "", unit ? field[i]->unit : "", unit ? "]" : "");
	}
	fputc('\n', out);
}

static void write_row(nvmlDevice_t d, const struct smi_field *const *field, u32 n,
                      bool units, FILE *out) {
	for (u32 i = 0; i < n; i++) {
		char value[SMI_VALUE];
		bool known = field[i]->value(d, value);
		bool unit = known && units && *field[i]->unit;
		fprintf(out, "%s%s%s%s", i ? ", " : "", known ? value : "[N/A]",
		        unit ? " " : "", unit ? field[i]->unit : "");
	}
	fputc('\n', out);
}

int smi_query_gpus(const struct smi_gpus *g, const char *fields, struct smi_format f,
                   FILE *out) {
	const struct smi_field *field[FIELDS];
	const char *word;
	size_t len;
	u32 n = 0;
	while ((word = next_word(&fields, &len)) && n < FIELDS) {
		field[n] = smi_field_find(word, len);
		if (!field[n++])
			return no_field(word, len);
	}
	if (!f.noheader)
		write_header(field, n, !f.nounits, out);
	for (u32 i = 0; i < g->n; i++)
		write_row(g->at[i], field, n, !f.nounits, out);
	return SMI_GOOD;
}

/* ---- processes --------------------------------------------------------------------- */

enum app_field {
	APP_TIME,
	APP_NAME,
	APP_BUS,
	APP_SERIAL,
	APP_UUID,
	APP_PID,
	APP_PROGRAM,
	APP_MEMORY
};

static const struct {
	const char *name, *other, *of_device; /* its field of the device */
} app_fields[] = {
	[APP_TIME] = {"timestamp", "", "timestamp"},
	[APP_NAME] = {"gpu_name", "", "name"},
	[APP_BUS] = {"gpu_bus_id", "", "pci.bus_id"},
	[APP_SERIAL] = {"gpu_serial", "", "serial"},
	[APP_UUID] = {"gpu_uuid", "", "uuid"},
	[APP_PID] = {"pid", "", NULL},
	[APP_PROGRAM] = {"process_name", "name", NULL},
	[APP_MEMORY] = {"used_gpu_memory", "used_memory", NULL},
};

static bool find_app_field(const char *word, size_t len, u32 *out) {
	for (u32 i = 0; i < countof(app_fields); i++) {
		const char *known[] = {app_fields[i].name, app_fields[i].other};
		for (u32 k = 0; k < 2; k++)
			if (len && strlen(known[k]) == len &&
			    !memcmp(known[k], word, len)) {
				*out = i;
				return true;
			}
	}
	return false;
}

static void write_app_value(nvmlDevice_t d, const struct smi_process *p, u32 field,
                            bool units, FILE *out) {
	char value[SMI_VALUE];
	const char *name = app_fields[field].of_device;
	const struct smi_field *f = name ? smi_field_find(name, strlen(name)) : NULL;
	if (f)
		fputs(f->value(d, value) ? value : "[N/A]", out);
	else if (field == APP_PID)
		fprintf(out, "%u", p->pid);
	else if (field == APP_PROGRAM)
		fputs(p->name, out);
	else
		fprintf(out, "%llu%s", (unsigned long long)p->bytes >> 20,
		        units ? " MiB" : "");
}

int smi_query_processes(const struct smi_gpus *g, const char *fields, struct smi_format f,
                        FILE *out) {
	static struct smi_process process[SMI_PROCESSES];
	u32 field[FIELDS], n = 0;
	const char *word;
	size_t len;
	while ((word = next_word(&fields, &len)) && n < FIELDS)
		if (!find_app_field(word, len, &field[n++]))
			return no_field(word, len);
	for (u32 i = 0; i < n && !f.noheader; i++)
		fprintf(out, "%s%s%s%s", i ? ", " : "", app_fields[field[i]].name,
		        field[i] == APP_MEMORY && !f.nounits ? " [MiB]" : "",
		        i + 1 == n ? "\n" : "");
	for (u32 i = 0; i < g->n; i++) {
		u32 count = smi_processes(g->at[i], process);
		for (u32 k = 0; k < count; k++)
			for (u32 j = 0; j < n; j++) {
				fputs(j ? ", " : "", out);
				write_app_value(g->at[i], &process[k], field[j],
				                !f.nounits, out);
				fputs(j + 1 == n ? "\n" : "", out);
			}
	}
	return SMI_GOOD;
}
