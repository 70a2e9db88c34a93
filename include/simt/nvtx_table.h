/* nvtx_table.h - how the functions of nvtx3/nvToolsExt.h reach a timeline: the runtime library has a table of
 * what they need. A program without that library has none, and its annotations do nothing.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* domain: a name, or NULL. Texts are UTF-8; argb: a colour, 0 for none. */
struct simt_nvtx {
	int (*is_on)(void);
	void (*mark)(const char *__domain, const char *__text, uint32_t __argb);
	int (*push)(const char *__domain, const char *__text,
	            uint32_t __argb); /* how deep it is: from 0 */
	int (*pop)(const char *__domain);
	uint64_t (*start)(const char *__domain, const char *__text, uint32_t __argb);
	void (*end)(uint64_t __id);
	void (*name_thread)(uint32_t __id, const char *__text);
	const char *(*keep)(const char *__text);    /* a copy that stays; equal texts are one */
	const char *(*keep_wide)(const void *__text); /* of wchar_t, as UTF-8 */
};

const struct simt_nvtx *__cudaNvtx(void) __attribute__((__weak__));

#ifdef __cplusplus
}
#endif
