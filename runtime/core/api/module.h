/* module.h - modules: PTX texts that are loaded on a device, linked, and searched for
 * variables.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

struct simt_device;
struct simt_module;

enum simt_log_format { SIMT_LOG_TEXT, SIMT_LOG_JSON, SIMT_LOG_NVCC, SIMT_LOG_SARIF };

struct simt_load_options {
	FILE *log; /* diagnostics; NULL: dropped */
	enum simt_log_format format;
	bool color, quiet_warnings;
	uint32_t max_errors;  /* 0: 20 */
	uint32_t optimize;    /* level of our optimiser, 0: the text runs as it stands */
	bool check_optimizer; /* it checks itself after every pass */
	bool whole_program;   /* .extern variables of known size are defined, as by a
	                       * driver that loads one text */
	bool refuse_unknown;  /* an instruction that does not exist is an error, as for a
	                       * driver; else reaching it traps */
	/* Host code of the same text, that simtcc --native made, or NULL. It runs as it
	 * is, so it has to be part of the program; and stays as long as the module. */
	const void *native;
	size_t native_bytes;
};

/* `name` stands in diagnostics. The text is copied. options may be NULL. */
enum simt_status simt_module_load(struct simt_device *dev, const char *name,
                                  const char *text, size_t len,
                                  const struct simt_load_options *options,
                                  struct simt_module **out);
enum simt_status simt_module_load_file(struct simt_device *dev, const char *path,
                                       const struct simt_load_options *options,
                                       struct simt_module **out);
struct simt_text {
	const char *text;
	size_t len;
};
/* Several texts as one module: .visible, .weak, .common and .extern names are the same
 * thing in all of them, other names are each text's own. Diagnostics show the linked
 * text. */
enum simt_status simt_module_link(struct simt_device *dev, const char *name,
                                  const struct simt_text *texts, uint32_t n,
                                  const struct simt_load_options *options,
                                  struct simt_module **out);
/* Checks one of several texts, before they are linked: another may have the names that it
 * lacks. */
enum simt_status simt_text_check(struct simt_device *dev, const char *name,
                                 const struct simt_text *text,
                                 const struct simt_load_options *options);
/* The linked text alone, for simt_text_free; NULL: no memory. n > 0. */
char *simt_link_texts(const struct simt_text *texts, uint32_t n, size_t *len);
/* The text with a limit of registers in its kernels, but for those that have .maxnreg,
 * .maxntid or .reqntid; for simt_text_free. NULL: no memory. */
char *simt_limit_registers(const struct simt_text *text, uint32_t registers, size_t *len);
void simt_text_free(char *text);
/* Graphs, and users of simt_function_keep, hold the module as long as they need it. Waits
 * for kernels, and not for code of the module that is being made. */
enum simt_status simt_module_unload(struct simt_module *m);
/* The same without waiting, for a thread that unloads a library: it holds the dynamic
 * loader's lock. */
enum simt_status simt_module_unload_soon(struct simt_module *m);
/* Gives every variable its initial value again. */
enum simt_status simt_module_restore(struct simt_module *m);
enum simt_status simt_variable_find(struct simt_module *m, const char *name,
                                    uint64_t *addr, uint64_t *size);
/* The variable of a loaded module that holds addr; false if none does. */
struct simt_variable {
	uint64_t base, size;
	bool is_managed;
};
bool simt_variable_at(struct simt_device *dev, uint64_t addr, struct simt_variable *out);

#ifdef __cplusplus
}
#endif
