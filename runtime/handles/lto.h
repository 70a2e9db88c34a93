/* lto.h - the beginning of our LTO-IR, after which a PTX text follows.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#define LTO_MAGIC "\177simtLTO"
enum { LTO_MAGIC_BYTES = 8 };
