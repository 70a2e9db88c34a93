/* nvToolsExt.h - NVTX: marks and ranges that a program puts into timelines (SIMT_TRACE, --trace). All of it is in
 * this header; without a timeline, or without simt's runtime library, it does nothing.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <wchar.h>

#include "../simt/nvtx_table.h"

#define NVTX_VERSION 3
#define NVTX_SUCCESS 0
#define NVTX_FAIL 1
#define NVTX_NO_PUSH_POP_TRACKING ((int)-2)

typedef uint64_t nvtxRangeId_t;

/* A domain and a registered string are the texts that the library keeps. */
struct nvtxDomainRegistration_st;
struct nvtxStringRegistration_st;
struct nvtxResourceHandle;
typedef struct nvtxDomainRegistration_st nvtxDomainRegistration;
typedef struct nvtxStringRegistration_st nvtxStringRegistration;
typedef nvtxDomainRegistration *nvtxDomainHandle_t;
typedef nvtxStringRegistration *nvtxStringHandle_t;
typedef struct nvtxResourceHandle *nvtxResourceHandle_t;

typedef enum nvtxColorType_t { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 } nvtxColorType_t;

typedef enum nvtxMessageType_t {
	NVTX_MESSAGE_UNKNOWN = 0,
	NVTX_MESSAGE_TYPE_ASCII = 1,
	NVTX_MESSAGE_TYPE_UNICODE = 2,
	NVTX_MESSAGE_TYPE_REGISTERED = 3,
} nvtxMessageType_t;

typedef enum nvtxPayloadType_t {
	NVTX_PAYLOAD_UNKNOWN = 0,
	NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1,
	NVTX_PAYLOAD_TYPE_INT64 = 2,
	NVTX_PAYLOAD_TYPE_DOUBLE = 3,
	NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4,
	NVTX_PAYLOAD_TYPE_INT32 = 5,
	NVTX_PAYLOAD_TYPE_FLOAT = 6,
} nvtxPayloadType_t;

typedef union nvtxMessageValue_t {
	const char *ascii;
	const wchar_t *unicode;
	nvtxStringHandle_t registered;
} nvtxMessageValue_t;

typedef struct nvtxEventAttributes_v2 {
	uint16_t version; /* NVTX_VERSION */
	uint16_t size;    /* NVTX_EVENT_ATTRIB_STRUCT_SIZE */
	uint32_t category;
	int32_t colorType; /* nvtxColorType_t */
	uint32_t color;
	int32_t payloadType; /* nvtxPayloadType_t */
	int32_t reserved0;
	union payload_t {
		uint64_t ullValue;
		int64_t llValue;
		double dValue;
		uint32_t uiValue;
		int32_t iValue;
		float fValue;
	} payload;
	int32_t messageType; /* nvtxMessageType_t */
	nvtxMessageValue_t message;
} nvtxEventAttributes_v2;
typedef nvtxEventAttributes_v2 nvtxEventAttributes_t;
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))

#define SIMT_NVTX static inline __attribute__((unused))

/* NULL: annotations do nothing. */
SIMT_NVTX const struct simt_nvtx *simt_nvtx_table(void) {
	const struct simt_nvtx *t = __cudaNvtx ? __cudaNvtx() : NULL;
	return t && t->is_on() ? t : NULL;
}

SIMT_NVTX const char *simt_nvtx_text(const struct simt_nvtx *t, const nvtxEventAttributes_t *e) {
	switch (e ? e->messageType : 0) {
	case NVTX_MESSAGE_TYPE_ASCII: return e->message.ascii;
	case NVTX_MESSAGE_TYPE_UNICODE: return t->keep_wide(e->message.unicode);
	case NVTX_MESSAGE_TYPE_REGISTERED: return (const char *)e->message.registered;
	default: return NULL;
	}
}

SIMT_NVTX uint32_t simt_nvtx_color(const nvtxEventAttributes_t *e) {
	return e && e->colorType == NVTX_COLOR_ARGB ? e->color | 0xff000000u : 0;
}

/* ---- start ---- */

SIMT_NVTX void nvtxInitialize(const void *reserved) {
	(void)reserved;
}

/* ---- domains ---- NULL is the default one. */

SIMT_NVTX nvtxDomainHandle_t nvtxDomainCreateA(const char *name) {
	const struct simt_nvtx *t = simt_nvtx_table();
	return t ? (nvtxDomainHandle_t)t->keep(name) : NULL;
}

SIMT_NVTX nvtxDomainHandle_t nvtxDomainCreateW(const wchar_t *name) {
	const struct simt_nvtx *t = simt_nvtx_table();
	return t ? (nvtxDomainHandle_t)t->keep_wide(name) : NULL;
}

SIMT_NVTX void nvtxDomainDestroy(nvtxDomainHandle_t domain) {
	(void)domain;
}

SIMT_NVTX nvtxStringHandle_t nvtxDomainRegisterStringA(nvtxDomainHandle_t domain, const char *text) {
	const struct simt_nvtx *t = simt_nvtx_table();
	(void)domain;
	return t ? (nvtxStringHandle_t)t->keep(text) : NULL;
}

SIMT_NVTX nvtxStringHandle_t nvtxDomainRegisterStringW(nvtxDomainHandle_t domain,
                                                       const wchar_t *text) {
	const struct simt_nvtx *t = simt_nvtx_table();
	(void)domain;
	return t ? (nvtxStringHandle_t)t->keep_wide(text) : NULL;
}

/* ---- marks ---- */

SIMT_NVTX void nvtxDomainMarkEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *e) {
	const struct simt_nvtx *t = simt_nvtx_table();
	if (t)
		t->mark((const char *)domain, simt_nvtx_text(t, e), simt_nvtx_color(e));
}

