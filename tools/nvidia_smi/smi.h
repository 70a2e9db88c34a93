/* smi.h - nvidia-smi: what its files share.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <nvml.h>
#include <stdio.h>

#include "base/base.h"

enum {
	SMI_GOOD = 0,
	SMI_WRONG = 2, /* a value, a field or an option that is not valid here */
	SMI_NOT_SUPPORTED = 3,
	SMI_NO_DEVICE = 6,
	SMI_NO_DRIVER = 9,
	SMI_UNKNOWN_OPTION = 255,
	SMI_MISUSED_OPTION = 255,
	SMI_DEVICES = 16,
	SMI_PROCESSES = 256,
	SMI_VALUE = 128, /* characters of a value */
};

struct smi_gpus {
	nvmlDevice_t at[SMI_DEVICES];
	u32 n;
	u32 all; /* that are attached */
};

/* value.c: a field by its name, NULL if there is none; its value as text, without its
 * unit. False: it is not available. */
struct smi_field {
	const char *name, *other, *unit;
	bool (*value)(nvmlDevice_t d, char *out);
};
const struct smi_field *smi_field_find(const char *name, size_t len);
extern const struct smi_field smi_fields[];
extern const u32 smi_nfield;
/* "Thu Nov 26 12:31:48 2026" */
void smi_write_time(char *out);
/* Of the driver and of CUDA: "580.00", "13.0". */
void smi_versions(char driver[SMI_VALUE], char cuda[SMI_VALUE]);

struct smi_process {
	u32 pid;
	u64 bytes;
	char name[4096];
};
u32 smi_processes(nvmlDevice_t d, struct smi_process *out);

/* main.c: devices by index, UUID or bus id, with commas; NULL: all. False: there is no
 * such one, or none at all. */
bool smi_find_devices(const char *ids, struct smi_gpus *g);

/* topology.c, nvlink.c: commands of their own, with their own options. */
int smi_topology(int argc, char **argv, FILE *out);
int smi_nvlink(int argc, char **argv, FILE *out);

/* screen.c, log.c, csv.c: the forms of output. Each returns an exit status. */
int smi_screen(const struct smi_gpus *g, FILE *out);
int smi_list(const struct smi_gpus *g, FILE *out);
int smi_list_one(nvmlDevice_t d, FILE *out);
/* `sections`: words with commas between them, NULL: all. */
int smi_log(const struct smi_gpus *g, const char *sections, bool xml, FILE *out);
struct smi_format {
	bool noheader, nounits;
};
int smi_query_gpus(const struct smi_gpus *g, const char *fields, struct smi_format f,
                   FILE *out);
int smi_query_processes(const struct smi_gpus *g, const char *fields, struct smi_format f,
                        FILE *out);
