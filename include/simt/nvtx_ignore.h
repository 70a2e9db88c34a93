/* nvtx_ignore.h - functions of NVTX that timelines have no use for: they do nothing.
 * Between the two pragmas of a header parameters need no use.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* SIMT_NVTX_IGNORE(type, value, name, (parameters)) returns the value. */
#define SIMT_NVTX_IGNORE(type, value, name, params)              \
	static inline __attribute__((unused)) type name params { \
		return value;                                    \
	}

#define NVTX_STATIC_CAST(type, value) ((type)(value))
/* A class of resources and its number make a type. */
#define NVTX_RESOURCE_MAKE_TYPE(CLASS, INDEX) \
	((((uint32_t)(NVTX_RESOURCE_CLASS_##CLASS)) << 16) | ((uint32_t)(INDEX)))
