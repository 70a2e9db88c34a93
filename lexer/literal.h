/* literal.h - the text of a number or string to its value (PTX 4.5).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/base.h"

enum literal_status { LITERAL_OK, LITERAL_MALFORMED, LITERAL_TOO_LARGE };

/* Reads a decimal, 0x hexadecimal, 0 octal or 0b binary, each with an optional U.
 * `is_unsigned`: there was a U, or the value does not fit s64. */
enum literal_status literal_int(const char *s, size_t len, u64 *value, bool *is_unsigned);

/* Reads the digits of 0f3F800000 (ndigit 8) or 0d3FF0000000000000 (16): the bits of the
 * number. */
enum literal_status literal_float_bits(const char *s, size_t len, u32 ndigit, u64 *bits);

/* Reads a decimal float as the bits of the nearest double. `s` ends with a byte that no
 * number has. */
enum literal_status literal_decimal(const char *s, size_t len, u64 *bits);
