/* log.c - -q: all that is known of each device, as an indented list or as XML.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "tools/nvidia_smi/smi.h"

enum section {
	S_HEAD,
	S_MEMORY,
	S_UTILIZATION,
	S_ECC,
	S_TEMPERATURE,
	S_POWER,
	S_CLOCK,
	S_COMPUTE,
	S_PERFORMANCE,
	S_PIDS,
	S_NONE, /* accepted, and empty here */
};

static const struct {
	const char *word;
	enum section section;
} sections[] = {
	{"MEMORY", S_MEMORY},
	{"UTILIZATION", S_UTILIZATION},
	{"ECC", S_ECC},
	{"TEMPERATURE", S_TEMPERATURE},
	{"POWER", S_POWER},
	{"CLOCK", S_CLOCK},
	{"COMPUTE", S_COMPUTE},
	{"PIDS", S_PIDS},
	{"PERFORMANCE", S_PERFORMANCE},
	{"SUPPORTED_CLOCKS", S_NONE},
	{"PAGE_RETIREMENT", S_NONE},
	{"ACCOUNTING", S_NONE},
	{"ENCODER_STATS", S_NONE},
	{"ROW_REMAPPER", S_NONE},
	{"VOLTAGE", S_NONE},
	{"FBC_STATS", S_NONE},
};

/* A line has a field; a heading has none, and the lines below it are one deeper. */
static const struct line {
	enum section section;
	u32 depth;
	const char *label, *tag, *field;
} lines[] = {
#define LINE(section, depth, label, tag, field) {S_##section, depth, label, tag, field},
#include "tools/nvidia_smi/log.def"
#undef LINE
};

/* Bits of the sections; 0: a word is none of them. */
static u32 parse_sections(const char *words) {
	u32 bits = 0;
	while (*words) {
		size_t n = strcspn(words, ","), i = 0;
		while (i < countof(sections) && (strlen(sections[i].word) != n ||
		                                 memcmp(sections[i].word, words, n) != 0))
			i++;
		if (i == countof(sections))
			return 0;
		bits |= 1u << sections[i].section;
		words += n + (words[n] == ',');
	}
	return bits;
}

static void write_value(nvmlDevice_t d, const char *name, FILE *out) {
	const struct smi_field *f = smi_field_find(name, strlen(name));
	char value[SMI_VALUE];
	bool known = f && f->value(d, value);
	const char *unit = known ? f->unit : "";
	if (known && strncmp(name, "temperature", 11) == 0)
		unit = "C";
	fprintf(out, "%s%s%s", known ? value : "N/A", *unit ? " " : "", unit);
}

static void indent(u32 n, const char *with, FILE *out) {
	while (n--)
		fputs(with, out);
}

/* ---- text -------------------------------------------------------------------------- */

enum { VALUE_COLUMN = 55 };

static void log_line(const char *label, u32 depth, FILE *out) {
	indent(depth, "    ", out);
	fprintf(out, "%-*s: ", VALUE_COLUMN - 4 * (int)depth, label);
}

static void log_processes(nvmlDevice_t d, FILE *out) {
	static struct smi_process process[SMI_PROCESSES];
	u32 n = smi_processes(d, process);
	if (!n) {
		log_line("Processes", 1, out);
		fputs("None\n", out);
		return;
	}
	fputs("    Processes\n", out);
	for (u32 i = 0; i < n; i++)
		fprintf(out,
		        "        GPU instance ID                   : N/A\n"
		        "        Compute instance ID               : N/A\n"
		        "        Process ID                        : %u\n"
		        "            Type                          : C\n"
		        "            Name                          : %s\n"
		        "            Used GPU Memory               : %llu MiB\n",
		        process[i].pid, process[i].name,
		        (unsigned long long)process[i].bytes >> 20);
}

static void log_gpu(nvmlDevice_t d, u32 wanted, FILE *out) {
	char bus[SMI_VALUE];
	smi_field_find("pci.bus_id", 10)->value(d, bus);
	fprintf(out, "GPU %s\n", bus);
	for (u32 i = 0; i < countof(lines); i++) {
		const struct line *l = &lines[i];
		if (!(wanted >> l->section & 1))
			continue;
		if (!l->field) {
			indent(l->depth, "    ", out);
			fprintf(out, "%s\n", l->label);
			continue;
		}
		log_line(l->label, l->depth, out);
		write_value(d, l->field, out);
		fputc('\n', out);
	}
	if (wanted >> S_PIDS & 1)
		log_processes(d, out);
	fputc('\n', out);
}

