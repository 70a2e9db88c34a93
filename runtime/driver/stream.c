/* stream.c - streams and events of the driver interface, and operations on memory in
 * streams.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/handles/stream.h"
#include "runtime/driver/stream.h"
#include "runtime/handles/capture.h"
#include "runtime/handles/graph.h"

/* ---- streams ----------------------------------------------------------------------- */

CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned flags, int priority) {
	return RUNTIME(cudaStreamCreateWithPriority(stream, flags, priority));
}

CUresult cuStreamCreate(CUstream *stream, unsigned flags) {
	return cuStreamCreateWithPriority(stream, flags, 0);
}

CUresult cuStreamDestroy_v2(CUstream stream) {
	return RUNTIME_FREE(cudaStreamDestroy(stream));
}

CUresult cuStreamSynchronize(CUstream stream) {
	return RUNTIME_ON(stream, cudaStreamSynchronize(driver_stream(stream)));
}

CUresult cuStreamQuery(CUstream stream) {
	return RUNTIME_ON(stream, cudaStreamQuery(driver_stream(stream)));
}

CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags) {
	return RUNTIME_ON(stream,
	                  cudaStreamWaitEvent(driver_stream(stream), event, flags));
}

CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback fn, void *user,
                             unsigned flags) {
	return RUNTIME_ON(stream,
	                  cudaStreamAddCallback(driver_stream(stream),
	                                        (cudaStreamCallback_t)fn, user, flags));
}

CUresult cuStreamAttachMemAsync(CUstream stream, CUdeviceptr p, size_t n,
                                unsigned flags) {
	return RUNTIME_ON(stream, cudaStreamAttachMemAsync(driver_stream(stream),
	                                                   host_pointer(p), n, flags));
}

CUresult cuStreamGetPriority(CUstream stream, int *priority) {
	return RUNTIME_ON(stream, cudaStreamGetPriority(driver_stream(stream), priority));
}

CUresult cuStreamGetFlags(CUstream stream, unsigned *flags) {
	return RUNTIME_ON(stream, cudaStreamGetFlags(driver_stream(stream), flags));
}

CUresult cuStreamGetId(CUstream stream, unsigned long long *id) {
	return RUNTIME_ON(stream, cudaStreamGetId(driver_stream(stream), id));
}

CUresult cuStreamGetDevice(CUstream stream, CUdevice *device) {
	return RUNTIME_ON(stream, cudaStreamGetDevice(driver_stream(stream), device));
}

CUresult cuStreamGetCtx(CUstream stream, CUcontext *c) {
	struct CUstream_st *s;
	CUresult r = c ? driver_begin_on(stream) : CUDA_ERROR_INVALID_VALUE;
	if (r != CUDA_SUCCESS)
		return r;
	cudaError_t e = stream_find(stream, driver_zero(), &s);
	r = driver_end(e == cudaSuccess ? capture_is_sound(s) : e);
	if (r == CUDA_SUCCESS)
		*c = stream_context(s);
	return r;
}

CUresult cuStreamCopyAttributes(CUstream dst, CUstream src) {
	return RUNTIME(cudaStreamCopyAttributes(driver_stream(dst), driver_stream(src)));
}

CUresult cuStreamGetAttribute(CUstream stream, CUstreamAttrID which,
                              CUstreamAttrValue *value) {
	return RUNTIME_ON(stream,
	                  cudaStreamGetAttribute(driver_stream(stream),
	                                         (cudaLaunchAttributeID)which,
	                                         (cudaLaunchAttributeValue *)value));
}

CUresult cuStreamSetAttribute(CUstream stream, CUstreamAttrID which,
                              const CUstreamAttrValue *value) {
	return RUNTIME_ON(
		stream, cudaStreamSetAttribute(driver_stream(stream),
	                                       (cudaLaunchAttributeID)which,
	                                       (const cudaLaunchAttributeValue *)value));
}

/* ---- events ------------------------------------------------------------------------ */

CUresult cuEventCreate(CUevent *event, unsigned flags) {
	return RUNTIME(cudaEventCreateWithFlags(event, flags));
}

CUresult cuEventDestroy_v2(CUevent event) {
	return RUNTIME_FREE(cudaEventDestroy(event));
}

CUresult cuEventRecord(CUevent event, CUstream stream) {
	return RUNTIME_ON(stream, cudaEventRecord(event, driver_stream(stream)));
}

CUresult cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned flags) {
	return RUNTIME_ON(stream,
	                  cudaEventRecordWithFlags(event, driver_stream(stream), flags));
}

CUresult cuEventQuery(CUevent event) {
	return RUNTIME_FREE(cudaEventQuery(event));
}

CUresult cuEventSynchronize(CUevent event) {
	return RUNTIME_FREE(cudaEventSynchronize(event));
}

CUresult cuEventElapsedTime_v2(float *ms, CUevent from, CUevent to) {
	float unasked;
	CUresult r = RUNTIME_FREE(cudaEventElapsedTime(ms ? ms : &unasked, from, to));
	return r == CUDA_SUCCESS && !ms ? CUDA_ERROR_INVALID_VALUE : r;
}

CUresult cuEventElapsedTime(float *ms, CUevent from, CUevent to) {
	return cuEventElapsedTime_v2(ms, from, to);
}

/* ---- operations on memory ---------------------------------------------------------- */

