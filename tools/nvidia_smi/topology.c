/* topology.c - nvidia-smi topo: matrices of paths and of what pairs of devices may do,
 * and single paths.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "tools/nvidia_smi/smi.h"

enum what { NOTHING, MATRIX, PCI_MATRIX, P2P, CPU, NEAREST, PATH, NUMA, GPU_NUMA, HELP };

struct wish {
	enum what what;
	const char *ids, *value;
};

static const struct option {
	const char *shorter, *longer;
	enum what what;
	bool has_value;
	const char *help;
} options[] = {
	{"-m", "--matrix", MATRIX, false, "paths between devices"},
	{"-mp", "--matrix_pci", PCI_MATRIX, false, "those through PCIe"},
	{"-p2p", "--p2pstatus", P2P, true,
         "what pairs may do: r (read), w (write), n (NVLink), a (atomics), p (PCIe)"},
	{"-c", "--cpu", CPU, true, "devices near to a processor"},
	{"-n", "--nearest_gpus", NEAREST, true,
         "devices that are at most so far from the one of -i: 0 to 5"},
	{"-p", "--gpu_path", PATH, false, "the path between the two devices of -i"},
	{"-C", "--get-numa-id-of-nearby-cpu", NUMA, false,
         "the node near to the one of -i"},
	{"-M", "--get-numa-id-of-nearby-mem", NUMA, false, "the same"},
	{"-gnid", "--gpu-numa-id", GPU_NUMA, false, "the node that the one of -i is"},
	{"-i", "--id", NOTHING, true, "devices, with commas between them"},
	{"-h", "--help", HELP, false, "this text"},
};

static int show_help(FILE *out) {
	fputs("\n    topo -- how devices are connected.\n\n"
	      "    Usage: nvidia-smi topo [options]\n\n",
	      out);
	for (u32 i = 0; i < countof(options); i++)
		fprintf(out, "    [%s | %s]: %s\n", options[i].shorter, options[i].longer,
		        options[i].help);
	fputs("\n", out);
	return SMI_GOOD;
}

/* ---- matrices ---------------------------------------------------------------------- */

static const char *const path_names[] = {"X", "PIX", "PXB", "PHB", "NODE", "SYS"};

static nvmlGpuTopologyLevel_t level_between(nvmlDevice_t a, nvmlDevice_t b) {
	nvmlGpuTopologyLevel_t level = NVML_TOPOLOGY_SYSTEM;
	nvmlDeviceGetTopologyCommonAncestor(a, b, &level);
	return level;
}

/* How many links join two devices; those to a switch are common to all on it. */
static u32 count_links(nvmlDevice_t a, nvmlDevice_t b) {
	nvmlGpuP2PStatus_t status;
	nvmlPciInfo_t there, other;
	u32 to_device = 0, to_switch = 0;
	if (nvmlDeviceGetP2PStatus(a, b, NVML_P2P_CAPS_INDEX_NVLINK, &status) !=
	            NVML_SUCCESS ||
	    status != NVML_P2P_STATUS_OK ||
	    nvmlDeviceGetPciInfo(b, &other) != NVML_SUCCESS)
		return 0;
	for (u32 i = 0; i < NVML_NVLINK_MAX_LINKS; i++) {
		nvmlIntNvLinkDeviceType_t type;
		if (nvmlDeviceGetNvLinkRemoteDeviceType(a, i, &type) != NVML_SUCCESS)
			continue;
		if (type == NVML_NVLINK_DEVICE_TYPE_SWITCH)
			to_switch++;
		else if (nvmlDeviceGetNvLinkRemotePciInfo(a, i, &there) == NVML_SUCCESS)
			to_device += strcmp(there.busId, other.busId) == 0;
	}
	return to_device ? to_device : to_switch;
}

static void show_affinity(nvmlDevice_t d, FILE *out) {
	unsigned long set[16];
	unsigned last = 0;
	if (nvmlDeviceGetCpuAffinity(d, countof(set), set) != NVML_SUCCESS) {
		fputs("N/A", out);
		return;
	}
	for (unsigned i = 0; i < 8 * sizeof set; i++)
		if (set[i / (8 * sizeof *set)] >> i % (8 * sizeof *set) & 1)
			last = i;
	fprintf(out, last ? "0-%u" : "%u", last);
}

