/* parts.cpp - parts of devices and contexts that have one; launches as they were before CUDA 4; what is refused.
 * SPDX-License-Identifier: Apache-2.0 */
#include "show.h"

static const char ptx[] = R"(
.version 7.8
.target sm_80
.address_size 64
.visible .entry sum(.param .u64 out, .param .u32 a, .param .f32 b)
{
	.reg .u64 %rd<2>; .reg .u32 %r<8>; .reg .f32 %f<2>;
	ld.param.u64 %rd1, [out];
	ld.param.u32 %r1, [a];
	ld.param.f32 %f1, [b];
	cvt.rzi.u32.f32 %r2, %f1;
	add.u32 %r1, %r1, %r2;
	atom.global.add.u32 %r3, [%rd1], %r1;
	ret;
}
)";

static void parts() {
	CUdevResource all, part[2], rest, of;
	CUdevResourceDesc desc;
	CUgreenCtx g, found;
	CUcontext c, now;
	CUstream s;
	CUevent e;
	unsigned n = 0;
	CU(cuDeviceGetDevResource(0, &all, CU_DEV_RESOURCE_TYPE_SM));
	int sms;
	CU(cuDeviceGetAttribute(&sms, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 0));
	printf("device: %d %d\n", all.type, all.sm.smCount == (unsigned)sms);
	SHOW(cuDeviceGetDevResource(0, &all, CU_DEV_RESOURCE_TYPE_INVALID));
	CU(cuDeviceGetDevResource(0, &all, CU_DEV_RESOURCE_TYPE_SM));
	CU(cuDevSmResourceSplitByCount(NULL, &n, &all, NULL, 0, 1));
	unsigned step = all.sm.minSmPartitionSize;
	printf("groups: %d\n", n > 0);
	n = 1;
	CU(cuDevSmResourceSplitByCount(part, &n, &all, &rest, 0, 1));
	unsigned left = rest.type == CU_DEV_RESOURCE_TYPE_SM ? rest.sm.smCount : 0;
	printf("part: %u, of a step %d, rest %d\n", n, part[0].sm.smCount == step, left == sms - step);
	n = 1;
	CU(cuDevSmResourceSplitByCount(part, &n, &all, NULL, CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING, 1));
	printf("small part: %u, %d\n", n, part[0].sm.smCount <= 2);
	SHOW(cuDevSmResourceSplitByCount(part, &n, &all, NULL, 0, 100000));
	n = 1;
	CU(cuDevSmResourceSplitByCount(part, &n, &all, &rest, 0, 1));
	CU(cuDevResourceGenerateDesc(&desc, part, 1));
	SHOW(cuGreenCtxCreate(&g, desc, 0, 0));
	CU(cuGreenCtxCreate(&g, desc, 0, CU_GREEN_CTX_DEFAULT_STREAM));
	CU(cuGreenCtxGetDevResource(g, &of, CU_DEV_RESOURCE_TYPE_SM));
	printf("context: %d\n", of.sm.smCount == step);
	CU(cuCtxFromGreenCtx(&c, g));
	SHOW(cuCtxDestroy(c));
	CU(cuCtxGetDevResource(c, &of, CU_DEV_RESOURCE_TYPE_SM));
	printf("context: %d\n", of.sm.smCount == step);
	CU(cuCtxGetCurrent(&now));
	printf("current: %d\n", now == c);
	SHOW(cuGreenCtxStreamCreate(&s, g, CU_STREAM_DEFAULT, 0));
	CU(cuGreenCtxStreamCreate(&s, g, CU_STREAM_NON_BLOCKING, 0));
	CU(cuStreamGetGreenCtx(s, &found));
	printf("stream: %d\n", found == g);
	CU(cuEventCreate(&e, 0));
	CU(cuGreenCtxWaitEvent(g, e));
	CU(cuEventDestroy(e));
	CU(cuStreamDestroy(s));
	CU(cuCtxPushCurrent(c));
	CUdeviceptr p;
	CU(cuMemAlloc(&p, 64));
	CU(cuMemFree(p));
	CU(cuCtxPopCurrent(NULL));
	CU(cuStreamCreate(&s, 0));
	CU(cuStreamGetGreenCtx(s, &found));
	printf("other stream: %d\n", found == NULL);
	CU(cuStreamDestroy(s));
	CU(cuGreenCtxDestroy(g));
}

