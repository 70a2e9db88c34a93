/* ptx_run.h - one function that runs PTX over memory of the host, as gpuocelot's does.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/* Runs the first kernel of the text and waits. args[i] itself is the value of parameter
 * i, as 64 bits; pointers are the host's. Errors are printed on stderr and end the
 * process, since there is no result for them. */
void ptx_run(const char *ptx, int nargs, void *args[], int block_x, int block_y,
             int block_z, int grid_x, int grid_y, int grid_z, int shared_bytes);

#ifdef __cplusplus
}
#endif
