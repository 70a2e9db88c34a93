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
	const struct simt_nvtx *__t = __cudaNvtx ? __cudaNvtx() : NULL;
	return __t && __t->is_on() ? __t : NULL;
}

SIMT_NVTX const char *simt_nvtx_text(const struct simt_nvtx *__t,
                                     const nvtxEventAttributes_t *__e) {
	switch (__e ? __e->messageType : 0) {
	case NVTX_MESSAGE_TYPE_ASCII: return __e->message.ascii;
	case NVTX_MESSAGE_TYPE_UNICODE: return __t->keep_wide(__e->message.unicode);
	case NVTX_MESSAGE_TYPE_REGISTERED: return (const char *)__e->message.registered;
	default: return NULL;
	}
}

SIMT_NVTX uint32_t simt_nvtx_color(const nvtxEventAttributes_t *__e) {
	return __e && __e->colorType == NVTX_COLOR_ARGB ? __e->color | 0xff000000u : 0;
}

/* ---- start ---- */

SIMT_NVTX void nvtxInitialize(const void *__reserved) {
	(void)__reserved;
}

/* ---- domains ---- NULL is the default one. */

SIMT_NVTX nvtxDomainHandle_t nvtxDomainCreateA(const char *__name) {
	const struct simt_nvtx *__t = simt_nvtx_table();
	return __t ? (nvtxDomainHandle_t)__t->keep(__name) : NULL;
}

SIMT_NVTX nvtxDomainHandle_t nvtxDomainCreateW(const wchar_t *__name) {
	const struct simt_nvtx *__t = simt_nvtx_table();
	return __t ? (nvtxDomainHandle_t)__t->keep_wide(__name) : NULL;
}

SIMT_NVTX void nvtxDomainDestroy(nvtxDomainHandle_t __domain) {
	(void)__domain;
}

SIMT_NVTX nvtxStringHandle_t nvtxDomainRegisterStringA(nvtxDomainHandle_t __domain,
                                                       const char *__text) {
	const struct simt_nvtx *__t = simt_nvtx_table();
	(void)__domain;
	return __t ? (nvtxStringHandle_t)__t->keep(__text) : NULL;
}

SIMT_NVTX nvtxStringHandle_t nvtxDomainRegisterStringW(nvtxDomainHandle_t __domain,
                                                       const wchar_t *__text) {
	const struct simt_nvtx *__t = simt_nvtx_table();
	(void)__domain;
	return __t ? (nvtxStringHandle_t)__t->keep_wide(__text) : NULL;
}

/* ---- marks ---- */

SIMT_NVTX void nvtxDomainMarkEx(nvtxDomainHandle_t __domain, const nvtxEventAttributes_t *__e) {
	const struct simt_nvtx *__t = simt_nvtx_table();
	if (__t)
		__t->mark((const char *)__domain, simt_nvtx_text(__t, __e), simt_nvtx_color(__e));
}

SIMT_NVTX void nvtxMarkEx(const nvtxEventAttributes_t *__e) {
	nvtxDomainMarkEx(NULL, __e);
}

SIMT_NVTX void nvtxMarkA(const char *__text) {
	const struct simt_nvtx *__t = simt_nvtx_table();
	if (__t)
		__t->mark(NULL, __text, 0);
}

SIMT_NVTX void nvtxMarkW(const wchar_t *__text) {
	const struct simt_nvtx *__t = simt_nvtx_table();
	if (__t)
		__t->mark(NULL, __t->keep_wide(__text), 0);
}

/* ---- ranges of one thread, which nest ---- The level, from 0; below 0: it is not known. */

SIMT_NVTX int nvtxDomainRangePushEx(nvtxDomainHandle_t __domain, const nvtxEventAttributes_t *__e) {
	const struct simt_nvtx *__t = simt_nvtx_table();
	return __t ? __t->push((const char *)__domain, simt_nvtx_text(__t, __e),
	                       simt_nvtx_color(__e))
	           : NVTX_NO_PUSH_POP_TRACKING;
}

