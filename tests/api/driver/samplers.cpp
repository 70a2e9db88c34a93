/* samplers.cpp - which descriptions of textures are taken, and what is told of them afterwards.
 * SPDX-License-Identifier: Apache-2.0 */
#include <initializer_list>

#include "show.h"

static CUDA_RESOURCE_DESC of_array(unsigned format, unsigned channels, size_t width, size_t height, size_t depth) {
	CUDA_ARRAY3D_DESCRIPTOR d = {width, height, depth, (CUarray_format)format, channels, 0};
	CUDA_RESOURCE_DESC r;
	memset(&r, 0, sizeof r);
	r.resType = CU_RESOURCE_TYPE_ARRAY;
	CU(cuArray3DCreate(&r.res.array.hArray, &d));
	return r;
}

static CUresult make(const CUDA_RESOURCE_DESC &r, const CUDA_TEXTURE_DESC &t, const CUDA_RESOURCE_VIEW_DESC *v = nullptr) {
	CUtexObject o;
	CUresult e = cuTexObjectCreate(&o, &r, &t, v);
	if (e == CUDA_SUCCESS)
		CU(cuTexObjectDestroy(o));
	return e;
}

/* Of dimensions that the resource does not have any mode is taken, and told as clamp. */
static void modes() {
	struct {
		const char *name;
		CUDA_RESOURCE_DESC r;
	} resources[] = {{"1D", of_array(CU_AD_FORMAT_FLOAT, 1, 16, 0, 0)},
	                 {"2D", of_array(CU_AD_FORMAT_FLOAT, 1, 16, 16, 0)},
	                 {"3D", of_array(CU_AD_FORMAT_FLOAT, 1, 16, 16, 4)}};
	for (auto &x : resources)
		for (int dim = 0; dim < 3; dim++)
			for (int mode : {3, 4, -1}) {
				CUDA_TEXTURE_DESC t, told;
				CUtexObject o;
				memset(&t, 0, sizeof t);
				memset(&told, 0x5a, sizeof told);
				t.addressMode[dim] = (CUaddress_mode)mode;
				t.borderColor[0] = 1;
				CUresult e = cuTexObjectCreate(&o, &x.r, &t, nullptr);
				printf("%s, dimension %d, mode %d: %d", x.name, dim, mode, e);
				if (e == CUDA_SUCCESS) {
					CU(cuTexObjectGetTextureDesc(&told, o));
					printf(", told %d %d %d, border written %d", told.addressMode[0], told.addressMode[1],
					       told.addressMode[2], told.borderColor[0] == 1);
				}
				puts("");
			}
}

static void fields() {
	CUDA_RESOURCE_DESC r = of_array(CU_AD_FORMAT_FLOAT, 1, 16, 16, 0), none;
	CUDA_TEXTURE_DESC t;
	CUDA_RESOURCE_VIEW_DESC view;
	CUtexObject o;
	for (unsigned flag = 1; flag < 0x100; flag <<= 1) {
		memset(&t, 0, sizeof t);
		t.flags = flag;
		printf("flag %x: %d\n", flag, make(r, t));
	}
	memset(&t, 0, sizeof t);
	t.reserved[11] = 1;
	SHOW(make(r, t));
	t.reserved[11] = 0;
	CU(cuTexObjectCreate(&o, &r, &t, nullptr));
	memset(&view, 0x5a, sizeof view);
	SHOW(cuTexObjectGetResourceViewDesc(&view, o));
	printf("view %x\n", view.format);
	memset(&none, 0, sizeof none);
	for (int type = 0; type < 4; type++) {
		none.resType = (CUresourcetype)type;
		printf("nothing of type %d: %d\n", type, make(none, t));
	}
}

/* A view of small integers can be of larger ones or floats, which are no fractions. */
static void views() {
	struct {
		const char *name;
		CUDA_RESOURCE_DESC r;
	} resources[] = {{"u8 x4", of_array(CU_AD_FORMAT_UNSIGNED_INT8, 4, 16, 16, 0)},
	                 {"u32", of_array(CU_AD_FORMAT_UNSIGNED_INT32, 1, 16, 16, 0)},
	                 {"f16 x4", of_array(CU_AD_FORMAT_HALF, 4, 16, 16, 0)}};
	CUDA_TEXTURE_DESC t;
	memset(&t, 0, sizeof t);
	for (auto &x : resources) {
		printf("%s:", x.name);
		for (int f = 0; f < 36; f++) {
			CUDA_RESOURCE_VIEW_DESC v;
			memset(&v, 0, sizeof v);
			v.format = (CUresourceViewFormat)f;
			v.width = v.height = 16;
			CUresult e = make(x.r, t, &v);
			if (e == CUDA_SUCCESS)
				printf(" %d", f);
			else if (e != CUDA_ERROR_INVALID_VALUE)
				printf(" %d is %d", f, e);
		}
		puts("");
	}
}

static void linear() {
	CUdeviceptr p;
	CUDA_TEXTURE_DESC t;
	CUDA_RESOURCE_DESC r;
	memset(&t, 0, sizeof t);
	memset(&r, 0, sizeof r);
	CU(cuMemAlloc(&p, 4096));
	r.resType = CU_RESOURCE_TYPE_LINEAR;
	for (CUdeviceptr offset : {0, 256, 512}) {
		r.res.linear = {p + offset, CU_AD_FORMAT_FLOAT, 1, 1024};
		printf("at %d: %d\n", (int)offset, make(r, t));
	}
	for (size_t size : {(size_t)1 << 30, (size_t)1 << 31, (size_t)0xfffffffc, (size_t)1 << 33}) {
		r.res.linear = {p, CU_AD_FORMAT_FLOAT, 1, size};
		printf("%zu bytes: %d", size, make(r, t));
		r.res.linear.format = CU_AD_FORMAT_UNSIGNED_INT8;
		printf(" %d\n", make(r, t));
	}
	for (unsigned f : {0xc0, 0xc3, 0x20, 0x03}) {
		r.res.linear = {p, (CUarray_format)f, 1, 1024};
		printf("format %x: %d\n", f, make(r, t));
	}
}

static void references() {
	CUtexref t;
	CUdeviceptr p;
	size_t offset = 7;
	CUaddress_mode mode;
	CU(cuTexRefCreate(&t));
	CU(cuMemAlloc(&p, 4096));
	SHOW(cuTexRefSetAddress(&offset, t, p + 256, 64));
	printf("offset %zu\n", offset);
	SHOW(cuTexRefSetAddress(nullptr, t, p + 256, 64));
	SHOW(cuTexRefSetAddress(nullptr, t, p + 512, 64));
	SHOW(cuTexRefSetAddress(&offset, t, 0, 64));
	SHOW(cuTexRefSetAddressMode(t, 0, (CUaddress_mode)4));
	CU(cuTexRefGetAddressMode(&mode, t, 0));
	printf("mode %d\n", mode);
	SHOW(cuTexRefSetFlags(t, 0xc));
	SHOW(cuTexRefSetFlags(t, 0x40));
}

int main() {
	CUcontext c;
	CU(cuInit(0));
	CU(cuDevicePrimaryCtxRetain(&c, 0));
	CU(cuCtxSetCurrent(c));
	modes();
	fields();
	views();
	linear();
	references();
	return 0;
}
