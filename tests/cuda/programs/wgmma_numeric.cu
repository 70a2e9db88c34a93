// wgmma_numeric: how the products of a warpgroup round, for each type: operands from the whole range of it,
// infinities and NaN included, near one, small, mostly zero, subnormal; dense and sparse.
// build: -arch=sm_90a
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cstdint>
#include <cuda_runtime.h>
#define D4 "{%0,%1,%2,%3}"
#define D2 "{%0,%1}"
template <int V> __device__ void mma(uint32_t *d, uint64_t a, uint64_t b, uint32_t meta) {
#define F4(s, tail) asm volatile("{.reg .pred p; setp.ne.u32 p, 1, 0;\nwgmma.mma_async.sync.aligned." s " " D4 ", %4, %5, p, 1, 1" tail ";}" : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]) : "l"(a), "l"(b))
#define F2(s, tail) asm volatile("{.reg .pred p; setp.ne.u32 p, 1, 0;\nwgmma.mma_async.sync.aligned." s " " D2 ", %2, %3, p, 1, 1" tail ";}" : "+r"(d[0]), "+r"(d[1]) : "l"(a), "l"(b))
#define S4(s, tail) asm volatile("{.reg .pred p; setp.ne.u32 p, 1, 0;\nwgmma.mma_async.sp.sync.aligned." s " " D4 ", %4, %5, %6, 0, p, 1, 1" tail ";}" : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]) : "l"(a), "l"(b), "r"(meta))
#define S2(s, tail) asm volatile("{.reg .pred p; setp.ne.u32 p, 1, 0;\nwgmma.mma_async.sp.sync.aligned." s " " D2 ", %2, %3, %4, 0, p, 1, 1" tail ";}" : "+r"(d[0]), "+r"(d[1]) : "l"(a), "l"(b), "r"(meta))
  if constexpr (V == 0) F4("m64n8k16.f32.f16.f16", ",0,0");
  if constexpr (V == 1) F2("m64n8k16.f16.f16.f16", ",0,0");
  if constexpr (V == 2) F4("m64n8k16.f32.bf16.bf16", ",0,0");
  if constexpr (V == 3) F4("m64n8k8.f32.tf32.tf32", "");
  if constexpr (V == 4) F4("m64n8k32.f32.e4m3.e4m3", "");
  if constexpr (V == 5) F4("m64n8k32.f32.e5m2.e5m2", "");
  if constexpr (V == 6) F4("m64n8k32.f32.e4m3.e5m2", "");
  if constexpr (V == 7) F2("m64n8k32.f16.e4m3.e4m3", "");
  if constexpr (V == 8) F2("m64n8k32.f16.e5m2.e5m2", "");
  if constexpr (V == 9) S4("m64n8k32.f32.f16.f16", ",0,0");
  if constexpr (V == 10) S4("m64n8k64.f32.e4m3.e4m3", "");
  if constexpr (V == 11) S4("m64n8k16.f32.tf32.tf32", "");
  if constexpr (V == 12) S2("m64n8k64.f16.e5m2.e5m2", "");
}
template <int V> __global__ void k(const uint4 *A, const uint4 *B, const uint4 *C, const uint32_t *M, uint4 *D) {
  __shared__ __align__(1024) uint4 sa[128], sb[32];
  int t = threadIdx.x;
  sa[t] = A[t]; if (t < 32) sb[t] = B[t];
  uint4 c = C[t]; uint32_t d[4] = {c.x, c.y, c.z, c.w};
  asm volatile("fence.proxy.async;" ::: "memory"); __syncthreads();
  uint64_t a = ((uint32_t)__cvta_generic_to_shared(sa) & 0x3ffff) >> 4, b = ((uint32_t)__cvta_generic_to_shared(sb) & 0x3ffff) >> 4;
  a |= (uint64_t)(128 >> 4) << 16 | (uint64_t)(256 >> 4) << 32;
  b |= (uint64_t)(128 >> 4) << 16 | (uint64_t)(512 >> 4) << 32;
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  mma<V>(d, a, b, M[t]);
  asm volatile("wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;" : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]) :: "memory");
  D[t] = make_uint4(d[0], d[1], d[2], d[3]);
}
static uint64_t s = 88172645463325252ull;
static uint32_t rnd() { s ^= s << 13; s ^= s >> 7; s ^= s << 17; return (uint32_t)(s >> 20); }
// element of `bits` with e exponent bits, m mantissa bits, exponent range [lo, hi] of biased
static uint32_t elem(int e, int m, int dist) {
  uint32_t emax = (1u << e) - 1, sign = rnd() & 1, man = rnd() & ((1u << m) - 1), ex;
  switch (dist) {
  case 0: ex = rnd() & emax; break;                      // anything, infinities and NaN too
  case 1: ex = emax / 2 - 3 + rnd() % 5; break;          // near one
  case 2: ex = rnd() % (emax / 2 + 2); if (ex > emax - 1) ex = emax - 1; break; // small, wide
  case 3: ex = emax / 2 - 6 + rnd() % 12; if ((int)ex < 0 || ex >= emax) ex = emax / 2; if (rnd() % 3) { ex = 0; man = 0; } break; // mostly zero
  default: ex = rnd() % 3; break;                         // subnormal
  }
  return sign << (e + m) | ex << m | man;
}
static const char *const name[13] = {"f32.f16", "f16.f16", "f32.bf16", "f32.tf32", "f32.e4m3", "f32.e5m2", "f32.e4m3.e5m2",
  "f16.e4m3", "f16.e5m2", "sp f32.f16", "sp f32.e4m3", "sp f32.tf32", "sp f16.e5m2"};