static int show_matrix(const struct smi_gpus *g, bool pci_only, FILE *out) {
	for (u32 i = 0; i < g->n; i++)
		fprintf(out, "\t%sGPU%u", i ? "" : "\033[4m", i);
	fputs("\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\033[0m\n", out);
	for (u32 i = 0; i < g->n; i++) {
		fprintf(out, "GPU%u", i);
		for (u32 k = 0; k < g->n; k++) {
			u32 n = i != k && !pci_only ? count_links(g->at[i], g->at[k]) : 0;
			if (i == k)
				fputs("\t X ", out);
			else if (n)
				fprintf(out, "\tNV%u", n);
			else
				fprintf(out, "\t%s",
				        path_names[level_between(g->at[i], g->at[k]) /
				                   10]);
		}
		fputc('\t', out);
		show_affinity(g->at[i], out);
		fputs("\t0\t\tN/A\n", out);
	}
	fputs("\nLegend:\n\n"
	      "  X    = Self\n"
	      "  SYS  = Through PCIe and the link between NUMA nodes, or a network\n"
	      "  NODE = Through several PCIe host bridges of a NUMA node\n"
	      "  PHB  = Through a PCIe host bridge\n"
	      "  PXB  = Through several PCIe switches\n"
	      "  PIX  = Through one PCIe switch\n",
	      out);
	if (!pci_only)
		fputs("  NV#  = Through # bonded NVLinks\n", out);
	return SMI_GOOD;
}

static const char *p2p_name(nvmlDevice_t a, nvmlDevice_t b, nvmlGpuP2PCapsIndex_t what) {
	static const char *const name[] = {"OK", "CNS", "GNS", "TNS", "DR", "NS"};
	nvmlGpuP2PStatus_t status;
	if (a == b)
		return "X";
	if (nvmlDeviceGetP2PStatus(a, b, what, &status) != NVML_SUCCESS ||
	    (unsigned)status >= countof(name))
		return "U";
	return name[status];
}

static int show_p2p(const struct smi_gpus *g, const char *word, FILE *out) {
	static const char letters[] = "rwnap"; /* in the order of their numbers */
	const char *at = word && *word ? strchr(letters, *word) : NULL;
	if (!at) {
		puts("Invalid p2p capability index specified at the command-line");
		return SMI_WRONG;
	}
	fputs(" \t\033[4m", out);
	for (u32 i = 0; i < g->n; i++)
		fprintf(out, "GPU%u\t", i);
	fputs("\033[0m\n", out);
	for (u32 i = 0; i < g->n; i++) {
		fprintf(out, " GPU%u\t", i);
		for (u32 k = 0; k < g->n; k++)
			fprintf(out, "%s\t",
			        p2p_name(g->at[i], g->at[k],
			                 (nvmlGpuP2PCapsIndex_t)(at - letters)));
		fputc('\n', out);
	}
	fputs("\nLegend:\n\n"
	      "  X    = Self\n"
	      "  OK   = Status Ok\n"
	      "  CNS  = Chipset not supported\n"
	      "  GNS  = GPU not supported\n"
	      "  TNS  = Topology not supported\n"
	      "  NS   = Not supported\n"
	      "  U    = Unknown\n",
	      out);
	return SMI_GOOD;
}

/* ---- paths ------------------------------------------------------------------------- */

static const char *const path_text[] = {
	"a board",
	"a single PCIe switch",
	"multiple PCIe switches",
	"a PCIe host bridge",
	"an on-CPU interconnect between PCIe host bridges",
	"an SMP interconnect between NUMA nodes",
};

static unsigned index_of(nvmlDevice_t d) {
	unsigned i = 0;
	nvmlDeviceGetIndex(d, &i);
	return i;
}

static void show_indices(const nvmlDevice_t *list, u32 n, FILE *out) {
	for (u32 i = 0; i < n; i++)
		fprintf(out, "%s%u", i ? ", " : "", index_of(list[i]));
	fputs("\n\n", out);
}

