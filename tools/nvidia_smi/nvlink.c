/* nvlink.c - nvidia-smi nvlink: the links of NVLink of each device.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "tools/nvidia_smi/smi.h"

static void show_status(nvmlDevice_t d, u32 link, FILE *out) {
	nvmlFieldValue_t f = {.fieldId = NVML_FI_DEV_NVLINK_GET_SPEED, .scopeId = link};
	nvmlDeviceGetFieldValues(d, 1, &f);
	if (f.nvmlReturn == NVML_SUCCESS && f.value.uiVal)
		fprintf(out, "\t Link %u: %.3f GB/s\n", link, f.value.uiVal / 1000.0);
	else
		fprintf(out, "\t Link %u: <inactive>\n", link);
}

static void show_capabilities(nvmlDevice_t d, u32 link, FILE *out) {
	static const char *const text[] = {
		[NVML_NVLINK_CAP_P2P_SUPPORTED] = "P2P is supported",
		[NVML_NVLINK_CAP_SYSMEM_ACCESS] = "Access to system memory supported",
		[NVML_NVLINK_CAP_P2P_ATOMICS] = "P2P atomics supported",
		[NVML_NVLINK_CAP_SYSMEM_ATOMICS] = "System memory atomics supported",
		[NVML_NVLINK_CAP_SLI_BRIDGE] = "SLI is supported",
		[NVML_NVLINK_CAP_VALID] = "Link is supported",
	};
	for (u32 i = 0; i < countof(text); i++) {
		unsigned has = 0;
		nvmlDeviceGetNvLinkCapability(d, link, (nvmlNvLinkCapability_t)i, &has);
		fprintf(out, "\t Link %u, %s: %s\n", link, text[i],
		        has ? "true" : "false");
	}
}

static void show_bus(nvmlDevice_t d, u32 link, FILE *out) {
	nvmlPciInfo_t pci;
	if (nvmlDeviceGetNvLinkRemotePciInfo(d, link, &pci) == NVML_SUCCESS)
		fprintf(out, "\t Link %u: %s\n", link, pci.busId);
	else
		fprintf(out, "\t Link %u: <inactive>\n", link);
}

static void show_remote(nvmlDevice_t d, u32 link, FILE *out) {
	nvmlFieldValue_t f = {.fieldId = NVML_FI_DEV_NVLINK_REMOTE_NVLINK_ID,
	                      .scopeId = link};
	nvmlPciInfo_t pci;
	nvmlDeviceGetFieldValues(d, 1, &f);
	if (nvmlDeviceGetNvLinkRemotePciInfo(d, link, &pci) == NVML_SUCCESS)
		fprintf(out, "\t Link %u: Remote Device %s: Link %u\n", link, pci.busId,
		        f.value.uiVal);
	else
		fprintf(out, "\t Link %u: <inactive>\n", link);
}

typedef void show_fn(nvmlDevice_t d, u32 link, FILE *out);

static const struct option {
	const char *shorter, *longer;
	show_fn *show;
	const char *help;
} options[] = {
	{"-s", "--status", show_status, "the speed of each link"},
	{"-c", "--capabilities", show_capabilities, "what each link can do"},
	{"-p", "--pcibusid", show_bus, "the bus id at the other end"},
	{"-R", "--remotelinkinfo", show_remote, "the bus id and the link's number there"},
};

static int show_help(FILE *out) {
	fputs("\n    nvlink -- links of NVLink.\n\n"
	      "    Usage: nvidia-smi nvlink [options]\n\n"
	      "    [-h | --help]: this text\n"
	      "    [-i | --id]: only these devices, with commas between them\n"
	      "    [-l | --link]: only the link with this number\n",
	      out);
	for (u32 i = 0; i < countof(options); i++)
		fprintf(out, "    [%s | %s]: %s\n", options[i].shorter, options[i].longer,
		        options[i].help);
	fputs("\n", out);
	return SMI_GOOD;
}

static void show_device(nvmlDevice_t d, show_fn *fn, long only, FILE *out) {
	nvmlEnableState_t on;
	smi_list_one(d, out);
	if (nvmlDeviceGetNvLinkState(d, 0, &on) != NVML_SUCCESS) {
		fputs("\t It has no links.\n", out);
		return;
	}
	for (u32 i = 0; nvmlDeviceGetNvLinkState(d, i, &on) == NVML_SUCCESS; i++)
		if (only < 0 || only == (long)i)
			fn(d, i, out);
}

static const struct option *find_option(const char *word) {
	for (u32 i = 0; i < countof(options); i++)
		if (strcmp(options[i].shorter, word) == 0 ||
		    strcmp(options[i].longer, word) == 0)
			return &options[i];
	return NULL;
}

static bool is_word(const char *word, const char *shorter, const char *longer) {
	return strcmp(word, shorter) == 0 || strcmp(word, longer) == 0;
}

struct wish {
	const struct option *what;
	const char *ids;
	long link; /* -1: all */
	bool help;
};

/* False: the word at *i is none of these, or lacks its value. */
static bool take(struct wish *w, int *i, int argc, char **argv) {
	const char *word = argv[*i];
	const struct option *o = find_option(word);
	char *end = NULL;
	if (o) {
		w->what = o;
	} else if (is_word(word, "-h", "--help")) {
		w->help = true;
	} else if (*i + 1 < argc && is_word(word, "-i", "--id")) {
		w->ids = argv[++*i];
	} else if (*i + 1 < argc && is_word(word, "-l", "--link")) {
		w->link = strtol(argv[++*i], &end, 10);
		return *argv[*i] && !*end && w->link >= 0;
	} else {
		return false;
	}
	return true;
}

int smi_nvlink(int argc, char **argv, FILE *out) {
	struct wish w = {.link = -1};
	struct smi_gpus g;
	for (int i = 0; i < argc; i++)
		if (!take(&w, &i, argc, argv)) {
			printf("Option \"%s\" is not recognized.\n", argv[i]);
			return SMI_WRONG;
		}
	if (!w.what || w.help)
		return show_help(out);
	if (!smi_find_devices(w.ids, &g)) {
		puts("No devices were found");
		return SMI_NO_DEVICE;
	}
	for (u32 i = 0; i < g.n; i++)
		show_device(g.at[i], w.what->show, w.link, out);
	return SMI_GOOD;
}
