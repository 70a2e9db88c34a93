/* textures.cpp - arrays, texture and surface objects, texture references of the driver interface.
 * SPDX-License-Identifier: Apache-2.0 */
#include "show.h"
#include <cstring>
#include <string>

static const char ptx[] = R"(
.version 7.8
.target sm_80
.address_size 64
.global .texref named;
.global .surfref page;
.visible .entry read(.param .u64 out, .param .u64 tex, .param .f32 x, .param .f32 y)
{
	.reg .u64 %rd<4>; .reg .f32 %f<8>;
	ld.param.u64 %rd1, [out];
	ld.param.u64 %rd2, [tex];
	ld.param.f32 %f1, [x];
	ld.param.f32 %f2, [y];
	tex.2d.v4.f32.f32 {%f3, %f4, %f5, %f6}, [%rd2, {%f1, %f2}];
	st.global.v4.f32 [%rd1], {%f3, %f4, %f5, %f6};
	ret;
}
.visible .entry fetch(.param .u64 out, .param .u64 tex, .param .u32 i)
{
	.reg .u64 %rd<4>; .reg .u32 %r<8>;
	ld.param.u64 %rd1, [out];
	ld.param.u64 %rd2, [tex];
	ld.param.u32 %r1, [i];
	tex.1d.v4.u32.s32 {%r2, %r3, %r4, %r5}, [%rd2, {%r1}];
	st.global.v4.u32 [%rd1], {%r2, %r3, %r4, %r5};
	ret;
}
.visible .entry write(.param .u64 surf, .param .u32 v)
{
	.reg .u64 %rd<4>; .reg .u32 %r<8>;
	ld.param.u64 %rd1, [surf];
	ld.param.u32 %r1, [v];
	mov.u32 %r2, %tid.x;
	shl.b32 %r3, %r2, 2;
	mov.u32 %r4, %tid.y;
	add.u32 %r1, %r1, %r2;
	sust.b.2d.b32.trap [%rd1, {%r3, %r4}], {%r1};
	ret;
}
.visible .entry read_named(.param .u64 out, .param .f32 x, .param .f32 y)
{
	.reg .u64 %rd<4>; .reg .f32 %f<8>;
	ld.param.u64 %rd1, [out];
	ld.param.f32 %f1, [x];
	ld.param.f32 %f2, [y];
	tex.2d.v4.f32.f32 {%f3, %f4, %f5, %f6}, [named, {%f1, %f2}];
	st.global.v4.f32 [%rd1], {%f3, %f4, %f5, %f6};
	ret;
}
.visible .entry write_page(.param .u32 v)
{
	.reg .u32 %r<8>;
	ld.param.u32 %r1, [v];
	mov.u32 %r2, %tid.x;
	shl.b32 %r3, %r2, 2;
	mov.u32 %r4, 0;
	sust.b.2d.b32.trap [page, {%r3, %r4}], {%r1};
	ret;
}
)";

static CUmodule m;
static CUfunction read_, fetch, write_, read_named, write_page;
static CUdeviceptr p;

static CUDA_ARRAY3D_DESCRIPTOR shape(size_t w, size_t h, size_t d, CUarray_format f, unsigned n, unsigned flags) {
	CUDA_ARRAY3D_DESCRIPTOR a;
	memset(&a, 0, sizeof a);
	a.Width = w;
	a.Height = h;
	a.Depth = d;
	a.Format = f;
	a.NumChannels = n;
	a.Flags = flags;
	return a;
}