int main() {
  struct { int e, m, bits, ce, cm, cbits, be, bm; } v[13] = {
    {5,10,16,8,23,32,5,10},{5,10,16,5,10,16,5,10},{8,7,16,8,23,32,8,7},{8,23,32,8,23,32,8,23},
    {4,3,8,8,23,32,4,3},{5,2,8,8,23,32,5,2},{4,3,8,8,23,32,5,2},{4,3,8,5,10,16,4,3},{5,2,8,5,10,16,5,2},
    {5,10,16,8,23,32,5,10},{4,3,8,8,23,32,4,3},{8,23,32,8,23,32,8,23},{5,2,8,5,10,16,5,2}};
  uint8_t *dA, *dB, *dC, *dD; uint32_t *dM;
  cudaMalloc(&dA, 2048); cudaMalloc(&dB, 512); cudaMalloc(&dC, 2048); cudaMalloc(&dD, 2048); cudaMalloc(&dM, 512);
  for (int x = 0; x < 13; x++) for (int dist = 0; dist < 5; dist++) {
   uint64_t h = 14695981039346656037ull;
   for (int trial = 0; trial < 6; trial++) {
    static uint8_t A[2048], B[512], C[2048], D[2048]; static uint32_t M[128];
    for (int i = 0; i < 2048 * 8 / v[x].bits; i++) { uint32_t q = elem(v[x].e, v[x].m, dist); memcpy(A + i * v[x].bits / 8, &q, v[x].bits / 8); }
    for (int i = 0; i < 512 * 8 / v[x].bits; i++) { uint32_t q = elem(v[x].be, v[x].bm, dist); memcpy(B + i * v[x].bits / 8, &q, v[x].bits / 8); }
    for (int i = 0; i < 2048 * 8 / v[x].cbits; i++) {
      // C near the sums' size; for trial 0, anything
      uint32_t q;
      if (trial == 0) q = elem(v[x].ce, v[x].cm, dist);
      else if (trial == 1) q = 0;
      else { uint32_t mid = (1u << (v[x].ce - 1)) - 1; q = (rnd() & 1) << (v[x].ce + v[x].cm) | (mid - 8 + rnd() % 16) << v[x].cm | (rnd() & ((1u << v[x].cm) - 1)); }
      memcpy(C + i * v[x].cbits / 8, &q, v[x].cbits / 8);
    }
    static const uint32_t pick[6] = {4, 8, 12, 9, 13, 14};
    for (int i = 0; i < 128; i++) { M[i] = 0; for (int n = 0; n < 8; n++) M[i] |= (x == 11 ? (rnd() & 1 ? 14u : 4u) : pick[rnd() % 6]) << 4 * n; }
    cudaMemcpy(dA, A, 2048, cudaMemcpyHostToDevice); cudaMemcpy(dB, B, 512, cudaMemcpyHostToDevice);
    cudaMemcpy(dC, C, 2048, cudaMemcpyHostToDevice); cudaMemcpy(dM, M, 512, cudaMemcpyHostToDevice);
    switch (x) {
#define K(n) case n: k<n><<<1, 128>>>((uint4 *)dA, (uint4 *)dB, (uint4 *)dC, dM, (uint4 *)dD); break;
      K(0) K(1) K(2) K(3) K(4) K(5) K(6) K(7) K(8) K(9) K(10) K(11) K(12)
    }
    cudaError_t e = cudaDeviceSynchronize();
    if (e) { printf("%d %d: %s\n", x, dist, cudaGetErrorString(e)); return 1; }
    cudaMemcpy(D, dD, 2048, cudaMemcpyDeviceToHost);
    // registers that f16 accumulators leave alone do not count
    for (int t = 0; t < 128; t++) for (int i = 0; i < (v[x].cbits == 16 ? 2 : 4); i++) { uint32_t q; memcpy(&q, D + t * 16 + i * 4, 4); h = (h ^ q) * 1099511628211ull; }
   }
   printf("%s %d: %016llx\n", name[x], dist, (unsigned long long)h);
  }
  return 0;
}
