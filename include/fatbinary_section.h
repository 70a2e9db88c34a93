/* fatbinary_section.h - where objects keep device code, and the structure that points
 * to it.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef fatbinary_section_INCLUDED
#define fatbinary_section_INCLUDED

/* Points to a fat binary, or with the second version also to a list of them. */
#define FATBINC_MAGIC 0x466243B1
#define FATBINC_VERSION 1
#define FATBINC_LINK_VERSION 2

typedef struct {
	int magic;
	int version;
	const unsigned long long *data;
	void *filename_or_fatbins;
} __fatBinC_Wrapper_t;

#define FATBIN_CONTROL_SECTION_NAME ".nvFatBinSegment"
#define FATBIN_DATA_SECTION_NAME ".nv_fatbin"
#define FATBIN_PRELINK_DATA_SECTION_NAME "__nv_relfatbin"

#endif
