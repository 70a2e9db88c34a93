/* refuse.h - functions that only say that they are not supported. Between the two
 * macros parameters need no use.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* SIMT_REFUSE(type, value, name, (parameters)) returns the value. */
#define SIMT_REFUSE(type, value, name, params)                     \
	static inline __attribute__((unused)) type name params { \
		return value;                                    \
	}
