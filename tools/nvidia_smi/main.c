/* main.c - nvidia-smi: options, and which output they ask for.
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tools/complete.h"
#include "tools/nvidia_smi/smi.h"

enum mode { SCREEN, LOG, LIST, QUERY_GPU, QUERY_APPS };

struct wishes {
	enum mode mode;
	const char *id, *display, *file, *format, *fields;
	bool xml, loops;
	u64 pause_ms;
};

/* ---- options ----------------------------------------------------------------------- */

enum kind {
	FLAG,
	TEXT,
	SECONDS,
	MILLISECONDS,
	MODE_FLAG,
	MODE_TEXT,
	HELP,
	VERSION,
	FIXED
};

static const struct option {
	const char *shorter, *longer;
	enum kind kind;
	size_t field;   /* in struct wishes */
	enum mode mode; /* that it asks for */
	const char *help;
} options[] = {
#define AT(f) offsetof(struct wishes, f)
	{"-h", "--help", HELP, 0, SCREEN, "this text"},
	{NULL, "--version", VERSION, 0, SCREEN, "versions of the tool and the library"},
	{"-L", "--list-gpus", MODE_FLAG, 0, LIST, "a line for each device"},
	{"-q", "--query", MODE_FLAG, 0, LOG, "all that is known of each device"},
	{"-d", "--display", TEXT, AT(display), SCREEN,
         "with -q: only MEMORY,UTILIZATION,ECC,TEMPERATURE,POWER,CLOCK,COMPUTE,PIDS,..."},
	{"-x", "--xml-format", FLAG, AT(xml), SCREEN, "with -q: as XML"},
	{"-i", "--id", TEXT, AT(id), SCREEN,
         "only these devices: indices, UUIDs or bus ids, with commas"},
	{"-f", "--filename", TEXT, AT(file), SCREEN, "where to, instead of the terminal"},
	{"-l", "--loop", SECONDS, 0, SCREEN,
         "again and again, every so many seconds (5)"},
	{"-lms", "--loop-ms", MILLISECONDS, 0, SCREEN, "the same in milliseconds"},
	{NULL, "--query-gpu", MODE_TEXT, AT(fields), QUERY_GPU,
         "these fields of each device"},
	{NULL, "--query-compute-apps", MODE_TEXT, AT(fields), QUERY_APPS,
         "these fields of each process"},
	{NULL, "--format", TEXT, AT(format), SCREEN, "csv[,noheader][,nounits]"},
	{NULL, "--help-query-gpu", HELP, 0, QUERY_GPU, "the fields of --query-gpu"},
	{NULL, "--help-query-compute-apps", HELP, 0, QUERY_APPS,
         "those of --query-compute-apps"},
	/* What changes a device. */
	{"-pm", "--persistence-mode", FIXED, 0, SCREEN, NULL},
	{"-pl", "--power-limit", FIXED, 0, SCREEN, NULL},
	{"-c", "--compute-mode", FIXED, 0, SCREEN, NULL},
	{"-e", "--ecc-config", FIXED, 0, SCREEN, NULL},
	{"-r", "--gpu-reset", FIXED, 0, SCREEN, NULL},
	{"-mig", "--multi-instance-gpu", FIXED, 0, SCREEN, NULL},
	{"-lgc", "--lock-gpu-clocks", FIXED, 0, SCREEN, NULL},
	{"-rgc", "--reset-gpu-clocks", FIXED, 0, SCREEN, NULL},
	{"-ac", "--applications-clocks", FIXED, 0, SCREEN, NULL},
	{"-rac", "--reset-applications-clocks", FIXED, 0, SCREEN, NULL},
};

static bool takes_value(enum kind kind) {
	return kind == TEXT || kind == MODE_TEXT || kind == SECONDS ||
	       kind == MILLISECONDS;
}