static void arrays() {
	CUarray a, level;
	CUmipmappedArray mip;
	CUDA_ARRAY_DESCRIPTOR d = {16, 4, CU_AD_FORMAT_FLOAT, 2}, q;
	CUDA_ARRAY3D_DESCRIPTOR d3, q3;
	CU(cuArrayCreate(&a, &d));
	CU(cuArrayGetDescriptor(&q, a));
	printf("2d: %zu %zu %d %u\n", q.Width, q.Height, q.Format, q.NumChannels);
	CU(cuArray3DGetDescriptor(&q3, a));
	printf("2d: %zu %zu %zu %d %u flags %u\n", q3.Width, q3.Height, q3.Depth, q3.Format, q3.NumChannels, q3.Flags);
	CU(cuArrayDestroy(a));
	for (unsigned n = 0; n <= 4; n++) {
		CUDA_ARRAY_DESCRIPTOR block = {16, 16, CU_AD_FORMAT_BC5_UNORM, n},
				      planar = {16, 16, CU_AD_FORMAT_NV12, n};
		if (n != 2) // which only hardware makes
			printf("blocks of %u: %s, planes: %s\n", n, name_of(cuArrayCreate(&a, &block)),
			       name_of(cuArrayCreate(&a, &planar)));
	}
	SHOW(cuArrayDestroy(NULL));
	SHOW(cuArrayCreate(NULL, &d));
	SHOW(cuArrayCreate(&a, NULL));
	d.NumChannels = 3;
	SHOW(cuArrayCreate(&a, &d));
	d.NumChannels = 2;
	d.Format = (CUarray_format)77;
	SHOW(cuArrayCreate(&a, &d));
	d.Format = CU_AD_FORMAT_HALF;
	d.Width = 0;
	SHOW(cuArrayCreate(&a, &d));
	d3 = shape(8, 4, 6, CU_AD_FORMAT_SIGNED_INT16, 4, CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_SURFACE_LDST);
	CU(cuArray3DCreate(&a, &d3));
	CU(cuArray3DGetDescriptor(&q3, a));
	printf("layers: %zu %zu %zu %d %u flags %u\n", q3.Width, q3.Height, q3.Depth, q3.Format, q3.NumChannels,
	       q3.Flags);
	CU(cuArrayDestroy(a));
	d3 = shape(8, 4, 6, CU_AD_FORMAT_UNSIGNED_INT8, 1, CUDA_ARRAY3D_CUBEMAP);
	SHOW(cuArray3DCreate(&a, &d3));
	d3 = shape(64, 64, 0, CU_AD_FORMAT_UNSIGNED_INT8, 4, 0);
	CU(cuMipmappedArrayCreate(&mip, &d3, 3));
	CU(cuMipmappedArrayGetLevel(&level, mip, 2));
	CU(cuArrayGetDescriptor(&q, level));
	printf("level 2: %zu %zu\n", q.Width, q.Height);
	SHOW(cuMipmappedArrayGetLevel(&level, mip, 3));
	CU(cuMipmappedArrayDestroy(mip));
	SHOW(cuMipmappedArrayDestroy(NULL));
}

