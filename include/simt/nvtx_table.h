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
	void (*mark)(const char *domain, const char *text, uint32_t argb);
	int (*push)(const char *domain, const char *text, uint32_t argb); /* how deep it is: from 0 */
	int (*pop)(const char *domain);
	uint64_t (*start)(const char *domain, const char *text, uint32_t argb);
	void (*end)(uint64_t id);
	void (*name_thread)(uint32_t id, const char *text);
	const char *(*keep)(const char *text);      /* a copy that stays; equal texts are one */
	const char *(*keep_wide)(const void *text); /* of wchar_t, as UTF-8 */
};

const struct simt_nvtx *__cudaNvtx(void) __attribute__((weak));

#ifdef __cplusplus
}
#endif
