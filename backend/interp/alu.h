/* alu.h - the levels of the host's instruction set that the lane loops are compiled for.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/alu_fn.h"

enum alu_level { ALU_BASE, ALU_V3, ALU_V4 };

/* The best level this host runs. */
enum alu_level alu_host_level(void);

/* The level in use: the best one, or a lower one that SIMT_ISA asks for. */
enum alu_level alu_level(void);

/* Lane loop of a row and its types at a level that the host has; NULL if the row has no
 * such types. */
alu_fn *alu_lookup_level(enum row row, const u8 type[4], enum alu_level level);
