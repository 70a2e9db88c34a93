// tma_encode: what cuTensorMapEncodeTiled, cuTensorMapEncodeIm2col and cuTensorMapReplaceAddress refuse.
// build: -lcuda
#include <cstdio>
#include <cstdlib>
#include <cuda.h>

struct tiled {
	int type = 1, rank = 3;
	unsigned long long address = 0x7f0000000000;
	cuuint64_t dim[5] = {64, 32, 16, 8, 4}, stride[4] = {128, 4096, 65536, 524288};
	cuuint32_t box[5] = {16, 8, 4, 2, 2}, step[5] = {1, 1, 1, 1, 1};
	int interleave = 0, swizzle = 0, promotion = 0, fill = 0;
	int null = 0, shift = 0;
};

alignas(128) static char storage[512];

static void *map_at(int shift) {
	return storage + shift;
}

static void try_tiled(const char *what, tiled t) {
	CUtensorMap *map = t.null == 1 ? nullptr : (CUtensorMap *)map_at(t.shift);
	CUresult r = cuTensorMapEncodeTiled(
		map, (CUtensorMapDataType)t.type, t.rank, (void *)t.address, t.null == 2 ? nullptr : t.dim,
		t.null == 3 ? nullptr : t.stride, t.null == 4 ? nullptr : t.box, t.null == 5 ? nullptr : t.step,
		(CUtensorMapInterleave)t.interleave, (CUtensorMapSwizzle)t.swizzle,
		(CUtensorMapL2promotion)t.promotion, (CUtensorMapFloatOOBfill)t.fill);
	printf("tiled %s: %d\n", what, (int)r);
}

#define T(what, ...)                      \
	{                                 \
		tiled t;                  \
		__VA_ARGS__;              \
		try_tiled(what, t);       \
	}

struct im2col {
	int type = 1, rank = 4;
	unsigned long long address = 0x7f0000000000;
	cuuint64_t dim[5] = {64, 32, 16, 8, 4}, stride[4] = {128, 4096, 65536, 524288};
	int lower[3] = {-1, -1, -1}, upper[3] = {-1, -1, -1};
	cuuint32_t channels = 16, pixels = 64, step[5] = {1, 1, 1, 1, 1};
	int interleave = 0, swizzle = 0, promotion = 0, fill = 0, null = 0, shift = 0;
};

static void try_im2col(const char *what, im2col t) {
	CUtensorMap *map = t.null == 1 ? nullptr : (CUtensorMap *)map_at(t.shift);
	CUresult r = cuTensorMapEncodeIm2col(
		map, (CUtensorMapDataType)t.type, t.rank, (void *)t.address, t.null == 2 ? nullptr : t.dim,
		t.null == 3 ? nullptr : t.stride, t.null == 4 ? nullptr : t.lower,
		t.null == 5 ? nullptr : t.upper, t.channels, t.pixels, t.null == 6 ? nullptr : t.step,
		(CUtensorMapInterleave)t.interleave, (CUtensorMapSwizzle)t.swizzle,
		(CUtensorMapL2promotion)t.promotion, (CUtensorMapFloatOOBfill)t.fill);
	printf("im2col %s: %d\n", what, (int)r);
}

#define I(what, ...)                      \
	{                                 \
		im2col t;                 \
		__VA_ARGS__;              \
		try_im2col(what, t);      \
	}

