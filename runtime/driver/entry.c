/* entry.c - how the driver interface is started and entered: cuInit, results, names to
 * functions.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "runtime/driver/driver.h"
#include "runtime/driver/table.h"
#include "runtime/handles/device.h"
#include "runtime/handles/host_function.h"
#include "runtime/handles/params.h"
#include "runtime/handles/stream.h"

enum { DRIVER_VERSION = 13000 };

/* ---- the call that is under way ---------------------------------------------------- */

static _Atomic bool started;
static _Thread_local enum stream_zero zero;
static _Thread_local CUresult refusal;
static _Thread_local bool is_lent; /* the current context is that of the call's stream */

bool driver_is_ready(void) {
	bool ready = started;
	for (int i = 0; i < MAX_DEVICES && !ready; i++)
		ready = device_is_open(i);
	return ready;
}

CUresult driver_begin_bare(void) {
	refusal = driver_is_ready() ? CUDA_SUCCESS : CUDA_ERROR_NOT_INITIALIZED;
	cudart_quiet(refusal == CUDA_SUCCESS);
	return refusal;
}

CUresult driver_begin(void) {
	const struct CUctx_st *c = context_current();
	refusal = CUDA_SUCCESS;
	if (!driver_is_ready())
		refusal = CUDA_ERROR_NOT_INITIALIZED;
	else if (!c)
		refusal = CUDA_ERROR_INVALID_CONTEXT;
	else if (!context_is_alive(c))
		refusal = CUDA_ERROR_CONTEXT_IS_DESTROYED;
	cudart_quiet(refusal == CUDA_SUCCESS);
	return refusal;
}

/* The driver finds the context of an allocation, a stream or an event by itself; a
 * destroyed context that is still current is an error. */
CUresult driver_begin_free(void) {
	return context_current() ? driver_begin() : driver_begin_bare();
}

CUresult driver_begin_on(CUstream s) {
	struct CUstream_st *found;
	if (stream_is_default(s) || context_current())
		return driver_begin();
	if (driver_begin_bare() == CUDA_SUCCESS &&
	    stream_find(s, zero, &found) == cudaSuccess)
		is_lent = context_push(stream_context(found));
	return refusal;
}

CUresult driver_refusal(void) {
	return refusal;
}

CUresult driver_end(cudaError_t e) {
	if (is_lent)
		context_pop();
	is_lent = false;
	cudart_quiet(false);
	return driver_result(e);
}

/* Most numbers mean the same in both interfaces; converts those that only the runtime
 * has. */
CUresult driver_result(cudaError_t e) {
	switch (e) {
	case cudaErrorInvalidConfiguration:
	case cudaErrorInvalidPitchValue:
	case cudaErrorInvalidMemcpyDirection:
	case cudaErrorInvalidFilterSetting:
	case cudaErrorInvalidNormSetting:
	case cudaErrorInvalidChannelDescriptor: return CUDA_ERROR_INVALID_VALUE;
	case cudaErrorInvalidSymbol: return CUDA_ERROR_NOT_FOUND;
	case cudaErrorInvalidDeviceFunction: return CUDA_ERROR_INVALID_HANDLE;
	default: return (CUresult)e;
	}
}

enum stream_zero driver_zero(void) {
	return zero;
}

CUstream driver_stream(CUstream s) {
	return s == NULL && zero == ZERO_IS_PER_THREAD ? CU_STREAM_PER_THREAD : s;
}

/* ---- start ------------------------------------------------------------------------- */

CUresult cuInit(unsigned flags) {
	int n = device_count();
	if (flags)
		return CUDA_ERROR_INVALID_VALUE;
	if (n <= 0)
		return n < 0 ? CUDA_ERROR_UNKNOWN : CUDA_ERROR_NO_DEVICE;
	started = true;
	return CUDA_SUCCESS;
}

CUresult cuDriverGetVersion(int *version) {
	if (!version)
		return CUDA_ERROR_INVALID_VALUE;
	*version = DRIVER_VERSION;
	return CUDA_SUCCESS;
}

/* There is no profiler. */
CUresult cuProfilerStart(void) {
	return RUNTIME(cudaSuccess);
}

CUresult cuProfilerStop(void) {
	return RUNTIME(cudaSuccess);
}

/* ---- results ----------------------------------------------------------------------- */