SIMT_NVTX int nvtxRangePushEx(const nvtxEventAttributes_t *__e) {
	return nvtxDomainRangePushEx(NULL, __e);
}

SIMT_NVTX int nvtxRangePushA(const char *__text) {
	const struct simt_nvtx *__t = simt_nvtx_table();
	return __t ? __t->push(NULL, __text, 0) : NVTX_NO_PUSH_POP_TRACKING;
}

SIMT_NVTX int nvtxRangePushW(const wchar_t *__text) {
	const struct simt_nvtx *__t = simt_nvtx_table();
	return __t ? __t->push(NULL, __t->keep_wide(__text), 0) : NVTX_NO_PUSH_POP_TRACKING;
}

SIMT_NVTX int nvtxDomainRangePop(nvtxDomainHandle_t __domain) {
	const struct simt_nvtx *__t = simt_nvtx_table();
	return __t ? __t->pop((const char *)__domain) : NVTX_NO_PUSH_POP_TRACKING;
}

SIMT_NVTX int nvtxRangePop(void) {
	return nvtxDomainRangePop(NULL);
}

/* ---- ranges that any thread may end ---- */

SIMT_NVTX nvtxRangeId_t nvtxDomainRangeStartEx(nvtxDomainHandle_t __domain,
                                               const nvtxEventAttributes_t *__e) {
	const struct simt_nvtx *__t = simt_nvtx_table();
	return __t ? __t->start((const char *)__domain, simt_nvtx_text(__t, __e),
	                        simt_nvtx_color(__e))
	           : 0;
}

SIMT_NVTX nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t *__e) {
	return nvtxDomainRangeStartEx(NULL, __e);
}

SIMT_NVTX nvtxRangeId_t nvtxRangeStartA(const char *__text) {
	const struct simt_nvtx *__t = simt_nvtx_table();
	return __t ? __t->start(NULL, __text, 0) : 0;
}

SIMT_NVTX nvtxRangeId_t nvtxRangeStartW(const wchar_t *__text) {
	const struct simt_nvtx *__t = simt_nvtx_table();
	return __t ? __t->start(NULL, __t->keep_wide(__text), 0) : 0;
}

SIMT_NVTX void nvtxDomainRangeEnd(nvtxDomainHandle_t __domain, nvtxRangeId_t __id) {
	const struct simt_nvtx *__t = simt_nvtx_table();
	(void)__domain;
	if (__t)
		__t->end(__id);
}

SIMT_NVTX void nvtxRangeEnd(nvtxRangeId_t __id) {
	nvtxDomainRangeEnd(NULL, __id);
}

/* ---- names ---- Categories appear nowhere. */

SIMT_NVTX void nvtxNameOsThreadA(uint32_t __id, const char *__name) {
	const struct simt_nvtx *__t = simt_nvtx_table();
	if (__t)
		__t->name_thread(__id, __name);
}

SIMT_NVTX void nvtxNameOsThreadW(uint32_t __id, const wchar_t *__name) {
	const struct simt_nvtx *__t = simt_nvtx_table();
	if (__t)
		__t->name_thread(__id, __t->keep_wide(__name));
}

SIMT_NVTX void nvtxDomainNameCategoryA(nvtxDomainHandle_t __domain, uint32_t __category,
                                       const char *__name) {
	(void)__domain, (void)__category, (void)__name;
}

SIMT_NVTX void nvtxDomainNameCategoryW(nvtxDomainHandle_t __domain, uint32_t __category,
                                       const wchar_t *__name) {
	(void)__domain, (void)__category, (void)__name;
}

SIMT_NVTX void nvtxNameCategoryA(uint32_t __category, const char *__name) {
	(void)__category, (void)__name;
}

SIMT_NVTX void nvtxNameCategoryW(uint32_t __category, const wchar_t *__name) {
	(void)__category, (void)__name;
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