static int primary_active() {
	unsigned flags;
	int active;
	CU(cuDevicePrimaryCtxGetState(0, &flags, &active));
	return active;
}

/* Without a description a green context has the whole device. It keeps the primary context alive, which its streams name
 * beside it. */
static void whole() {
	CUdevResource all, of;
	CUgreenCtx g, found;
	CUcontext c, primary;
	CUstream s;
	printf("before: %d\n", primary_active());
	SHOW(cuGreenCtxCreate(&g, NULL, 0, 0));
	SHOW(cuGreenCtxCreate(&g, NULL, 99, CU_GREEN_CTX_DEFAULT_STREAM));
	CU(cuGreenCtxCreate(&g, NULL, 0, CU_GREEN_CTX_DEFAULT_STREAM));
	printf("created: %d\n", primary_active());
	CU(cuDeviceGetDevResource(0, &all, CU_DEV_RESOURCE_TYPE_SM));
	CU(cuGreenCtxGetDevResource(g, &of, CU_DEV_RESOURCE_TYPE_SM));
	printf("whole: %d %d\n", of.sm.smCount == all.sm.smCount, of.sm.minSmPartitionSize == all.sm.minSmPartitionSize);
	CU(cuGreenCtxStreamCreate(&s, g, CU_STREAM_NON_BLOCKING, 0));
	CU(cuStreamGetCtx_v2(s, &c, &found));
	CU(cuDevicePrimaryCtxRetain(&primary, 0));
	printf("stream: %d %d\n", found == g, c == primary);
	CU(cuStreamGetCtx_v2(s, &c, NULL));
	printf("stream: %d\n", c == primary);
	CU(cuCtxFromGreenCtx(&primary, g));
	CU(cuStreamGetCtx(s, &c));
	printf("stream: %d\n", c == primary);
	CU(cuStreamDestroy(s));
	CU(cuDevicePrimaryCtxRelease(0));
	printf("released: %d\n", primary_active());
	CU(cuGreenCtxDestroy(g));
	printf("destroyed: %d\n", primary_active());
}

static void older_launches() {
	CUmodule m;
	CUfunction f;
	CUdeviceptr p;
	unsigned out = 0;
	CU(cuModuleLoadData(&m, ptx));
	CU(cuModuleGetFunction(&f, m, "sum"));
	int registers = 0;
	CU(cuFuncGetAttribute(&registers, CU_FUNC_ATTRIBUTE_NUM_REGS, f));
	printf("registers: %d\n", registers > 3);
	CU(cuMemAlloc(&p, 64));
	CU(cuMemsetD32(p, 0, 1));
	CU(cuFuncSetBlockShape(f, 4, 2, 1));
	CU(cuFuncSetSharedSize(f, 128));
	CU(cuParamSetv(f, 0, &p, 8));
	CU(cuParamSeti(f, 8, 3));
	CU(cuParamSetf(f, 12, 4.5f));
	CU(cuParamSetSize(f, 16));
	CU(cuLaunch(f));
	CU(cuLaunchGrid(f, 2, 3));
	CU(cuLaunchGridAsync(f, 1, 1, CU_STREAM_LEGACY));
	CU(cuMemcpyDtoH(&out, p, 4));
	printf("sum: %u\n", out);
	SHOW(cuLaunchGrid(f, 0, 1));
	SHOW(cuFuncSetBlockShape(f, 0, 1, 1));
	SHOW(cuParamSeti(f, -4, 3));
	CU(cuMemFree(p));
	CU(cuModuleUnload(m));
}

int main() {
	CUcontext context;
	setvbuf(stdout, NULL, _IONBF, 0);
	CU(cuInit(0));
	whole();
	CU(cuDevicePrimaryCtxRetain(&context, 0));
	CU(cuCtxSetCurrent(context));
	parts();
	older_launches();
	return 0;
}