static const struct {
	CUresult value;
	const char *name;
} results[] = {
#define CUDA_RESULT(name, value) {(CUresult)value, #name},
#include <simt/cuda_result.def>
#undef CUDA_RESULT
};

/* The table is in order. */
static const char *result_name(CUresult r) {
	u32 low = 0, high = countof(results);
	while (low < high) {
		u32 mid = (low + high) / 2;
		if (results[mid].value < r)
			low = mid + 1;
		else
			high = mid;
	}
	return low < countof(results) && results[low].value == r ? results[low].name
	                                                         : NULL;
}

CUresult cuGetErrorName(CUresult r, const char **name) {
	if (!name)
		return CUDA_ERROR_INVALID_VALUE;
	*name = result_name(r);
	return *name ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult r, const char **text) {
	if (!text)
		return CUDA_ERROR_INVALID_VALUE;
	*text = NULL;
	if (!result_name(r))
		return CUDA_ERROR_INVALID_VALUE;
	if (r == CUDA_ERROR_CONTEXT_ALREADY_CURRENT)
		*text = "context already current";
	else if (r == CUDA_ERROR_KEY_ROTATION)
		*text = "a key rotation is needed";
	else
		*text = cudaGetErrorString((cudaError_t)r);
	return CUDA_SUCCESS;
}

/* ---- stream 0 as the calling thread's own ------------------------------------------ */

#define CU_FN(symbol, name, since, ...)
#define CU_FN0(symbol, name, since)
#define CU_TWIN(symbol, twin, ...)                      \
	CUresult twin(PARAMS(__VA_ARGS__)) {            \
		zero = ZERO_IS_PER_THREAD;              \
		CUresult r = symbol(ARGS(__VA_ARGS__)); \
		zero = ZERO_IS_LEGACY;                  \
		return r;                               \
	}
#define CU_FN_SZ(symbol, name, since, ...) CU_TWIN(symbol, symbol##_ptsz, __VA_ARGS__)
#define CU_FN_DS(symbol, name, since, ...) CU_TWIN(symbol, symbol##_ptds, __VA_ARGS__)
#define CU_FN_OLD CU_FN
#define CU_FN_OLD_SZ CU_FN_SZ
#include <simt/cuda_driver.def>
#undef CU_FN
#undef CU_FN0
#undef CU_FN_SZ
#undef CU_FN_DS

/* ---- in a timeline ----------------------------------------------------------------- */

static CUresult show(const char *name, u64 start, CUresult r) {
	simt_trace_call(name, start, (int)r, result_name(r));
	return r;
}