static void copies() {
	unsigned char row[32], back[32] = {};
	CUarray a, b, box;
	CUDA_ARRAY_DESCRIPTOR d = {32, 0, CU_AD_FORMAT_UNSIGNED_INT8, 1};
	for (int i = 0; i < 32; i++)
		row[i] = (unsigned char)(i + 1);
	CU(cuArrayCreate(&a, &d));
	CU(cuArrayCreate(&b, &d));
	CU(cuMemcpyHtoA(a, 0, row, 32));
	CU(cuMemcpyAtoA(b, 4, a, 8, 16));
	CU(cuMemcpyAtoD(p, b, 4, 16));
	CU(cuMemcpyDtoA(b, 20, p, 4));
	CU(cuMemcpyAtoH(back, b, 4, 20));
	printf("lines: %u %u %u %u\n", back[0], back[15], back[16], back[19]);
	SHOW(cuMemcpyHtoA(a, 16, row, 17));
	CU(cuArrayDestroy(a));
	CU(cuArrayDestroy(b));
	/* a box of 2 x 3 texels of 4 bytes, at (1, 1) of an array of 8 x 4 */
	CUDA_ARRAY_DESCRIPTOR d2 = {8, 4, CU_AD_FORMAT_UNSIGNED_INT8, 4};
	CU(cuArrayCreate(&box, &d2));
	unsigned char all[8 * 4 * 4] = {}, out[8 * 4 * 4];
	CUDA_MEMCPY2D c;
	memset(&c, 0, sizeof c);
	c.srcMemoryType = CU_MEMORYTYPE_HOST;
	c.srcHost = all;
	c.srcPitch = 32;
	c.dstMemoryType = CU_MEMORYTYPE_ARRAY;
	c.dstArray = box;
	c.WidthInBytes = 32;
	c.Height = 4;
	CU(cuMemcpy2D(&c));
	c.srcHost = row;
	c.srcPitch = 8;
	c.dstXInBytes = 4;
	c.dstY = 1;
	c.WidthInBytes = 8;
	c.Height = 3;
	CU(cuMemcpy2D(&c));
	c.dstXInBytes = 3;
	SHOW(cuMemcpy2D(&c));
	c.dstXInBytes = 28;
	SHOW(cuMemcpy2D(&c));
	memset(&c, 0, sizeof c);
	c.srcMemoryType = CU_MEMORYTYPE_ARRAY;
	c.srcArray = box;
	c.dstMemoryType = CU_MEMORYTYPE_HOST;
	c.dstHost = out;
	c.dstPitch = 32;
	c.WidthInBytes = 32;
	c.Height = 4;
	CU(cuMemcpy2DUnaligned(&c));
	printf("box: %u %u %u %u %u\n", out[35], out[36], out[43], out[44], out[36 + 64]);
	CU(cuArrayDestroy(box));
	/* slices */
	CUDA_ARRAY3D_DESCRIPTOR d3 = shape(4, 2, 3, CU_AD_FORMAT_UNSIGNED_INT32, 1, 0);
	unsigned in3[24], out3[8] = {};
	for (unsigned i = 0; i < 24; i++)
		in3[i] = i;
	CU(cuArray3DCreate(&box, &d3));
	CUDA_MEMCPY3D c3;
	memset(&c3, 0, sizeof c3);
	c3.srcMemoryType = CU_MEMORYTYPE_HOST;
	c3.srcHost = in3;
	c3.srcPitch = 16;
	c3.srcHeight = 2;
	c3.dstMemoryType = CU_MEMORYTYPE_ARRAY;
	c3.dstArray = box;
	c3.WidthInBytes = 16;
	c3.Height = 2;
	c3.Depth = 3;
	CU(cuMemcpy3D(&c3));
	memset(&c3, 0, sizeof c3);
	c3.srcMemoryType = CU_MEMORYTYPE_ARRAY;
	c3.srcArray = box;
	c3.srcXInBytes = 4;
	c3.srcY = 1;
	c3.srcZ = 1;
	c3.dstMemoryType = CU_MEMORYTYPE_HOST;
	c3.dstHost = out3;
	c3.dstPitch = 8;
	c3.dstHeight = 1;
	c3.WidthInBytes = 8;
	c3.Height = 1;
	c3.Depth = 2;
	CU(cuMemcpy3D(&c3));
	printf("slices: %u %u %u %u\n", out3[0], out3[1], out3[2], out3[3]);
	CU(cuArrayDestroy(box));
}

static void run(CUfunction f, void **args, unsigned x = 1, unsigned y = 1) {
	CU(cuLaunchKernel(f, 1, 1, 1, x, y, 1, 0, NULL, args, NULL));
	CU(cuCtxSynchronize());
}

static void show_read(CUtexObject t, float x, float y) {
	float out[4];
	void *args[] = {&p, &t, &x, &y};
	run(read_, args);
	CU(cuMemcpyDtoH(out, p, sizeof out));
	printf("(%g, %g): %g %g %g %g\n", x, y, out[0], out[1], out[2], out[3]);
}

static void fill_2d(CUarray a, const void *from, size_t pitch, size_t rows) {
	CUDA_MEMCPY2D c;
	memset(&c, 0, sizeof c);
	c.srcMemoryType = CU_MEMORYTYPE_HOST;
	c.srcHost = from;
	c.srcPitch = pitch;
	c.dstMemoryType = CU_MEMORYTYPE_ARRAY;
	c.dstArray = a;
	c.WidthInBytes = pitch;
	c.Height = rows;
	CU(cuMemcpy2D(&c));
}

