// references.cpp - texture references: what is set can be read back, and what cannot be is refused.
// SPDX-License-Identifier: Apache-2.0
#include "show.h"

static CUtexref made() {
	CUtexref t;
	CU(cuTexRefCreate(&t));
	return t;
}

static void defaults(CUtexref t) {
	CUaddress_mode mode[3];
	CUfilter_mode filter, between;
	CUarray_format format;
	int channels, anisotropy;
	float bias, low, high;
	unsigned flags;
	for (int i = 0; i < 3; i++)
		CU(cuTexRefGetAddressMode(&mode[i], t, i));
	CU(cuTexRefGetFilterMode(&filter, t));
	CU(cuTexRefGetMipmapFilterMode(&between, t));
	CU(cuTexRefGetFormat(&format, &channels, t));
	CU(cuTexRefGetMipmapLevelBias(&bias, t));
	CU(cuTexRefGetMipmapLevelClamp(&low, &high, t));
	CU(cuTexRefGetMaxAnisotropy(&anisotropy, t));
	CU(cuTexRefGetFlags(&flags, t));
	printf("address %d %d %d, filter %d %d, format %d x%d, bias %g, clamp %g %g, anisotropy %d, flags %u\n",
	       mode[0], mode[1], mode[2], filter, between, format, channels, bias, low, high,
	       anisotropy, flags);
}

static void set() {
	CUtexref t = made();
	defaults(t);
	float red[4] = {1, 0.25f, 0, 0.5f}, color[4] = {};
	SHOW(cuTexRefSetAddressMode(t, 0, CU_TR_ADDRESS_MODE_WRAP));
	SHOW(cuTexRefSetAddressMode(t, 1, CU_TR_ADDRESS_MODE_MIRROR));
	SHOW(cuTexRefSetAddressMode(t, 2, CU_TR_ADDRESS_MODE_BORDER));
	SHOW(cuTexRefSetFilterMode(t, CU_TR_FILTER_MODE_LINEAR));
	SHOW(cuTexRefSetMipmapFilterMode(t, CU_TR_FILTER_MODE_LINEAR));
	SHOW(cuTexRefSetFormat(t, CU_AD_FORMAT_SIGNED_INT16, 2));
	SHOW(cuTexRefSetMipmapLevelBias(t, 0.5f));
	SHOW(cuTexRefSetMipmapLevelClamp(t, 1, 3));
	SHOW(cuTexRefSetMaxAnisotropy(t, 8));
	SHOW(cuTexRefSetBorderColor(t, red));
	SHOW(cuTexRefSetFlags(t, CU_TRSF_READ_AS_INTEGER | CU_TRSF_SRGB));
	defaults(t);
	CU(cuTexRefGetBorderColor(color, t));
	printf("border %g %g %g %g\n", color[0], color[1], color[2], color[3]);
	SHOW(cuTexRefDestroy(t));
}

static void refused() {
	CUtexref t = made();
	CUarray array;
	CUmipmappedArray levels;
	CUdeviceptr p;
	CUDA_ARRAY_DESCRIPTOR d = {16, 4, CU_AD_FORMAT_FLOAT, 1};
	SHOW(cuTexRefCreate(nullptr));
	SHOW(cuTexRefSetFormat(t, CU_AD_FORMAT_FLOAT, 3));
	SHOW(cuTexRefSetAddressMode(t, 3, CU_TR_ADDRESS_MODE_CLAMP));
	SHOW(cuTexRefSetBorderColor(t, nullptr));
	SHOW(cuTexRefSetArray(t, nullptr, CU_TRSA_OVERRIDE_FORMAT));
	SHOW(cuTexRefSetMipmappedArray(t, nullptr, CU_TRSA_OVERRIDE_FORMAT));
	SHOW(cuTexRefSetAddress2D(t, nullptr, 256, 256));
	SHOW(cuTexRefGetArray(&array, t));
	SHOW(cuTexRefGetMipmappedArray(&levels, t));
	SHOW(cuTexRefGetAddress(&p, t));
	SHOW(cuTexRefGetAddressMode(nullptr, t, 0));
	SHOW(cuTexRefGetFilterMode(nullptr, t));
	SHOW(cuTexRefGetMipmapFilterMode(nullptr, t));
	SHOW(cuTexRefGetMipmapLevelBias(nullptr, t));
	SHOW(cuTexRefGetMaxAnisotropy(nullptr, t));
	SHOW(cuTexRefGetBorderColor(nullptr, t));
	SHOW(cuTexRefGetFlags(nullptr, t));
	SHOW(cuTexRefSetFilterMode(nullptr, CU_TR_FILTER_MODE_POINT));
	SHOW(cuTexRefSetFlags(nullptr, 0));
	SHOW(cuTexRefSetMaxAnisotropy(nullptr, 1));
	SHOW(cuTexRefSetAddress2D(nullptr, &d, 256, 256));
	SHOW(cuTexRefSetFormat(nullptr, CU_AD_FORMAT_FLOAT, 1));
	unsigned flags;
	CUfilter_mode filter;
	SHOW(cuTexRefGetFlags(&flags, nullptr));
	SHOW(cuTexRefGetFilterMode(&filter, nullptr));
	SHOW(cuTexRefDestroy(nullptr));
	CU(cuTexRefDestroy(t));
}