static void show_help(void) {
	puts("nvidia-smi of simt: the devices, which are the processors of this "
	     "machine.\n\n"
	     "  nvidia-smi [OPTION]...     a screen about all devices\n"
	     "  nvidia-smi topo -m         how they are connected; topo -h tells more\n"
	     "  nvidia-smi nvlink -s       their links of NVLink; nvlink -h tells "
	     "more\n");
	for (u32 i = 0; i < countof(options); i++) {
		const struct option *o = &options[i];
		char names[64];
		if (!o->help)
			continue;
		snprintf(names, sizeof names, "%s%s%s", o->shorter ? o->shorter : "",
		         o->shorter ? ", " : "", o->longer);
		printf("  %-28s %s\n", names, o->help);
	}
}

/* --help=bash and the like are for the build. */
static int show_completion(const char *shell) {
	struct complete_option all[2 * countof(options)];
	struct complete_table t = {.program = "nvidia-smi", .option = all};
	for (u32 i = 0; i < countof(options); i++) {
		const struct option *o = &options[i];
		const char *names[] = {o->longer, o->shorter},
			   *arg = !takes_value(o->kind)             ? NULL
		                  : strcmp(o->longer, "--filename") ? "VALUE"
		                                                    : "FILE";
		for (u32 k = 0; k < countof(names); k++)
			if (names[k] && o->help)
				all[t.noption++] = (struct complete_option){
					names[k], arg, o->help, false,
					o->kind == SECONDS || o->kind == MILLISECONDS};
	}
	return complete_write(&t, shell, stdout) ? SMI_GOOD : SMI_WRONG;
}

static void show_fields(void) {
	for (u32 i = 0; i < smi_nfield; i++)
		printf("%s%s%s\n", smi_fields[i].name, *smi_fields[i].other ? " or " : "",
		       smi_fields[i].other);
}

static int show_help_about(enum mode mode) {
	if (mode == QUERY_GPU)
		show_fields();
	else if (mode == QUERY_APPS)
		puts("timestamp\ngpu_name\ngpu_bus_id\ngpu_serial\ngpu_uuid\npid\n"
		     "process_name or name\nused_gpu_memory or used_memory");
	else
		show_help();
	return SMI_GOOD;
}

static int show_version(void) {
	char driver[SMI_VALUE], cuda[SMI_VALUE], nvml[SMI_VALUE] = "N/A";
	nvmlInit();
	smi_versions(driver, cuda);
	nvmlSystemGetNVMLVersion(nvml, sizeof nvml);
	printf("NVIDIA-SMI version  : %s\nNVML version        : %s\n"
	       "DRIVER version      : %s\nCUDA Version        : %s\n",
	       driver, nvml, driver, cuda);
	return SMI_GOOD;
}

static int unknown(const char *word) {
	printf("ERROR: Option %s is not recognized. Please run 'nvidia-smi -h'.\n\n",
	       word);
	return SMI_UNKNOWN_OPTION;
}

static int set_pause(struct wishes *w, const char *value, u64 unit) {
	char *end = NULL;
	errno = 0;
	u64 n = value ? strtoull(value, &end, 10) : 5000 / unit;
	if ((end && *end) || errno || n == 0 || n > 86400000) {
		puts("Provided [-l(ms) | --loop(-ms)=] value is incorrect. Loop "
		     "frequency "
		     "must be greater than 0.\n");
		return SMI_WRONG;
	}
	w->loops = true;
	w->pause_ms = n * unit;
	return SMI_GOOD;
}

static const struct option *find_option(const char *word, const char **value) {
	size_t n = strcspn(word, "=");
	*value = word[n] ? word + n + 1 : NULL;
	for (u32 i = 0; i < countof(options); i++) {
		const char *known[] = {options[i].shorter, options[i].longer};
		for (u32 k = 0; k < 2; k++)
			if (known[k] && strlen(known[k]) == n &&
			    memcmp(known[k], word, n) == 0)
				return &options[i];
	}
	return NULL;
}