static void objects() {
	CUarray a;
	CUtexObject t;
	CUsurfObject s;
	CUDA_RESOURCE_DESC r, rq;
	CUDA_TEXTURE_DESC d, dq;
	CUDA_RESOURCE_VIEW_DESC v;
	float data[4][4];
	for (int i = 0; i < 16; i++)
		data[i / 4][i % 4] = (float)i;
	CUDA_ARRAY3D_DESCRIPTOR shape2 = shape(4, 4, 0, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_SURFACE_LDST);
	CU(cuArray3DCreate(&a, &shape2));
	fill_2d(a, data, 16, 4);
	memset(&r, 0, sizeof r);
	memset(&d, 0, sizeof d);
	r.resType = CU_RESOURCE_TYPE_ARRAY;
	r.res.array.hArray = a;
	d.addressMode[0] = d.addressMode[1] = CU_TR_ADDRESS_MODE_CLAMP;
	CU(cuTexObjectCreate(&t, &r, &d, NULL));
	show_read(t, 2.5f, 1.5f);
	show_read(t, 9, -3);
	CU(cuTexObjectDestroy(t));
	d.filterMode = CU_TR_FILTER_MODE_LINEAR;
	d.addressMode[0] = CU_TR_ADDRESS_MODE_BORDER;
	d.borderColor[0] = 40;
	CU(cuTexObjectCreate(&t, &r, &d, NULL));
	show_read(t, 2, 1);
	show_read(t, 4, 1);
	CU(cuTexObjectGetResourceDesc(&rq, t));
	CU(cuTexObjectGetTextureDesc(&dq, t));
	printf("texture: %d %d modes %d %d filter %d flags %u\n", rq.resType, rq.res.array.hArray == a,
	       dq.addressMode[0], dq.addressMode[1], dq.filterMode, dq.flags);
	CU(cuTexObjectDestroy(t));
	memset(&v, 0, sizeof v);
	v.format = CU_RES_VIEW_FORMAT_FLOAT_1X32;
	v.width = v.height = 4;
	d.filterMode = CU_TR_FILTER_MODE_POINT;
	CU(cuTexObjectCreate(&t, &r, &d, &v));
	show_read(t, 1, 1);
	CU(cuTexObjectDestroy(t));
	d.flags = CU_TRSF_NORMALIZED_COORDINATES;
	d.addressMode[0] = d.addressMode[1] = CU_TR_ADDRESS_MODE_WRAP;
	CU(cuTexObjectCreate(&t, &r, &d, NULL));
	show_read(t, 1.3f, 0.1f);
	CU(cuTexObjectDestroy(t));
	SHOW(cuTexObjectCreate(&t, &r, NULL, NULL));
	SHOW(cuTexObjectCreate(&t, NULL, &d, NULL));
	SHOW(cuTexObjectCreate(NULL, &r, &d, NULL));

	CU(cuSurfObjectCreate(&s, &r));
	unsigned one = 0x3f800000;
	void *args[] = {&s, &one};
	run(write_, args, 2, 2);
	CU(cuSurfObjectGetResourceDesc(&rq, s));
	printf("surface: %d %d\n", rq.resType, rq.res.array.hArray == a);
	CU(cuSurfObjectDestroy(s));
	d.flags = 0;
	CU(cuTexObjectCreate(&t, &r, &d, NULL));
	show_read(t, 0, 1);
	show_read(t, 2, 1);
	CU(cuTexObjectDestroy(t));
	CU(cuArrayDestroy(a));

	/* small integers: fractions, or as they are */
	CUDA_ARRAY_DESCRIPTOR bytes = {4, 1, CU_AD_FORMAT_UNSIGNED_INT8, 4};
	unsigned char texel[16] = {51, 102, 153, 255, 1, 2, 3, 4};
	CU(cuArrayCreate(&a, &bytes));
	fill_2d(a, texel, 16, 1);
	r.res.array.hArray = a;
	CU(cuTexObjectCreate(&t, &r, &d, NULL));
	show_read(t, 0, 0);
	CU(cuTexObjectDestroy(t));
	d.flags = CU_TRSF_READ_AS_INTEGER;
	CU(cuTexObjectCreate(&t, &r, &d, NULL));
	CU(cuTexObjectGetTextureDesc(&dq, t));
	printf("as integers: flags %u\n", dq.flags);
	CU(cuTexObjectDestroy(t));
	d.filterMode = CU_TR_FILTER_MODE_LINEAR;
	SHOW(cuTexObjectCreate(&t, &r, &d, NULL));
	SHOW(cuTexObjectDestroy(t));
	d.filterMode = CU_TR_FILTER_MODE_POINT;
	CU(cuArrayDestroy(a));

	/* linear memory */
	unsigned words[8] = {10, 20, 30, 40, 50, 60, 70, 80}, out[4];
	CU(cuMemcpyHtoD(p + 512, words, sizeof words));
	memset(&r, 0, sizeof r);
	r.resType = CU_RESOURCE_TYPE_LINEAR;
	r.res.linear.devPtr = p + 512;
	r.res.linear.format = CU_AD_FORMAT_UNSIGNED_INT32;
	r.res.linear.numChannels = 2;
	r.res.linear.sizeInBytes = sizeof words;
	CU(cuTexObjectCreate(&t, &r, &d, NULL));
	unsigned i = 2;
	void *args2[] = {&p, &t, &i};
	run(fetch, args2);
	CU(cuMemcpyDtoH(out, p, sizeof out));
	printf("linear: %u %u %u %u\n", out[0], out[1], out[2], out[3]);
	CU(cuTexObjectGetResourceDesc(&rq, t));
	printf("linear: %d %d %u %zu\n", rq.res.linear.devPtr == p + 512, rq.res.linear.format,
	       rq.res.linear.numChannels, rq.res.linear.sizeInBytes);
	CU(cuTexObjectDestroy(t));
	r.res.linear.devPtr = p + 4;
	SHOW(cuTexObjectCreate(&t, &r, &d, NULL));
	size_t width = 0;
	CU(cuDeviceGetTexture1DLinearMaxWidth(&width, CU_AD_FORMAT_FLOAT, 1, 0));
	printf("widest: %d\n", width >= 1u << 27);
}

