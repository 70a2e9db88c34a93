// What the tex_*.cu programs share: arrays, objects, coordinates and a kernel that
// fetches in every way. Results are shown as hashes, one for eight fetches (32-bit FNV-1a
// over their words); the expected ones were made from what an H200 answered, bit for bit.
#pragma once
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#define CK(call)                                                                 \
	do {                                                                     \
		cudaError_t e_ = (call);                                         \
		if (e_ != cudaSuccess) {                                         \
			printf("line %d: %s\n", __LINE__, cudaGetErrorName(e_)); \
			exit(1);                                                 \
		}                                                                \
	} while (0)
enum Op {
	T1,
	T2,
	T3,
	L1,
	L2,
	CUBE,
	CUBEL,
	T1LOD,
	T2LOD,
	T3LOD,
	CUBELOD,
	T1GRAD,
	T2GRAD,
	T3GRAD,
	G0,
	G1,
	G2,
	G3,
	FETCH
};
struct In {
	float x, y, z, w, lod, ax, ay, az, bx, by, bz;
};
template <typename V> __device__ uint4 bits(V v) {
	uint4 r;
	memcpy(&r, &v, 16);
	return r;
}
template <typename V>
__global__ void sample(int op, cudaTextureObject_t t, const In *in, uint4 *out, int n) {
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	In p = in[i];
	V v;
	switch (op) {
	case T1: v = tex1D<V>(t, p.x); break;
	case T2: v = tex2D<V>(t, p.x, p.y); break;
	case T3: v = tex3D<V>(t, p.x, p.y, p.z); break;
	case L1: v = tex1DLayered<V>(t, p.x, (int)p.w); break;
	case L2: v = tex2DLayered<V>(t, p.x, p.y, (int)p.w); break;
	case CUBE: v = texCubemap<V>(t, p.x, p.y, p.z); break;
	case CUBEL: v = texCubemapLayered<V>(t, p.x, p.y, p.z, (int)p.w); break;
	case T1LOD: v = tex1DLod<V>(t, p.x, p.lod); break;
	case T2LOD: v = tex2DLod<V>(t, p.x, p.y, p.lod); break;
	case T3LOD: v = tex3DLod<V>(t, p.x, p.y, p.z, p.lod); break;
	case CUBELOD: v = texCubemapLod<V>(t, p.x, p.y, p.z, p.lod); break;
	case T1GRAD: v = tex1DGrad<V>(t, p.x, p.ax, p.bx); break;
	case T2GRAD:
		v = tex2DGrad<V>(t, p.x, p.y, make_float2(p.ax, p.ay),
		                 make_float2(p.bx, p.by));
		break;
	case T3GRAD:
		v = tex3DGrad<V>(t, p.x, p.y, p.z, make_float4(p.ax, p.ay, p.az, 0),
		                 make_float4(p.bx, p.by, p.bz, 0));
		break;
	case G0: v = tex2Dgather<V>(t, p.x, p.y, 0); break;
	case G1: v = tex2Dgather<V>(t, p.x, p.y, 1); break;
	case G2: v = tex2Dgather<V>(t, p.x, p.y, 2); break;
	case G3: v = tex2Dgather<V>(t, p.x, p.y, 3); break;
	default: v = tex1Dfetch<V>(t, (int)p.x); break;
	}
	out[i] = bits(v);
}
static unsigned seed = 12345;
static unsigned rnd() {
	seed = seed * 1664525u + 1013904223u;
	unsigned x = seed;
	x ^= x >> 15;
	x *= 0x2c1b3c6du;
	x ^= x >> 12;
	return x;
}
static float unit() {
	return (float)(rnd() >> 8) / 16777216.0f;
}
static float range(float a, float b) {
	return a + (b - a) * unit();
}
static float ofBits(unsigned u) {
	float f;
	memcpy(&f, &u, 4);
	return f;
}
static unsigned bitsOf(float f) {
	unsigned u;
	memcpy(&u, &f, 4);
	return u;
}
static float rndFloat(int spread) {
	return ofBits((rnd() & 0x807fffffu) |
	              (unsigned)(127 - spread / 2 + (int)(rnd() % (spread + 1))) << 23);
}
static cudaChannelFormatDesc desc(int bits, int n, cudaChannelFormatKind k) {
	return cudaCreateChannelDesc(bits, n > 1 ? bits : 0, n > 2 ? bits : 0,
	                             n > 2 ? bits : 0, k);
}
static cudaArray_t array(const void *src, int size, cudaChannelFormatDesc c, int w, int h,
                         int d, unsigned flags = 0) {
	cudaArray_t a;
	CK(cudaMalloc3DArray(&a, &c, make_cudaExtent(w, h, d), flags));
	cudaMemcpy3DParms p = {};
	p.srcPtr = make_cudaPitchedPtr((void *)src, w * size, w, h ? h : 1);
	p.dstArray = a;
	p.extent = make_cudaExtent(w, h ? h : 1, d ? d : 1);
	p.kind = cudaMemcpyHostToDevice;
	CK(cudaMemcpy3D(&p));
	return a;
}
struct Tex {
	cudaTextureAddressMode m = cudaAddressModeClamp;
	cudaTextureFilterMode f = cudaFilterModeLinear;
	cudaTextureReadMode r = cudaReadModeElementType;
	int norm = 0, srgb = 0, seamless = 0, aniso = 0, point = 0;
	cudaTextureFilterMode mip = cudaFilterModeLinear;
	float bias = 0, lo = 0, hi = 100, border[4] = {0, 0, 0, 0};
};
static cudaTextureObject_t object(const cudaResourceDesc &rd, const Tex &t) {
	cudaTextureDesc td = {};
	td.addressMode[0] = td.addressMode[1] = td.addressMode[2] = t.m;
	td.filterMode = t.point ? cudaFilterModePoint : t.f;
	td.readMode = t.r;
	td.sRGB = t.srgb;
	td.normalizedCoords = t.norm;
	td.maxAnisotropy = t.aniso;
	td.mipmapFilterMode = t.mip;
	td.mipmapLevelBias = t.bias;
	td.minMipmapLevelClamp = t.lo;
	td.maxMipmapLevelClamp = t.hi;
	td.seamlessCubemap = t.seamless;
	memcpy(td.borderColor, t.border, 16);
	cudaTextureObject_t o;
	CK(cudaCreateTextureObject(&o, &rd, &td, nullptr));
	return o;
}
static cudaResourceDesc resource(cudaArray_t a) {
	cudaResourceDesc rd = {};
	rd.resType = cudaResourceTypeArray;
	rd.res.array.array = a;
	return rd;
}
static cudaResourceDesc resource(cudaMipmappedArray_t a) {
	cudaResourceDesc rd = {};
	rd.resType = cudaResourceTypeMipmappedArray;
	rd.res.mipmap.mipmap = a;
	return rd;
}
static uint4 result[4096];
template <typename V> static void run(Op op, cudaTextureObject_t t, const In *in, int n) {
	In *d;
	uint4 *r;
	CK(cudaMalloc(&d, n * sizeof(In)));
	CK(cudaMalloc(&r, n * 16));
	CK(cudaMemcpy(d, in, n * sizeof(In), cudaMemcpyHostToDevice));
	sample<V><<<(n + 127) / 128, 128>>>(op, t, d, r, n);
	CK(cudaMemcpy(result, r, n * 16, cudaMemcpyDeviceToHost));
	cudaFree(d);
	cudaFree(r);
}
static void show(const char *name, int n, int channels) {
	printf("%s:", name);
	for (int i = 0; i < n; i += 8) {
		unsigned hash = 2166136261u;
		for (int k = i; k < i + 8 && k < n; k++)
			for (int c = 0; c < channels; c++)
				hash = (hash ^ (&result[k].x)[c]) * 16777619u;
		printf("%c%08x", i % 64 ? ' ' : '\n', hash);
	}
	printf("\n");
}
// Sections whose last bits are not reproduced are fetched and not shown: a section ending
// in '?'.
template <typename V>
static void go(const char *name, Op op, const cudaResourceDesc &rd, const Tex &t,
               const In *in, int n, int channels = 1) {
	cudaTextureObject_t o = object(rd, t);
	run<V>(op, o, in, n);
	if (!strchr(name, '?'))
		show(name, n, channels);
	CK(cudaDestroyTextureObject(o));
}
static In in[4096];