static int take_text(struct wishes *w, const struct option *o, const char *value) {
	if (!value) {
		printf("ERROR: Option %s needs a value. Please run 'nvidia-smi -h'.\n\n",
		       o->longer);
		return SMI_WRONG;
	}
	*(const char **)((char *)w + o->field) = value;
	if (o->kind == MODE_TEXT)
		w->mode = o->mode;
	return SMI_GOOD;
}

/* *done: the option is all there was to do. */
static int take(struct wishes *w, const struct option *o, const char *value, bool *done) {
	switch (o->kind) {
	case FLAG: *(bool *)((char *)w + o->field) = true; return SMI_GOOD;
	case MODE_FLAG: w->mode = o->mode; return SMI_GOOD;
	case SECONDS: return set_pause(w, value, 1000);
	case MILLISECONDS: return set_pause(w, value, 1);
	case HELP: *done = true; return show_help_about(o->mode);
	case VERSION: *done = true; return show_version();
	case FIXED:
		printf("%s is not supported: the devices are the machine's processors.\n",
		       o->longer);
		return SMI_NOT_SUPPORTED;
	default: return take_text(w, o, value);
	}
}

static int read_options(struct wishes *w, int argc, char **argv, bool *done) {
	int status = SMI_GOOD;
	for (int i = 1; i < argc && status == SMI_GOOD && !*done; i++) {
		const char *value;
		const struct option *o = find_option(argv[i], &value);
		if (!o)
			return unknown(argv[i]);
		/* -i 0, --query-gpu name, and -l without a number */
		if (!value && takes_value(o->kind) && i + 1 < argc &&
		    argv[i + 1][0] != '-')
			value = argv[++i];
		status = take(w, o, value, done);
	}
	return status;
}

/* ---- devices ----------------------------------------------------------------------- */

static bool find_device(const char *id, nvmlDevice_t *d) {
	char *end;
	unsigned long index = strtoul(id, &end, 10);
	if (*id && !*end)
		return nvmlDeviceGetHandleByIndex((unsigned)index, d) == NVML_SUCCESS;
	return nvmlDeviceGetHandleByUUID(id, d) == NVML_SUCCESS ||
	       nvmlDeviceGetHandleByPciBusId(id, d) == NVML_SUCCESS;
}

static bool pick(const char *ids, struct smi_gpus *g) {
	while (*ids && g->n < SMI_DEVICES) {
		char id[SMI_VALUE];
		size_t n = strcspn(ids, ",");
		snprintf(id, sizeof id, "%.*s", (int)MIN(n, sizeof id - 1), ids);
		if (!find_device(id, &g->at[g->n++]))
			return false;
		ids += n + (ids[n] == ',');
	}
	return g->n > 0;
}

bool smi_find_devices(const char *ids, struct smi_gpus *g) {
	unsigned n = 0;
	*g = (struct smi_gpus){.n = 0};
	if (nvmlDeviceGetCount(&n) != NVML_SUCCESS || !n)
		return false;
	g->all = n;
	if (ids)
		return pick(ids, g);
	for (; g->n < n && g->n < SMI_DEVICES; g->n++)
		nvmlDeviceGetHandleByIndex(g->n, &g->at[g->n]);
	return true;
}

/* ---- output ------------------------------------------------------------------------ */

static bool read_format(const char *words, struct smi_format *f) {
	while (words && *words) {
		size_t n = strcspn(words, ",");
		bool noheader = n == 8 && memcmp(words, "noheader", n) == 0;
		bool nounits = n == 7 && memcmp(words, "nounits", n) == 0;
		if (!noheader && !nounits && !(n == 3 && memcmp(words, "csv", n) == 0))
			return false;
		f->noheader = f->noheader || noheader;
		f->nounits = f->nounits || nounits;
		words += n + (words[n] == ',');
		words += strspn(words, " ");
	}
	return true;
}