static void show_named(float x, float y) {
	float out[4];
	void *args[] = {&p, &x, &y};
	run(read_named, args);
	CU(cuMemcpyDtoH(out, p, sizeof out));
	printf("named (%g, %g): %g %g %g %g\n", x, y, out[0], out[1], out[2], out[3]);
}

static void references() {
	CUtexref t, again, own;
	CUsurfref s;
	CUarray a, q;
	float data[4][4];
	for (int i = 0; i < 16; i++)
		data[i / 4][i % 4] = (float)(100 + i);
	SHOW(cuModuleGetTexRef(&t, m, "page"));
	SHOW(cuModuleGetTexRef(&t, m, "nothing"));
	SHOW(cuModuleGetTexRef(&t, m, "named"));
	CU(cuModuleGetTexRef(&again, m, "named"));
	printf("the same: %d\n", t == again);
	CUDA_ARRAY3D_DESCRIPTOR d = shape(4, 4, 0, CU_AD_FORMAT_FLOAT, 1, CUDA_ARRAY3D_SURFACE_LDST);
	CU(cuArray3DCreate(&a, &d));
	fill_2d(a, data, 16, 4);
	CU(cuTexRefSetArray(t, a, CU_TRSA_OVERRIDE_FORMAT));
	CU(cuTexRefSetAddressMode(t, 0, CU_TR_ADDRESS_MODE_CLAMP));
	CU(cuTexRefSetAddressMode(t, 1, CU_TR_ADDRESS_MODE_CLAMP));
	CU(cuTexRefSetFilterMode(t, CU_TR_FILTER_MODE_POINT));
	show_named(2.5f, 1.5f);
	CU(cuTexRefSetFilterMode(t, CU_TR_FILTER_MODE_LINEAR));
	show_named(2, 1);
	CU(cuTexRefSetFlags(t, CU_TRSF_NORMALIZED_COORDINATES));
	show_named(0.5f, 0.5f);
	CU(cuTexRefGetArray(&q, t));
	CUfilter_mode filter;
	CUaddress_mode mode;
	unsigned flags;
	CUarray_format format;
	int n;
	CU(cuTexRefGetFilterMode(&filter, t));
	CU(cuTexRefGetAddressMode(&mode, t, 1));
	CU(cuTexRefGetFlags(&flags, t));
	CU(cuTexRefGetFormat(&format, &n, t));
	printf("reference: %d filter %d mode %d flags %u format %d\n", q == a, filter, mode, flags, format);
	SHOW(cuTexRefSetArray(t, a, 0));
	SHOW(cuTexRefSetAddressMode(t, 7, CU_TR_ADDRESS_MODE_WRAP));

	/* rows of memory */
	CUDA_ARRAY_DESCRIPTOR d2 = {4, 4, CU_AD_FORMAT_FLOAT, 1};
	CU(cuMemcpyHtoD(p + 512, data, 64));
	CUDA_MEMCPY2D c;
	memset(&c, 0, sizeof c);
	c.srcMemoryType = CU_MEMORYTYPE_HOST;
	c.srcHost = data;
	c.srcPitch = 16;
	c.dstMemoryType = CU_MEMORYTYPE_DEVICE;
	c.dstDevice = p + 512;
	c.dstPitch = 512;
	c.WidthInBytes = 16;
	c.Height = 4;
	CU(cuMemcpy2D(&c));
	CU(cuTexRefSetFlags(t, 0));
	CU(cuTexRefSetFilterMode(t, CU_TR_FILTER_MODE_POINT));
	CU(cuTexRefSetAddress2D(t, &d2, p + 512, 512));
	show_named(1, 3);
	CU(cuTexRefCreate(&own));
	CU(cuTexRefSetFormat(own, CU_AD_FORMAT_UNSIGNED_INT8, 4));
	CU(cuTexRefGetFormat(&format, &n, own));
	printf("own: %d %d\n", format, n);
	CU(cuTexRefDestroy(own));

	SHOW(cuModuleGetSurfRef(&s, m, "named"));
	SHOW(cuModuleGetSurfRef(&s, m, "page"));
	CU(cuSurfRefSetArray(s, a, 0));
	unsigned one = 0x3f800000;
	void *args[] = {&one};
	run(write_page, args, 3);
	CU(cuSurfRefGetArray(&q, s));
	CU(cuTexRefSetArray(t, a, CU_TRSA_OVERRIDE_FORMAT));
	printf("surface: %d\n", q == a);
	show_named(2, 0);
	show_named(3, 0);
	CU(cuArrayDestroy(a));
}

