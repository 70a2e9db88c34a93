/* mma_peak.h - see mma_peak.c. Each function runs `rounds` rounds and returns the
 * operations done; a multiplication and an addition are two.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

double peak_f32(u32 rounds);
double peak_f64(u32 rounds);
double peak_vnni(u32 rounds);
/* Tiles of so many rows; false if there is no AMX, or not for this process. */
bool peak_amx_begin(u32 rows);
void peak_amx_end(void);
double peak_amx_int8(u32 rounds);
double peak_amx_bf16(u32 rounds);
double peak_amx_alone(u32 rounds);