static int show_near_cpu(const struct smi_gpus *g, const char *word, FILE *out) {
	char *end;
	unsigned long cpu = strtoul(word, &end, 10), set[16];
	struct smi_gpus near = {.n = 0};
	const unsigned bits = 8 * sizeof *set;
	if (!*word || *end || cpu >= countof(set) * bits) {
		printf("\"%s\" is no number of a processor.\n", word);
		return SMI_WRONG;
	}
	for (u32 i = 0; i < g->n; i++)
		if (nvmlDeviceGetCpuAffinity(g->at[i], countof(set), set) ==
		            NVML_SUCCESS &&
		    set[cpu / bits] >> cpu % bits & 1)
			near.at[near.n++] = g->at[i];
	fprintf(out, "The GPUs that have an affinity with CPU %lu are:\n", cpu);
	show_indices(near.at, near.n, out);
	return SMI_GOOD;
}

static int show_nearest(nvmlDevice_t d, const char *word, FILE *out) {
	nvmlDevice_t list[SMI_DEVICES];
	unsigned n = countof(list);
	if (strlen(word) != 1 || *word < '0' || *word > '5') {
		puts("How far -n goes is a number from 0 to 5.");
		return SMI_WRONG;
	}
	u32 level = (u32)(*word - '0');
	nvmlDeviceGetTopologyNearestGpus(d, (nvmlGpuTopologyLevel_t)(10 * level), &n,
	                                 list);
	fprintf(out, "Device %u is connected by way of %s to device(s): ", index_of(d),
	        path_text[level]);
	show_indices(list, n, out);
	return SMI_GOOD;
}

static int show_path(nvmlDevice_t a, nvmlDevice_t b, FILE *out) {
	fprintf(out, "Device %u is connected to device %u by way of %s.\n\n", index_of(a),
	        index_of(b), path_text[level_between(a, b) / 10]);
	return SMI_GOOD;
}

/* ---- options ----------------------------------------------------------------------- */

static bool takes_devices(enum what what) {
	return what >= NEAREST && what <= GPU_NUMA;
}

static int show(const struct wish *w, FILE *out) {
	struct smi_gpus g;
	if (w->what == HELP || (w->what == NOTHING && !w->ids))
		return show_help(out);
	if (w->ids && !takes_devices(w->what)) {
		puts("The -i command line argument must be used in conjunction with -n "
		     "or "
		     "-p.\n");
		return SMI_MISUSED_OPTION;
	}
	if (!smi_find_devices(w->ids, &g)) {
		puts("No devices were found");
		return SMI_NO_DEVICE;
	}
	if (takes_devices(w->what) && (!w->ids || g.n != (w->what == PATH ? 2u : 1u))) {
		puts(w->what == PATH ? "-p is about the two devices of -i."
		                     : "This is about the one device of -i.");
		return SMI_MISUSED_OPTION;
	}
	switch (w->what) {
	case MATRIX:
	case PCI_MATRIX: return show_matrix(&g, w->what == PCI_MATRIX, out);
	case P2P: return show_p2p(&g, w->value, out);
	case CPU: return show_near_cpu(&g, w->value, out);
	case NEAREST: return show_nearest(g.at[0], w->value, out);
	case PATH: return show_path(g.at[0], g.at[1], out);
	default: fputs(w->what == NUMA ? "0\n" : "N/A\n", out); return SMI_GOOD;
	}
}

static const struct option *find_option(const char *word) {
	for (u32 i = 0; i < countof(options); i++)
		if (strcmp(options[i].shorter, word) == 0 ||
		    strcmp(options[i].longer, word) == 0)
			return &options[i];
	return NULL;
}

int smi_topology(int argc, char **argv, FILE *out) {
	struct wish w = {.what = argc ? NOTHING : HELP};
	for (int i = 0; i < argc; i++) {
		const struct option *o = find_option(argv[i]);
		if (!o) {
			printf("Option \"%s\" is not recognized.\n", argv[i]);
			return SMI_WRONG;
		}
		const char *value = o->has_value && i + 1 < argc ? argv[++i] : "";
		if (o->what == NOTHING) {
			w.ids = value;
			continue;
		}
		w.what = o->what;
		w.value = value;
	}
	return show(&w, out);
}