/* A function of its own, so that a call that is not watched saves no registers. */
#define SHOWN(symbol, params, args)                                                      \
	__attribute__((noinline, cold)) static CUresult watched_##symbol params {        \
		if (host_function_refuses(#symbol))                                      \
			return CUDA_ERROR_NOT_PERMITTED;                                 \
		int e = simt_inject_call(#symbol);                                       \
		if (e)                                                                   \
			return (CUresult)e;                                              \
		if (!simt_tracing())                                                     \
			return symbol args;                                              \
		u64 start = simt_trace_now();                                            \
		return show(#symbol, start, symbol args);                                \
	}                                                                                \
	static CUresult shown_##symbol params {                                          \
		return simt_watched() || simt_in_host_function() ? watched_##symbol args \
		                                                 : symbol args;          \
	}
#define CU_FN(symbol, name, since, ...) \
	SHOWN(symbol, (PARAMS(__VA_ARGS__)), (ARGS(__VA_ARGS__)))
#define CU_FN0(symbol, name, since) SHOWN(symbol, (void), ())
#define CU_FN_SZ(symbol, name, since, ...)      \
	CU_FN(symbol, name, since, __VA_ARGS__) \
	CU_FN(symbol##_ptsz, name, since, __VA_ARGS__)
#define CU_FN_DS(symbol, name, since, ...)      \
	CU_FN(symbol, name, since, __VA_ARGS__) \
	CU_FN(symbol##_ptds, name, since, __VA_ARGS__)
#define CU_FN_OLD CU_FN
#define CU_FN_OLD_SZ CU_FN_SZ
#include <simt/cuda_driver.def>
#undef CU_FN
#undef CU_FN0
#undef CU_FN_SZ
#undef CU_FN_DS

/* ---- names to functions ------------------------------------------------------------ */

typedef void (*any_function)(void);

static const struct entry {
	const char *name;
	int since;
	any_function plain, per_thread; /* the same if stream 0 does not matter */
} entries[] = {
#define ENTRY(symbol, twin, name, since) \
	{#name, since, (any_function)shown_##symbol, (any_function)shown_##twin},
#define CU_FN(symbol, name, since, ...) ENTRY(symbol, symbol, name, since)
#define CU_FN0(symbol, name, since) ENTRY(symbol, symbol, name, since)
#define CU_FN_SZ(symbol, name, since, ...) ENTRY(symbol, symbol##_ptsz, name, since)
#define CU_FN_DS(symbol, name, since, ...) ENTRY(symbol, symbol##_ptds, name, since)
#define CU_FN_OLD CU_FN
#define CU_FN_OLD_SZ CU_FN_SZ
#include <simt/cuda_driver.def>
#undef CU_FN
#undef CU_FN0
#undef CU_FN_SZ
#undef CU_FN_DS
	/* This name got another function in CUDA 12; both exist. */
	ENTRY(cuGraphInstantiateWithFlags, cuGraphInstantiateWithFlags,
              cuGraphInstantiate, 12000)};

/* Finds a function by name. Forms of one name are adjacent, older ones first; a program
 * gets the newest one of its version of CUDA. */
static const struct entry *find_entry(const char *name, unsigned version, bool *too_new) {
	const struct entry *best = NULL;
	*too_new = false;
	for (u32 i = 0; i < countof(entries); i++) {
		if (strcmp(entries[i].name, name) != 0)
			continue;
		if ((unsigned)entries[i].since <= version)
			best = &entries[i];
		else
			*too_new = !best;
	}
	return best;
}

CUresult cuGetProcAddress_v2(const char *name, void **fn, int version, cuuint64_t flags,
                             CUdriverProcAddressQueryResult *found) {
	const cuuint64_t both = CU_GET_PROC_ADDRESS_LEGACY_STREAM |
	                        CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
	bool own = flags & CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM ||
	           (!flags && zero == ZERO_IS_PER_THREAD);
	bool too_new;
	if (!name || !fn || (flags & ~both) || version > DRIVER_VERSION)
		return CUDA_ERROR_INVALID_VALUE;
	*fn = NULL;
	const struct entry *e = find_entry(name, (unsigned)version, &too_new);
	any_function f = !e ? NULL : own ? e->per_thread : e->plain;
	memcpy(fn, &f, sizeof f);
	if (found)
		*found = e         ? CU_GET_PROC_ADDRESS_SUCCESS
		         : too_new ? CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT
		                   : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
	return e || found ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult cuGetProcAddress(const char *name, void **fn, int version, cuuint64_t flags) {
	return cuGetProcAddress_v2(name, fn, version, flags, NULL);
}

/* Refused: the tables that runtime libraries ask for are undocumented. */
CUresult cuGetExportTable(const void **table, const CUuuid *id) {
	static _Atomic bool told;
	if (!table || !id)
		return CUDA_ERROR_INVALID_VALUE;
	*table = NULL;
	if (!atomic_exchange(&told, true))
		fprintf(stderr, "simt: the program asks for a private table of NVIDIA's "
		                "driver, as "
		                "NVIDIA's static runtime does\n"
		                "simt: run it with simtrun, or link it with -cudart "
		                "shared or simt's "
		                "libcudart_static.a\n");
	return CUDA_ERROR_NOT_SUPPORTED;
}

/* ---- for libcuda ------------------------------------------------------------------- */

const struct driver_table *__cudaDriverTable(void);
const struct driver_table *__cudaDriverTable(void) {
	static const struct driver_table table = {
#define CU_FN(symbol, name, since, ...) .symbol = shown_##symbol,
#define CU_FN0(symbol, name, since) .symbol = shown_##symbol,
#define CU_FN_SZ(symbol, name, since, ...) \
	.symbol = shown_##symbol, .symbol##_ptsz = shown_##symbol##_ptsz,
#define CU_FN_DS(symbol, name, since, ...) \
	.symbol = shown_##symbol, .symbol##_ptds = shown_##symbol##_ptds,
#define CU_FN_OLD CU_FN
#define CU_FN_OLD_SZ CU_FN_SZ
#include <simt/cuda_driver.def>
#undef CU_FN
#undef CU_FN0
#undef CU_FN_SZ
#undef CU_FN_DS
	};
	return &table;
}
