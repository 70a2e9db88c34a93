// Textures of all kinds of texels, with coordinates inside and outside: sums of all results, and the first of them. The
// answers are an H200's.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
#include <cuda_fp16.h>
template <class T> __global__ void f1(cudaTextureObject_t t, T *o, const float *x, int n) {
	int i = threadIdx.x;
	if (i < n)
		o[i] = tex1D<T>(t, x[i]);
}
template <class T> __global__ void f2(cudaTextureObject_t t, T *o, const float *x, int n) {
	int i = threadIdx.x;
	if (i < n)
		o[i] = tex2D<T>(t, x[i], x[n - 1 - i]);
}
template <class T> __global__ void f3(cudaTextureObject_t t, T *o, const float *x, int n) {
	int i = threadIdx.x;
	if (i < n)
		o[i] = tex3D<T>(t, x[i], x[n - 1 - i], x[(i * 7) % n]);
}
template <class T> __global__ void lod(cudaTextureObject_t t, T *o, const float *x, int n) {
	int i = threadIdx.x;
	if (i < n)
		o[i] = tex2DLod<T>(t, x[i], x[n - 1 - i], x[(i * 5) % n] * 1.3f);
}
template <class T> __global__ void lay(cudaTextureObject_t t, T *o, const float *x, int n) {
	int i = threadIdx.x;
	if (i < n)
		o[i] = tex2DLayered<T>(t, x[i], x[n - 1 - i], i % 5 - 1);
}
template <class T> __global__ void fet(cudaTextureObject_t t, T *o, int n) {
	int i = threadIdx.x;
	if (i < n)
		o[i] = tex1Dfetch<T>(t, i - 3);
}
template <class T> __global__ void gat(cudaTextureObject_t t, T *o, const float *x, int n) {
	int i = threadIdx.x;
	if (i < n)
		o[i] = i % 4 == 0   ? tex2Dgather<T>(t, x[i], x[n - 1 - i], 0)
		       : i % 4 == 1 ? tex2Dgather<T>(t, x[i], x[n - 1 - i], 1)
		       : i % 4 == 2 ? tex2Dgather<T>(t, x[i], x[n - 1 - i], 2)
		                    : tex2Dgather<T>(t, x[i], x[n - 1 - i], 3);
}
template <class T> __global__ void cub(cudaTextureObject_t t, T *o, const float *x, int n) {
	int i = threadIdx.x;
	if (i < n)
		o[i] = texCubemap<T>(t, x[i] - 3, x[n - 1 - i] - 2, x[(i * 7) % n] - 4);
}
const int N = 48;
static float hx[N];
static float *dx;
static void *dout;
static unsigned char hout[N * 16];
static void show(const char *what, size_t bytes) {
	cudaError_t e = cudaDeviceSynchronize();
	cudaMemcpy(hout, dout, bytes, cudaMemcpyDeviceToHost);
	unsigned long long h = 1469598103934665603ull;
	for (size_t i = 0; i < bytes; i++)
		h = (h ^ hout[i]) * 1099511628211ull;
	printf("%s: %s %016llx", what, cudaGetErrorName(e), h);
	for (int i = 0; i < 6; i++)
		printf(" %g", ((float *)hout)[i]);
	puts("");
	memset(hout, 0, sizeof hout);
	cudaMemset(dout, 0, sizeof hout);
}
int main() {
	for (int i = 0; i < N; i++)
		hx[i] = (i * 37 % 53) * 0.2137f - 1.7f;
	cudaMalloc(&dx, sizeof hx);
	cudaMemcpy(dx, hx, sizeof hx, cudaMemcpyHostToDevice);
	cudaMalloc(&dout, N * 16);
	float *nx;
	cudaMalloc(&nx, sizeof hx);
	float hn[N];
	for (int i = 0; i < N; i++)
		hn[i] = hx[i] * 0.21f;
	cudaMemcpy(nx, hn, sizeof hn, cudaMemcpyHostToDevice);
	float img[8 * 8 * 8 * 4];
	for (int i = 0; i < 2048; i++)
		img[i] = (i * 31 % 97) * 0.37f - 11;
	unsigned char b[2048];
	for (int i = 0; i < 2048; i++)
		b[i] = i * 73 % 251;
	__half hh[2048];
	for (int i = 0; i < 2048; i++)
		hh[i] = __float2half(img[i]);
	cudaTextureAddressMode modes[] = {cudaAddressModeClamp, cudaAddressModeBorder, cudaAddressModeWrap,
	                                  cudaAddressModeMirror};
	struct {
		const char *name;
		cudaChannelFormatDesc d;
		const void *p;
		int kind;
		size_t texel;
	} fm[] = {
	    {"f1", cudaCreateChannelDesc<float>(), img, 1, 4},   {"f4", cudaCreateChannelDesc<float4>(), img, 4, 16},
	    {"u8", cudaCreateChannelDesc<uchar4>(), b, 14, 4},   {"s8", cudaCreateChannelDesc<signed char>(), b, 11, 1},
	    {"u16", cudaCreateChannelDesc<ushort2>(), b, 12, 4}, {"h4", cudaCreateChannelDescHalf4(), hh, 4, 8},
	    {"h1", cudaCreateChannelDescHalf(), hh, 1, 2},       {"i32", cudaCreateChannelDesc<int2>(), b, 22, 8}};
	for (auto &f : fm)
		for (int dim = 1; dim <= 3; dim++)
			for (auto m : modes)
				for (int norm = 0; norm < 2; norm++)
					for (int lin = 0; lin < 2; lin++) {
						if (lin && f.kind > 20)
							continue;
						if (!norm && m > 1 && m != cudaAddressModeBorder)
							continue;
						int w = 8, h = dim > 1 ? 8 : 0, d = dim > 2 ? 4 : 0;
						if (dim == 3 && f.texel == 16)
							d = 2;
						cudaArray_t a = {};
						cudaMalloc3DArray(&a, &f.d, make_cudaExtent(w, h, d));
						cudaMemcpy3DParms c = {};
						c.srcPtr = make_cudaPitchedPtr((void *)f.p, w * f.texel, w, h ? h : 1);
						c.dstArray = a;
						c.extent = make_cudaExtent(w, h ? h : 1, d ? d : 1);
						c.kind = cudaMemcpyHostToDevice;
						cudaMemcpy3D(&c);
						cudaResourceDesc r = {};
						r.resType = cudaResourceTypeArray;
						r.res.array.array = a;
						cudaTextureDesc t = {};
						t.addressMode[0] = t.addressMode[1] = t.addressMode[2] = m;
						t.filterMode = lin ? cudaFilterModeLinear : cudaFilterModePoint;
						t.normalizedCoords = norm;
						t.readMode = f.kind > 10 && f.kind < 20 ? cudaReadModeNormalizedFloat
						                                        : cudaReadModeElementType;
						t.borderColor[0] = 3.5f;
						t.borderColor[1] = -1;
						t.borderColor[2] = .25f;
						t.borderColor[3] = 9;
						cudaTextureObject_t o = {};
						cudaError_t e = cudaCreateTextureObject(&o, &r, &t, NULL);
						if (e) {
							printf("create %s\n", cudaGetErrorName(e));
							continue;
						}
						char what[64];
						snprintf(what, 64, "%s dim %d mode %d norm %d lin %d", f.name, dim, m,
						         norm, lin);
						float *x = norm ? nx : dx;
						int comps = f.kind % 10;
#define RUN(T) \
	do { \
		if (dim == 1) \
			f1<T><<<1, 64>>>(o, (T *)dout, x, N); \
		else if (dim == 2) \
			f2<T><<<1, 64>>>(o, (T *)dout, x, N); \
		else \
			f3<T><<<1, 64>>>(o, (T *)dout, x, N); \
		show(what, N * sizeof(T)); \
	} while (0)
						if (f.kind > 20)
							RUN(int2);
						else if (comps == 1)
							RUN(float);
						else if (comps == 2)
							RUN(float2);
						else
							RUN(float4);
						cudaDestroyTextureObject(o);
						cudaFreeArray(a);
					}
	// mipmaps
	for (int lin = 0; lin < 4; lin++)
		for (auto m : modes) {
			cudaMipmappedArray_t mm = {};
			cudaChannelFormatDesc d = cudaCreateChannelDesc<float>();
			cudaMallocMipmappedArray(&mm, &d, make_cudaExtent(8, 8, 0), 4);
			for (int l = 0; l < 4; l++) {
				cudaArray_t a = {};
				cudaGetMipmappedArrayLevel(&a, mm, l);
				int s = 8 >> l;
				cudaMemcpy2DToArray(a, 0, 0, img + l * 100, s * 4, s * 4, s, cudaMemcpyHostToDevice);
			}
			cudaResourceDesc r = {};
			r.resType = cudaResourceTypeMipmappedArray;
			r.res.mipmap.mipmap = mm;
			cudaTextureDesc t = {};
			t.addressMode[0] = t.addressMode[1] = m;
			t.normalizedCoords = 1;
			t.filterMode = lin & 1 ? cudaFilterModeLinear : cudaFilterModePoint;
			t.mipmapFilterMode = lin & 2 ? cudaFilterModeLinear : cudaFilterModePoint;
			t.maxMipmapLevelClamp = 3;
			t.minMipmapLevelClamp = .3f;
			t.mipmapLevelBias = .2f;
			cudaTextureObject_t o = {};
			cudaError_t e = cudaCreateTextureObject(&o, &r, &t, NULL);
			printf("mip %d %d %s\n", lin, m, cudaGetErrorName(e));
			lod<float><<<1, 64>>>(o, (float *)dout, nx, N);
			show("lod", N * 4);
			f2<float><<<1, 64>>>(o, (float *)dout, nx, N);
			show("tex2D", N * 4);
		}
	// layered, cubemap, gather, fetch
	for (int lin = 0; lin < 2; lin++) {
		cudaChannelFormatDesc d = cudaCreateChannelDesc<float>(), d4 = cudaCreateChannelDesc<float4>();
		cudaArray_t a = {};
		cudaMalloc3DArray(&a, &d, make_cudaExtent(8, 8, 4), cudaArrayLayered);
		cudaMemcpy3DParms c = {};
		c.srcPtr = make_cudaPitchedPtr(img, 32, 8, 8);
		c.dstArray = a;
		c.extent = make_cudaExtent(8, 8, 4);
		c.kind = cudaMemcpyHostToDevice;
		cudaMemcpy3D(&c);
		cudaResourceDesc r = {};
		r.resType = cudaResourceTypeArray;
		r.res.array.array = a;
		cudaTextureDesc t = {};
		t.filterMode = lin ? cudaFilterModeLinear : cudaFilterModePoint;
		cudaTextureObject_t o = {};
		cudaCreateTextureObject(&o, &r, &t, NULL);
		lay<float><<<1, 64>>>(o, (float *)dout, dx, N);
		show("layered", N * 4);
		cudaMalloc3DArray(&a, &d, make_cudaExtent(8, 8, 6), cudaArrayCubemap);
		c.dstArray = a;
		c.extent.depth = 6;
		cudaMemcpy3D(&c);
		r.res.array.array = a;
		t.normalizedCoords = 1;
		cudaCreateTextureObject(&o, &r, &t, NULL);
		cub<float><<<1, 64>>>(o, (float *)dout, dx, N);
		show("cubemap", N * 4);
		t.normalizedCoords = 0;
		cudaMallocArray(&a, &d4, 8, 8, cudaArrayTextureGather);
		cudaMemcpy2DToArray(a, 0, 0, img, 128, 128, 8, cudaMemcpyHostToDevice);
		r.res.array.array = a;
		cudaCreateTextureObject(&o, &r, &t, NULL);
		gat<float4><<<1, 64>>>(o, (float4 *)dout, dx, N);
		show("gather", N * 16);
	}
	{
		cudaResourceDesc r = {};
		r.resType = cudaResourceTypeLinear;
		void *p;
		cudaMalloc(&p, 2048);
		cudaMemcpy(p, b, 2048, cudaMemcpyHostToDevice);
		r.res.linear.devPtr = p;
		r.res.linear.sizeInBytes = 80;
		r.res.linear.desc = cudaCreateChannelDesc<uchar4>();
		cudaTextureDesc t = {};
		cudaTextureObject_t o = {};
		cudaCreateTextureObject(&o, &r, &t, NULL);
		fet<uchar4><<<1, 64>>>(o, (uchar4 *)dout, N);
		show("fetch u8", N * 4);
		t.readMode = cudaReadModeNormalizedFloat;
		cudaCreateTextureObject(&o, &r, &t, NULL);
		fet<float4><<<1, 64>>>(o, (float4 *)dout, N);
		show("fetch norm", N * 16);
		r.resType = cudaResourceTypePitch2D;
		r.res.pitch2D.devPtr = p;
		r.res.pitch2D.desc = cudaCreateChannelDesc<float>();
		r.res.pitch2D.width = 6;
		r.res.pitch2D.height = 5;
		r.res.pitch2D.pitchInBytes = 64;
		cudaMemcpy(p, img, 2048, cudaMemcpyHostToDevice);
		t = cudaTextureDesc{};
		t.filterMode = cudaFilterModeLinear;
		cudaCreateTextureObject(&o, &r, &t, NULL);
		f2<float><<<1, 64>>>(o, (float *)dout, dx, N);
		show("pitch2D", N * 4);
	}
}