static bool translate(const CUstreamBatchMemOpParams *p, struct simt_memory_op *op) {
	bool wide = p->operation == CU_STREAM_MEM_OP_WAIT_VALUE_64 ||
	            p->operation == CU_STREAM_MEM_OP_WRITE_VALUE_64;
	switch (p->operation) {
	case CU_STREAM_MEM_OP_WAIT_VALUE_32:
	case CU_STREAM_MEM_OP_WAIT_VALUE_64:
		*op = (struct simt_memory_op){
			.addr = p->waitValue.address,
			.value = wide ? p->waitValue.value64 : p->waitValue.value,
			.bytes = wide ? 8 : 4,
			.kind = SIMT_WAIT_GEQ + (p->waitValue.flags & 3)};
		return !(p->waitValue.flags & ~(3u | CU_STREAM_WAIT_VALUE_FLUSH));
	case CU_STREAM_MEM_OP_WRITE_VALUE_32:
	case CU_STREAM_MEM_OP_WRITE_VALUE_64:
		*op = (struct simt_memory_op){.addr = p->writeValue.address,
		                              .value = wide ? p->writeValue.value64
		                                            : p->writeValue.value,
		                              .bytes = wide ? 8 : 4,
		                              .kind = SIMT_WRITE};
		return !p->writeValue.flags; /* version 2 knows no NO_MEMORY_BARRIER */
	case CU_STREAM_MEM_OP_BARRIER:
		*op = (struct simt_memory_op){.kind = SIMT_BARRIER};
		return p->memoryBarrier.flags <= CU_STREAM_MEMORY_BARRIER_TYPE_GPU;
	case CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES:
		*op = (struct simt_memory_op){.kind = SIMT_BARRIER};
		return p->flushRemoteWrites.flags == 0;
	default: return false;
	}
}

bool memory_ops_of(const CUstreamBatchMemOpParams *p, unsigned n, unsigned flags,
                   struct simt_memory_op *op) {
	bool ok = !flags && n && n <= MEMORY_OPS_MAX && p;
	for (unsigned i = 0; ok && i < n; i++)
		ok = translate(&p[i], &op[i]);
	return ok;
}

/* Whether an operation asks for a flush, which the device cannot do
 * (CU_DEVICE_ATTRIBUTE_CAN_FLUSH_REMOTE_WRITES). */
static bool wants_flush(const CUstreamBatchMemOpParams *p, unsigned n) {
	for (unsigned i = 0; i < n; i++)
		if ((p[i].operation == CU_STREAM_MEM_OP_WAIT_VALUE_32 ||
		     p[i].operation == CU_STREAM_MEM_OP_WAIT_VALUE_64) &&
		    p[i].waitValue.flags & CU_STREAM_WAIT_VALUE_FLUSH)
			return true;
	return false;
}

static cudaError_t memory_ops(CUstream stream, unsigned n,
                              const CUstreamBatchMemOpParams *p, unsigned flags) {
	struct simt_memory_op op[MEMORY_OPS_MAX];
	struct CUstream_st *s;
	struct capture *c;
	if (!n && !flags)
		return cudaSuccess;
	if (!memory_ops_of(p, n, flags, op))
		return cudaErrorInvalidValue;
	if (wants_flush(p, n))
		return cudaErrorNotSupported;
	cudaError_t e = stream_find_here(stream, driver_zero(), &s);
	if (e == cudaSuccess)
		e = capture_enter(s, &c);
	if (e != cudaSuccess)
		return e;
	struct node_ops o = {.device = s->device,
	                     .op = op,
	                     .n = n,
	                     .told = p,
	                     .told_bytes = n * (u32)sizeof *p};
	return c ? capture_memory_ops(c, s, &o)
	         : stream_queued(s, simt_stream_memory_ops(s->stream, op, n));
}

CUresult cuStreamBatchMemOp_v2(CUstream stream, unsigned n,
                               CUstreamBatchMemOpParams *params, unsigned flags) {
	return RUNTIME_ON(stream, memory_ops(stream, n, params, flags));
}

CUresult cuStreamBatchMemOp(CUstream stream, unsigned n, CUstreamBatchMemOpParams *params,
                            unsigned flags) {
	return cuStreamBatchMemOp_v2(stream, n, params, flags);
}

static CUresult one(CUstream stream, CUstreamBatchMemOpType type, CUdeviceptr p,
                    u64 value, unsigned flags) {
	CUstreamBatchMemOpParams op = {.operation = type};
	op.waitValue.address = p;
	op.waitValue.value64 = value;
	op.waitValue.flags = flags;
	return cuStreamBatchMemOp_v2(stream, 1, &op, 0);
}

#define MEMORY_OP(name, type, T)                                             \
	CUresult name##_v2(CUstream s, CUdeviceptr p, T v, unsigned flags) { \
		return one(s, type, p, v, flags);                            \
	}                                                                    \
	CUresult name(CUstream s, CUdeviceptr p, T v, unsigned flags) {      \
		return one(s, type, p, v, flags);                            \
	}
MEMORY_OP(cuStreamWaitValue32, CU_STREAM_MEM_OP_WAIT_VALUE_32, cuuint32_t)
MEMORY_OP(cuStreamWaitValue64, CU_STREAM_MEM_OP_WAIT_VALUE_64, cuuint64_t)
MEMORY_OP(cuStreamWriteValue32, CU_STREAM_MEM_OP_WRITE_VALUE_32, cuuint32_t)
MEMORY_OP(cuStreamWriteValue64, CU_STREAM_MEM_OP_WRITE_VALUE_64, cuuint64_t)
