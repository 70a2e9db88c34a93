/* literal.c - numbers digit by digit, with the overflow test before each digit;
 * decimal floats through strtod, which rounds correctly.
 * SPDX-License-Identifier: Apache-2.0 */
#include "lexer/literal.h"

#include <stdlib.h>

static u32 digit_value(int c) {
	if (c >= '0' && c <= '9')
		return (u32)(c - '0');
	c |= 0x20;
	return c >= 'a' && c <= 'f' ? (u32)(c - 'a') + 10 : 99;
}

static enum literal_status digits(const char *s, size_t len, u32 base, u64 *value) {
	u64 v = 0;
	bool too_large = false;
	for (size_t i = 0; i < len; i++) {
		u32 d = digit_value(s[i]);
		if (d >= base)
			return LITERAL_MALFORMED;
		/* 16 digits of any base fit. */
		if (i >= 16 && v > (UINT64_MAX - d) / base)
			too_large = true;
		v = v * base + d;
	}
	*value = v;
	return too_large ? LITERAL_TOO_LARGE : LITERAL_OK;
}

enum literal_status literal_int(const char *s, size_t len, u64 *value,
                                bool *is_unsigned) {
	bool suffix = len > 1 && (s[len - 1] == 'U' || s[len - 1] == 'u');
	len -= suffix;
	u32 base = 10;
	if (len > 1 && s[0] == '0') {
		int c = s[1] | 0x20;
		base = c == 'x' ? 16 : c == 'b' ? 2 : 8;
		size_t prefix = base == 8 ? 1 : 2;
		s += prefix;
		len -= prefix;
	}
	if (len == 0)
		return LITERAL_MALFORMED;
	enum literal_status status = digits(s, len, base, value);
	*is_unsigned = suffix || (status == LITERAL_OK && *value > INT64_MAX);
	return status;
}

enum literal_status literal_float_bits(const char *s, size_t len, u32 ndigit, u64 *bits) {
	if (len != ndigit)
		return LITERAL_MALFORMED;
	return digits(s, len, 16, bits);
}

enum literal_status literal_decimal(const char *s, size_t len, u64 *bits) {
	char *end;
	double v = strtod(s, &end);
	memcpy(bits, &v, sizeof(*bits));
	return end == s + len ? LITERAL_OK : LITERAL_MALFORMED;
}
