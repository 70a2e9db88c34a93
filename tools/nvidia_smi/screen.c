/* screen.c - the screen that nvidia-smi shows by itself, and the list of devices.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "tools/nvidia_smi/smi.h"

#define WIDE                                                                             \
	"------------------------------------------------------------------------------" \
	"-----------"
#define DOUBLE                                                                           \
	"==============================================================================" \
	"==========="

static const char *field_text(nvmlDevice_t d, const char *name, char *out) {
	const struct smi_field *f = smi_field_find(name, strlen(name));
	return f && f->value(d, out) ? out : "N/A";
}

static void show_head(FILE *out) {
	char now[SMI_VALUE], driver[SMI_VALUE], cuda[SMI_VALUE];
	smi_write_time(now);
	smi_versions(driver, cuda);
	fprintf(out, "%s       \n+" WIDE "+\n", now);
	fprintf(out, "| NVIDIA-SMI %-18s     Driver Version: %-14s CUDA Version: %-9s|\n",
	        driver, driver, cuda);
	fprintf(out, "+%.41s+%.24s+%.22s+\n", WIDE, WIDE, WIDE);
	fputs("| GPU  Name                 Persistence-M | Bus-Id          Disp.A | "
	      "Volatile Uncorr. ECC |\n"
	      "| Fan  Temp   Perf          Pwr:Usage/Cap |           Memory-Usage | "
	      "GPU-Util  Compute M. |\n"
	      "|                                         |                        | "
	      "              MIG M. |\n",
	      out);
	fprintf(out, "|%.41s+%.24s+%.22s|\n", DOUBLE, DOUBLE, DOUBLE);
}

static const char *on_or_off(nvmlDevice_t d, const char *name, char *value) {
	return strcmp(field_text(d, name, value), "Enabled") == 0 ? "On" : "Off";
}

/* A number with its unit: "37C"; "N/A" has none. */
static const char *measure(nvmlDevice_t d, const char *name, const char *unit, bool whole,
                           char *out) {
	const struct smi_field *f = smi_field_find(name, strlen(name));
	char value[SMI_VALUE];
	if (!f || !f->value(d, value))
		return "N/A";
	if (whole)
		value[strcspn(value, ".")] = 0;
	snprintf(out, SMI_VALUE, "%.60s%s", value, unit);
	return out;
}

static void show_gpu(nvmlDevice_t d, FILE *out) {
	char a[SMI_VALUE], b[SMI_VALUE], c[SMI_VALUE], e[SMI_VALUE], f[2 * SMI_VALUE];
	unsigned index = 0;
	nvmlDeviceGetIndex(d, &index);
	fprintf(out, "| %3u  %-28.28s %4s  ", index, field_text(d, "name", a),
	        on_or_off(d, "persistence_mode", b));
	fprintf(out, "| %18s %3s | %20s |\n", field_text(d, "pci.bus_id", a),
	        on_or_off(d, "display_active", b), "N/A");
	snprintf(f, sizeof f, "%s / %s", measure(d, "power.draw", "W", true, a),
	         measure(d, "enforced.power.limit", "W", true, b));
	fprintf(out, "| %3s %5s %5s %23.23s ", measure(d, "fan.speed", "%", false, c),
	        measure(d, "temperature.gpu", "C", false, e), field_text(d, "pstate", a),
	        f);
	snprintf(f, sizeof f, "%s / %s", measure(d, "memory.used", "MiB", false, a),
	         measure(d, "memory.total", "MiB", false, b));
	fprintf(out, "| %22.22s | %7s %12.12s |\n", f,
	        measure(d, "utilization.gpu", "%", false, c),
	        field_text(d, "compute_mode", a));
	fprintf(out, "|%41s|%24s| %20s |\n", "", "",
	        field_text(d, "mig.mode.current", a));
	fprintf(out, "+%.41s+%.24s+%.22s+\n", WIDE, WIDE, WIDE);
}

static void show_processes(const struct smi_gpus *g, FILE *out) {
	static struct smi_process process[SMI_PROCESSES];
	u32 shown = 0;
	fputs("\n+" WIDE "+\n"
	      "| Processes:                                                             "
	      "                 |\n"
	      "|  GPU   GI   CI              PID   Type   Process name                  "
	      "      GPU Memory |\n"
	      "|        ID   ID                                                         "
	      "      Usage      |\n"
	      "|" DOUBLE "|\n",
	      out);
	for (u32 i = 0; i < g->n; i++) {
		u32 n = smi_processes(g->at[i], process);
		unsigned index = 0;
		nvmlDeviceGetIndex(g->at[i], &index);
		for (u32 k = 0; k < n; k++, shown++) {
			char used[32];
			snprintf(used, sizeof used, "%lluMiB",
			         (unsigned long long)process[k].bytes >> 20);
			fprintf(out, "|%5u   N/A  N/A%16u      C   %-36.36s%10s |\n",
			        index, process[k].pid, process[k].name, used);
		}
	}
	if (!shown)
		fprintf(out, "|  %-87s|\n", "No running processes found");
	fputs("+" WIDE "+\n", out);
}

int smi_screen(const struct smi_gpus *g, FILE *out) {
	show_head(out);
	for (u32 i = 0; i < g->n; i++)
		show_gpu(g->at[i], out);
	show_processes(g, out);
	return SMI_GOOD;
}

int smi_list_one(nvmlDevice_t d, FILE *out) {
	char name[SMI_VALUE], uuid[SMI_VALUE];
	unsigned index = 0;
	nvmlDeviceGetIndex(d, &index);
	fprintf(out, "GPU %u: %s (UUID: %s)\n", index, field_text(d, "name", name),
	        field_text(d, "uuid", uuid));
	return SMI_GOOD;
}

int smi_list(const struct smi_gpus *g, FILE *out) {
	for (u32 i = 0; i < g->n; i++)
		smi_list_one(g->at[i], out);
	return SMI_GOOD;
}