/* ---- tensor maps ---- */

/* A map all of whose fields tensormap.replace has set is the one that the host makes of the same values. PTX has numbers
 * of its own for the types of elements. */
static void maps() {
	static const struct {
		CUtensorMapDataType type;
		int bytes;
		bool is_float;
	} of[] = {
		{CU_TENSOR_MAP_DATA_TYPE_UINT8, 1, false},        {CU_TENSOR_MAP_DATA_TYPE_UINT16, 2, false},
		{CU_TENSOR_MAP_DATA_TYPE_UINT32, 4, false},       {CU_TENSOR_MAP_DATA_TYPE_INT32, 4, false},
		{CU_TENSOR_MAP_DATA_TYPE_UINT64, 8, false},       {CU_TENSOR_MAP_DATA_TYPE_INT64, 8, false},
		{CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, true},       {CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 4, true},
		{CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ, 4, true},   {CU_TENSOR_MAP_DATA_TYPE_FLOAT64, 8, true},
		{CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, true},      {CU_TENSOR_MAP_DATA_TYPE_TFLOAT32, 4, true},
		{CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ, 4, true},
	};
	for (int i = 0; i < 13; i++) {
		int interleave = i % 3, swizzle = interleave == 2 ? 1 : interleave ? 0 : i % 4, fill = of[i].is_float && i % 2;
		int rank = interleave ? 3 : 2 + i / 3 % 3;
		cuuint64_t dim[5] = {64, 8, 16, 4, 2}, stride[4] = {512, 4096, 65536, 262144}, wrong[4] = {1024, 8192, 131072, 524288};
		cuuint32_t box[5] = {cuuint32_t(32 / of[i].bytes), 4, 2, 1, 1}, step[5] = {1, 1, 2, 1, 1}, few[5] = {16, 1, 1, 1, 1}, one[5] = {1, 1, 1, 1, 1};
		alignas(64) CUtensorMap want, map;
		CUdeviceptr q = p + 4096;
		if (cuTensorMapEncodeTiled(&want, of[i].type, rank, (void *)p, dim, stride, box, step,
		                           (CUtensorMapInterleave)interleave, (CUtensorMapSwizzle)swizzle,
		                           CU_TENSOR_MAP_L2_PROMOTION_NONE, (CUtensorMapFloatOOBfill)fill) ||
		    cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_UINT8, 5, (void *)(p + 1024), stride, wrong, few, one,
		                           CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
		                           CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE)) {
			printf("map %d: refused\n", i);
			continue;
		}
		std::string text = ".version 8.3\n.target sm_90a\n.address_size 64\n.visible .entry change(.param .u64 m, .param .u64 a)\n"
				   "{\n.reg .b64 %m, %a;\nld.param.u64 %m, [m];\nld.param.u64 %a, [a];\n";
		auto put = [&](const std::string &field, const char *bits, const std::string &value) {
			text += "tensormap.replace.tile." + field + ".global.b1024." + bits + " [%m], " + value + ";\n";
		};
		put("global_address", "b64", "%a");
		put("rank", "b32", std::to_string(rank - 1));
		put("elemtype", "b32", std::to_string(i));
		put("interleave_layout", "b32", std::to_string(interleave));
		put("swizzle_mode", "b32", std::to_string(swizzle));
		put("fill_mode", "b32", std::to_string(fill));
		for (int k = 0; k < 5; k++) {
			std::string at = std::to_string(k) + ", ";
			put("box_dim", "b32", at + std::to_string(k < rank ? box[k] : 1));
			put("global_dim", "b32", at + std::to_string(k < rank ? dim[k] : 1));
			put("element_stride", "b32", at + std::to_string(k < rank ? step[k] : 1));
			if (k < 4)
				put("global_stride", "b64", at + std::to_string(k + 1 < rank ? stride[k] : 0));
		}
		text += "ret;\n}\n";
		CUmodule own;
		CUfunction change;
		void *args[] = {&q, &p};
		CU(cuModuleLoadData(&own, text.c_str()));
		CU(cuModuleGetFunction(&change, own, "change"));
		CU(cuMemcpyHtoD(q, &map, sizeof map));
		run(change, args, 1);
		CU(cuMemcpyDtoH(&map, q, sizeof map));
		printf("map %d, rank %d: %s\n", i, rank, memcmp(&map, &want, sizeof map) ? "differs" : "the same");
		CU(cuModuleUnload(own));
	}
}

int main() {
	CUcontext context;
	setvbuf(stdout, NULL, _IONBF, 0);
	CU(cuInit(0));
	CU(cuDevicePrimaryCtxRetain(&context, 0));
	CU(cuCtxSetCurrent(context));
	CU(cuModuleLoadData(&m, ptx));
	CU(cuModuleGetFunction(&read_, m, "read"));
	CU(cuModuleGetFunction(&fetch, m, "fetch"));
	CU(cuModuleGetFunction(&write_, m, "write"));
	CU(cuModuleGetFunction(&read_named, m, "read_named"));
	CU(cuModuleGetFunction(&write_page, m, "write_page"));
	CU(cuMemAlloc(&p, 65536));
	arrays();
	copies();
	objects();
	references();
	maps();
	CU(cuMemFree(p));
	CU(cuModuleUnload(m));
	return 0;
}