static int show(const struct wishes *w, const struct smi_gpus *g, struct smi_format f,
                FILE *out) {
	switch (w->mode) {
	case LOG: return smi_log(g, w->display, w->xml, out);
	case LIST: return smi_list(g, out);
	case QUERY_GPU: return smi_query_gpus(g, w->fields, f, out);
	case QUERY_APPS: return smi_query_processes(g, w->fields, f, out);
	default: return smi_screen(g, out);
	}
}

/* A loop writes its header once. */
static int show_all(const struct wishes *w, const struct smi_gpus *g, struct smi_format f,
                    FILE *out) {
	struct timespec pause = {(time_t)(w->pause_ms / 1000),
	                         (long)(w->pause_ms % 1000) * 1000000};
	int status = show(w, g, f, out);
	f.noheader = true;
	while (w->loops && status == SMI_GOOD && !ferror(out)) {
		fflush(out);
		nanosleep(&pause, NULL);
		status = show(w, g, f, out);
	}
	return status;
}

static int run(const struct wishes *w) {
	struct smi_format format = {false, false};
	struct smi_gpus gpus;
	nvmlReturn_t r = nvmlInit();
	if (r != NVML_SUCCESS) {
		printf("Failed to initialize NVML: %s\n", nvmlErrorString(r));
		return SMI_NO_DRIVER;
	}
	if (!read_format(w->format, &format)) {
		puts("Format modifier is not recognized.");
		return SMI_WRONG;
	}
	if (!smi_find_devices(w->id, &gpus)) {
		puts("No devices were found");
		return SMI_NO_DEVICE;
	}
	FILE *out = w->file ? fopen(w->file, "we") : stdout;
	if (!out) {
		printf("%s: %s\n", w->file, strerror(errno));
		return SMI_WRONG;
	}
	int status = show_all(w, &gpus, format, out);
	fflush(out);
	nvmlShutdown();
	return status;
}

/* A word that comes first is a command with options of its own. */
static int run_command(int (*command)(int, char **, FILE *), int argc, char **argv) {
	nvmlReturn_t r = nvmlInit();
	if (r != NVML_SUCCESS) {
		printf("Failed to initialize NVML: %s\n", nvmlErrorString(r));
		return SMI_NO_DRIVER;
	}
	int status = command(argc, argv, stdout);
	nvmlShutdown();
	return status;
}

/* Commands of NVIDIA's tool about what processors do not have. */
static bool is_other_command(const char *word) {
	static const char *const commands[] = {
		"boost-slider",
		"c2c",
		"clocks",
		"compute-policy",
		"conf-compute",
		"daemon",
		"dmon",
		"drain",
		"encodersessions",
		"fbcsessions",
		"gpm",
		"mig",
		"pci",
		"pmon",
		"power-hint",
		"power-profiles",
		"power-smoothing",
		"replay",
		"vgpu",
	};
	for (u32 i = 0; i < countof(commands); i++)
		if (strcmp(word, commands[i]) == 0)
			return true;
	return false;
}

int main(int argc, char **argv) {
	struct wishes w = {.mode = SCREEN};
	bool done = false;
	if (argc > 1 && strcmp(argv[1], "topo") == 0)
		return run_command(smi_topology, argc - 2, argv + 2);
	if (argc > 1 && strcmp(argv[1], "nvlink") == 0)
		return run_command(smi_nvlink, argc - 2, argv + 2);
	if (argc > 1 && is_other_command(argv[1])) {
		printf("%s is not supported: the devices are the machine's processors.\n",
		       argv[1]);
		return SMI_NOT_SUPPORTED;
	}
	if (argc == 2 && strncmp(argv[1], "--help=", 7) == 0)
		return show_completion(argv[1] + 7);
	int status = read_options(&w, argc, argv, &done);
	return status != SMI_GOOD || done ? status : run(&w);
}