SIMT_NVTX void nvtxMarkEx(const nvtxEventAttributes_t *e) {
	nvtxDomainMarkEx(NULL, e);
}

SIMT_NVTX void nvtxMarkA(const char *text) {
	const struct simt_nvtx *t = simt_nvtx_table();
	if (t)
		t->mark(NULL, text, 0);
}

SIMT_NVTX void nvtxMarkW(const wchar_t *text) {
	const struct simt_nvtx *t = simt_nvtx_table();
	if (t)
		t->mark(NULL, t->keep_wide(text), 0);
}

/* ---- ranges of one thread, which nest ---- The level, from 0; below 0: it is not known. */

SIMT_NVTX int nvtxDomainRangePushEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t *e) {
	const struct simt_nvtx *t = simt_nvtx_table();
	return t ? t->push((const char *)domain, simt_nvtx_text(t, e), simt_nvtx_color(e))
	         : NVTX_NO_PUSH_POP_TRACKING;
}

SIMT_NVTX int nvtxRangePushEx(const nvtxEventAttributes_t *e) {
	return nvtxDomainRangePushEx(NULL, e);
}

SIMT_NVTX int nvtxRangePushA(const char *text) {
	const struct simt_nvtx *t = simt_nvtx_table();
	return t ? t->push(NULL, text, 0) : NVTX_NO_PUSH_POP_TRACKING;
}

SIMT_NVTX int nvtxRangePushW(const wchar_t *text) {
	const struct simt_nvtx *t = simt_nvtx_table();
	return t ? t->push(NULL, t->keep_wide(text), 0) : NVTX_NO_PUSH_POP_TRACKING;
}

SIMT_NVTX int nvtxDomainRangePop(nvtxDomainHandle_t domain) {
	const struct simt_nvtx *t = simt_nvtx_table();
	return t ? t->pop((const char *)domain) : NVTX_NO_PUSH_POP_TRACKING;
}

SIMT_NVTX int nvtxRangePop(void) {
	return nvtxDomainRangePop(NULL);
}

/* ---- ranges that any thread may end ---- */

SIMT_NVTX nvtxRangeId_t nvtxDomainRangeStartEx(nvtxDomainHandle_t domain,
                                               const nvtxEventAttributes_t *e) {
	const struct simt_nvtx *t = simt_nvtx_table();
	return t ? t->start((const char *)domain, simt_nvtx_text(t, e), simt_nvtx_color(e)) : 0;
}

SIMT_NVTX nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *e) {
	return nvtxDomainRangeStartEx(NULL, e);
}

SIMT_NVTX nvtxRangeId_t nvtxRangeStartA(const char *text) {
	const struct simt_nvtx *t = simt_nvtx_table();
	return t ? t->start(NULL, text, 0) : 0;
}

SIMT_NVTX nvtxRangeId_t nvtxRangeStartW(const wchar_t *text) {
	const struct simt_nvtx *t = simt_nvtx_table();
	return t ? t->start(NULL, t->keep_wide(text), 0) : 0;
}

SIMT_NVTX void nvtxDomainRangeEnd(nvtxDomainHandle_t domain, nvtxRangeId_t id) {
	const struct simt_nvtx *t = simt_nvtx_table();
	(void)domain;
	if (t)
		t->end(id);
}

SIMT_NVTX void nvtxRangeEnd(nvtxRangeId_t id) {
	nvtxDomainRangeEnd(NULL, id);
}

/* ---- names ---- Categories appear nowhere. */

SIMT_NVTX void nvtxNameOsThreadA(uint32_t id, const char *name) {
	const struct simt_nvtx *t = simt_nvtx_table();
	if (t)
		t->name_thread(id, name);
}

SIMT_NVTX void nvtxNameOsThreadW(uint32_t id, const wchar_t *name) {
	const struct simt_nvtx *t = simt_nvtx_table();
	if (t)
		t->name_thread(id, t->keep_wide(name));
}

SIMT_NVTX void nvtxDomainNameCategoryA(nvtxDomainHandle_t domain, uint32_t category,
                                       const char *name) {
	(void)domain, (void)category, (void)name;
}

SIMT_NVTX void nvtxDomainNameCategoryW(nvtxDomainHandle_t domain, uint32_t category,
                                       const wchar_t *name) {
	(void)domain, (void)category, (void)name;
}

SIMT_NVTX void nvtxNameCategoryA(uint32_t category, const char *name) {
	(void)category, (void)name;
}

SIMT_NVTX void nvtxNameCategoryW(uint32_t category, const wchar_t *name) {
	(void)category, (void)name;
}

#ifdef UNICODE
#define nvtxMark nvtxMarkW
#define nvtxRangeStart nvtxRangeStartW
#define nvtxRangePush nvtxRangePushW
#define nvtxNameCategory nvtxNameCategoryW
#define nvtxNameOsThread nvtxNameOsThreadW
#define nvtxDomainCreate nvtxDomainCreateW
#define nvtxDomainRegisterString nvtxDomainRegisterStringW
#define nvtxDomainNameCategory nvtxDomainNameCategoryW
#else
#define nvtxMark nvtxMarkA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxRangePush nvtxRangePushA
#define nvtxNameCategory nvtxNameCategoryA
#define nvtxNameOsThread nvtxNameOsThreadA
#define nvtxDomainCreate nvtxDomainCreateA
#define nvtxDomainRegisterString nvtxDomainRegisterStringA
#define nvtxDomainNameCategory nvtxDomainNameCategoryA
#endif
