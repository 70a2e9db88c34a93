// build: -w
// Bit-fields are promoted to int where it holds their values ([conv.prom]/5); what the device computes beside the host.
#include <cstdio>
struct B { unsigned b : 3; unsigned char c; unsigned long long l : 40; unsigned w : 32; unsigned v : 31; long long s : 5; unsigned long long m : 20; unsigned short us : 10; };
__host__ __device__ void go(B x, int *o) {
  int n = 0;
  o[n++] = x.b < -1; o[n++] = (x.b - 5) < 0; o[n++] = x.l < -1; o[n++] = x.w < -1; o[n++] = x.v < -1; o[n++] = x.s < -1; o[n++] = x.m < -1; o[n++] = sizeof(+x.b); o[n++] = sizeof(+x.l); o[n++] = sizeof(x.l + 0); o[n++] = sizeof(x.m + 0); o[n++] = (x.b << 30) < 0; o[n++] = -x.b < 0; o[n++] = ~x.b < 0; o[n++] = (x.m - 100000000) < 0; o[n++] = (x.l - 1) > 0; o[n++] = (true ? x.b : -1) < 0; o[n++] = (x.b * -1) < 0; o[n++] = x.b / -1 < 0; auto p = x.b; o[n++] = (p - 10) < 0; o[n++] = (x.b | -8) < 0; o[n++] = (x.b >> 1) - 9 < 0;  o[n++] = (x.b, x.b) < -1; o[n++] = (x.b = 2) < -1; o[n++] = x.b++ < -1; o[n++] = --x.b < -1; o[n++] = (x.b += 1) < -1; o[n++] = (x.us - 2000) < 0; switch (x.b) { case 3: o[n++] = 77; } o[n++] = (x.b == 2u) ; o[n++] = 0; o[n++] = ((x.b) - 5) < 0; o[n++] = (0, x.b) - 9 < 0; o[n++] = -1 < x.b;
}
__global__ void k(B b, int *o) { go(b, o); }
int main() { int *o, h[64]; cudaMallocManaged(&o, 256); B b{1, 2, 3, 4, 5, 6, 7, 8}; k<<<1,1>>>(b, o); cudaDeviceSynchronize(); go(b, h); for (int i = 0; i < 34; i++) printf("%d:%d/%d%s", i, o[i], h[i], o[i] == h[i] ? " " : " <<<<\n"); puts(""); }
