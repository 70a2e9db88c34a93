/* gpu.h - a real device as a setting of random programs, where there is one.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tests/random/programs/gen.h"

struct gpu;
struct gpu_module;

/* The device's driver is libcuda.so.1, or what SIMT_RAND_LIBCUDA names: loaded when asked
 * for, so that nothing of it is needed to build. `optimize` is the level of the driver's
 * compiler, 0 to 4. NULL, and *why (in the arena), where there is none. */
struct gpu *gpu_open(struct arena *a, u32 optimize, const char **why);
void gpu_close(struct gpu *g);

/* A module of PTX (text[len] is 0); NULL, and *why with the compiler's log, if it is
 * refused. */
struct gpu_module *gpu_load(struct gpu *g, struct arena *a, const char *text,
                            const char **why);
void gpu_unload(struct gpu *g, struct gpu_module *m);
/* Runs the kernel of p that is number `index` in the module and leaves out, then acc in
 * `out`. After a fault the device is opened anew, which the module does not outlive: *why
 * says so, and gpu_run() of it fails from then on. */
bool gpu_run(struct gpu *g, struct arena *a, struct gpu_module *m,
             const struct program *p, u32 index, u8 *out, const char **why);