static void log_text(const struct smi_gpus *g, u32 wanted, FILE *out) {
	char now[SMI_VALUE], driver[SMI_VALUE], cuda[SMI_VALUE];
	smi_write_time(now);
	smi_versions(driver, cuda);
	fputs("\n==============NVSMI LOG==============\n\n", out);
	log_line("Timestamp", 0, out);
	fprintf(out, "%s\n", now);
	log_line("Driver Version", 0, out);
	fprintf(out, "%s\n", driver);
	log_line("CUDA Version", 0, out);
	fprintf(out, "%s\n\n", cuda);
	log_line("Attached GPUs", 0, out);
	fprintf(out, "%u\n", g->all);
	for (u32 i = 0; i < g->n; i++)
		log_gpu(g->at[i], wanted, out);
}

/* ---- XML --------------------------------------------------------------------------- */

static void xml_text(const char *s, FILE *out) {
	for (; *s; s++)
		switch (*s) {
		case '<': fputs("&lt;", out); break;
		case '>': fputs("&gt;", out); break;
		case '&': fputs("&amp;", out); break;
		default: fputc(*s, out);
		}
}

static void xml_processes(nvmlDevice_t d, FILE *out) {
	static struct smi_process process[SMI_PROCESSES];
	u32 n = smi_processes(d, process);
	fputs("\t\t<processes>\n", out);
	for (u32 i = 0; i < n; i++) {
		fprintf(out,
		        "\t\t\t<process_info>\n"
		        "\t\t\t\t<gpu_instance_id>N/A</gpu_instance_id>\n"
		        "\t\t\t\t<compute_instance_id>N/A</compute_instance_id>\n"
		        "\t\t\t\t<pid>%u</pid>\n"
		        "\t\t\t\t<type>C</type>\n"
		        "\t\t\t\t<process_name>",
		        process[i].pid);
		xml_text(process[i].name, out);
		fprintf(out,
		        "</process_name>\n"
		        "\t\t\t\t<used_memory>%llu MiB</used_memory>\n"
		        "\t\t\t</process_info>\n",
		        (unsigned long long)process[i].bytes >> 20);
	}
	fputs("\t\t</processes>\n", out);
}

/* A heading stays open until a line that is not deeper, or the end. */
static void xml_close(u32 from, u32 to, const char *const *open, FILE *out) {
	for (u32 depth = from; depth > to; depth--) {
		indent(depth, "\t", out);
		fprintf(out, "</%s>\n", open[depth - 1]);
	}
}

static void xml_gpu(nvmlDevice_t d, u32 wanted, FILE *out) {
	const char *open[8] = {0};
	char bus[SMI_VALUE];
	u32 depth = 1; /* of the lines to come */
	smi_field_find("pci.bus_id", 10)->value(d, bus);
	fprintf(out, "\t<gpu id=\"%s\">\n", bus);
	for (u32 i = 0; i < countof(lines); i++) {
		const struct line *l = &lines[i];
		if (!(wanted >> l->section & 1))
			continue;
		xml_close(depth, l->depth, open, out);
		depth = l->depth;
		indent(depth + 1, "\t", out);
		if (!l->field) {
			fprintf(out, "<%s>\n", l->tag);
			open[depth++] = l->tag;
			continue;
		}
		fprintf(out, "<%s>", l->tag);
		write_value(d, l->field, out);
		fprintf(out, "</%s>\n", l->tag);
	}
	xml_close(depth, 1, open, out);
	if (wanted >> S_PIDS & 1)
		xml_processes(d, out);
	fputs("\t</gpu>\n\n", out);
}

static void log_xml(const struct smi_gpus *g, u32 wanted, FILE *out) {
	char now[SMI_VALUE], driver[SMI_VALUE], cuda[SMI_VALUE];
	smi_write_time(now);
	smi_versions(driver, cuda);
	fprintf(out,
	        "<?xml version=\"1.0\" "
	        "?>\n<nvidia_smi_log>\n\t<timestamp>%s</timestamp>\n"
	        "\t<driver_version>%s</driver_version>\n"
	        "\t<cuda_version>%s</cuda_version>\n"
	        "\t<attached_gpus>%u</attached_gpus>\n",
	        now, driver, cuda, g->all);
	for (u32 i = 0; i < g->n; i++)
		xml_gpu(g->at[i], wanted, out);
	fputs("</nvidia_smi_log>\n", out);
}

int smi_log(const struct smi_gpus *g, const char *words, bool xml, FILE *out) {
	u32 wanted = words ? parse_sections(words) : ~0u;
	if (!wanted) {
		puts("Failed to parse --display/-d flags");
		return SMI_WRONG;
	}
	(xml ? log_xml : log_text)(g, wanted, out);
	return SMI_GOOD;
}