int main() {
	char text[64];
	T("before cuInit", );
	I("before cuInit", );
	printf("init %d\n", (int)cuInit(0));
	T("without context", );
	CUdevice device;
	CUcontext context;
	cuDeviceGet(&device, 0);
	cuDevicePrimaryCtxRetain(&context, device);
	T("without current context", );
	cuCtxSetCurrent(context);
	T("plain", );
	for (int i = 1; i <= 5; i++) {
		sprintf(text, "null %d", i);
		T(text, t.null = i);
	}
	T("null strides, 1d", t.rank = 1; t.null = 3);
	for (int i = 16; i <= 128; i *= 2) {
		sprintf(text, "map at %d", i);
		T(text, t.shift = i);
	}
	for (int i = -1; i <= 17; i++) {
		sprintf(text, "type %d", i);
		T(text, t.type = i; t.box[0] = 128; t.dim[0] = 256; t.stride[0] = 256 * 8);
	}
	for (int i = 0; i <= 6; i++) {
		sprintf(text, "rank %d", i);
		T(text, t.rank = i);
	}
	for (int i = 1; i <= 32; i *= 2) {
		sprintf(text, "address + %d", i);
		T(text, t.address += i);
	}
	T("address 0", t.address = 0);
	T("address -16", t.address = 0xfffffffffffffff0);
	T("dim 0", t.dim[1] = 0);
	T("dim 2^32", t.dim[2] = 1ull << 32);
	T("dim 2^32 + 1", t.dim[2] = (1ull << 32) + 1);
	T("dim 0 2^32", t.dim[0] = 1ull << 32);
	T("stride 8", t.stride[0] = 136);
	T("stride 0", t.stride[0] = 0);
	T("stride 16", t.stride[0] = 16);
	T("stride 2^40 - 16", t.stride[1] = (1ull << 40) - 16);
	T("stride 2^40", t.stride[1] = 1ull << 40);
	T("stride falls", t.stride[0] = 4096; t.stride[1] = 128);
	T("stride no multiple", t.stride[0] = 128; t.stride[1] = 4096 + 16);
	T("stride less than row", t.stride[0] = 64);
	T("unused stride", t.rank = 2; t.stride[1] = 1);
	T("unused dim", t.rank = 2; t.dim[2] = 0; t.box[2] = 0; t.step[2] = 0);
	T("box 0", t.box[1] = 0);
	T("box 256", t.box[0] = 256);
	T("box 257", t.box[1] = 257);
	T("box 8 bytes", t.box[0] = 4);
	T("box 24 bytes", t.box[0] = 12);
	T("box beyond tensor", t.box[1] = 200);
	T("box 256 256 256", t.box[0] = t.box[1] = t.box[2] = 256);
	T("step 0", t.step[1] = 0);
	T("step 8", t.step[1] = 8);
	T("step 9", t.step[1] = 9);
	T("step 0 is 0", t.step[0] = 0);
	T("step 0 is 9", t.step[0] = 9);
	T("step 0 is 2", t.step[0] = 2);
	for (int i = -1; i <= 3; i++) {
		sprintf(text, "interleave %d", i);
		T(text, t.interleave = i);
	}
	T("interleave 1, 2d", t.interleave = 1; t.rank = 2);
	T("interleave 1, box 4", t.interleave = 1; t.box[0] = 4);
	T("interleave 1, step 9", t.interleave = 1; t.step[0] = 9);
	T("interleave 1, step 0", t.interleave = 1; t.step[0] = 0);
	T("interleave 1, box 256, swizzle 1", t.interleave = 1; t.box[0] = 256; t.swizzle = 1);
	for (int i = 0; i <= 3; i++) {
		sprintf(text, "interleave 2, swizzle %d", i);
		T(text, t.interleave = 2; t.swizzle = i);
	}
	T("interleave 2, address + 16", t.interleave = 2; t.swizzle = 1; t.address += 16);
	T("interleave 2, stride 16", t.interleave = 2; t.swizzle = 1; t.stride[0] = 144);
	for (int i = -1; i <= 7; i++) {
		sprintf(text, "swizzle %d", i);
		T(text, t.swizzle = i);
	}
	static const int width[] = {32, 64, 128};
	for (int s = 1; s <= 3; s++)
		for (int w : width) {
			sprintf(text, "swizzle %d, %d bytes", s, w);
			T(text, t.swizzle = s; t.box[0] = w / 2);
		}
	T("swizzle 3, 144 bytes", t.swizzle = 3; t.box[0] = 72);
	for (int i = -1; i <= 4; i++) {
		sprintf(text, "promotion %d", i);
		T(text, t.promotion = i);
	}
	for (int i = -1; i <= 2; i++) {
		sprintf(text, "fill %d of f16", i);
		T(text, t.type = 6; t.fill = i);
	}
	for (int i = 0; i <= 12; i++) {
		sprintf(text, "fill 1 of type %d", i);
		T(text, t.type = i; t.fill = 1);
	}

	I("plain", );
	for (int i : {1, 2, 3, 6}) {
		sprintf(text, "null %d", i);
		I(text, t.null = i);
	}
	I("map at 64", t.shift = 64);
	I("map at 32", t.shift = 32);
	for (int i = 2; i <= 6; i++) {
		sprintf(text, "rank %d", i);
		I(text, t.rank = i);
	}
	I("type 13", t.type = 13);
	I("address + 8", t.address += 8);
	I("dim 0", t.dim[1] = 0);
	I("stride 8", t.stride[0] = 136);
	I("channels 0", t.channels = 0);
	I("channels 4", t.channels = 4);
	I("channels 256", t.channels = 256);
	I("channels 257", t.channels = 257);
	I("pixels 0", t.pixels = 0);
	I("pixels 1024", t.pixels = 1024);
	I("pixels 1025", t.pixels = 1025);
	static const int range[][2] = {{-32768, 32767}, {-128, 127}, {-16, 15}};
	for (int rank = 3; rank <= 5; rank++)
		for (int side = 0; side < 2; side++)
			for (int at = 0; at < rank - 2; at++)
				for (int more = 0; more < 2; more++) {
					int lo = range[rank - 3][0] - more, hi = range[rank - 3][1] + more;
					sprintf(text, "rank %d lower %d is %d", rank, at, side ? hi : lo);
					I(text, t.rank = rank; t.lower[at] = side ? hi : lo);
					sprintf(text, "rank %d upper %d is %d", rank, at, side ? hi : lo);
					I(text, t.rank = rank; t.upper[at] = side ? hi : lo);
				}
	I("empty box", t.upper[0] = -16);
	I("empty box", t.upper[0] = -32);
	I("empty box", t.upper[1] = -16);
	I("empty box", t.upper[1] = -32);
	I("box of one", t.upper[1] = -14 - 1 - 1 + 1);
	I("step 9", t.step[1] = 9);
	I("step 0", t.step[1] = 0);
	I("swizzle 1, 64 bytes", t.swizzle = 1; t.channels = 32);
	I("swizzle 1, 32 bytes", t.swizzle = 1);
	I("interleave 1", t.interleave = 1);
	I("interleave 2", t.interleave = 2);
	I("interleave 2, swizzle 1", t.interleave = 2; t.swizzle = 1);
	I("fill 1", t.fill = 1);
	I("fill 1 of f16", t.fill = 1; t.type = 6);

	T("plain", );
	printf("replace: %d\n", (int)cuTensorMapReplaceAddress((CUtensorMap *)map_at(0), (void *)0x7f0000001000));
	printf("replace + 8: %d\n", (int)cuTensorMapReplaceAddress((CUtensorMap *)map_at(0), (void *)0x7f0000001008));
	printf("replace + 16: %d\n", (int)cuTensorMapReplaceAddress((CUtensorMap *)map_at(0), (void *)0x7f0000001010));
	printf("replace by 0: %d\n", (int)cuTensorMapReplaceAddress((CUtensorMap *)map_at(0), nullptr));
	T("interleave 2", t.interleave = 2; t.swizzle = 1);
	printf("replace + 16: %d\n", (int)cuTensorMapReplaceAddress((CUtensorMap *)map_at(0), (void *)0x7f0000001010));
	return 0;
}