// Linear memory: textures begin where allocations do, and the rest is returned as an offset.
static void linear() {
	CUtexref t = made();
	CUdeviceptr p, q = 0;
	size_t offset = 99;
	CUDA_ARRAY_DESCRIPTOR d = {16, 4, CU_AD_FORMAT_UNSIGNED_INT8, 4};
	CU(cuMemAlloc(&p, 4096));
	CU(cuTexRefSetFormat(t, CU_AD_FORMAT_FLOAT, 1));
	SHOW(cuTexRefSetAddress(&offset, t, p, 1024));
	SHOW(cuTexRefGetAddress(&q, t));
	printf("offset %zu, the address: %s\n", offset, p == q ? "the same" : "another");
	SHOW(cuTexRefSetAddress(&offset, t, p + 16, 1024));
	CU(cuTexRefGetAddress(&q, t));
	printf("offset %zu, the address: %s\n", offset, p == q ? "the same" : "another");
	SHOW(cuTexRefSetAddress(nullptr, t, p, 1024));
	SHOW(cuTexRefSetAddress(nullptr, t, p + 16, 1024));
	SHOW(cuTexRefSetFormat(t, CU_AD_FORMAT_UNSIGNED_INT32, 2));
	SHOW(cuTexRefSetAddress2D(t, &d, p, 512));
	SHOW(cuTexRefSetAddress2D(t, &d, p + 4, 512));
	CUarray_format format;
	int channels;
	CU(cuTexRefGetFormat(&format, &channels, t));
	printf("format %d x%d\n", format, channels);
	CU(cuTexRefDestroy(t));
	CU(cuMemFree(p));
}

static void arrays() {
	CUtexref t = made();
	CUDA_ARRAY_DESCRIPTOR d = {16, 8, CU_AD_FORMAT_HALF, 2};
	CUDA_ARRAY3D_DESCRIPTOR d3 = {16, 8, 0, CU_AD_FORMAT_FLOAT, 4, 0};
	CUarray a, got = nullptr;
	CUmipmappedArray m, levels = nullptr;
	CUarray_format format;
	int channels;
	CU(cuArrayCreate(&a, &d));
	CU(cuMipmappedArrayCreate(&m, &d3, 4));
	SHOW(cuTexRefSetArray(t, a, CU_TRSA_OVERRIDE_FORMAT));
	SHOW(cuTexRefGetArray(&got, t));
	CU(cuTexRefGetFormat(&format, &channels, t));
	printf("%s array, format %d x%d\n", got == a ? "the same" : "another", format, channels);
	SHOW(cuTexRefSetMipmappedArray(t, m, CU_TRSA_OVERRIDE_FORMAT));
	SHOW(cuTexRefGetMipmappedArray(&levels, t));
	CU(cuTexRefGetFormat(&format, &channels, t));
	printf("%s levels, format %d x%d\n", levels == m ? "the same" : "other", format, channels);
	CU(cuTexRefDestroy(t));
	CU(cuMipmappedArrayDestroy(m));
	CU(cuArrayDestroy(a));
}

int main() {
	CUdevice device;
	CUcontext context;
	CUtexref t;
	SHOW(cuTexRefCreate(&t));
	CU(cuInit(0));
	SHOW(cuTexRefCreate(&t));
	CU(cuDeviceGet(&device, 0));
	CU(cuDevicePrimaryCtxRetain(&context, device));
	CU(cuCtxSetCurrent(context));
	set();
	refused();
	linear();
	arrays();
	return 0;
}
