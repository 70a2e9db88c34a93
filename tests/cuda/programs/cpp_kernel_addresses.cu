// Values of class type with pointers, references and pointers to members in them, as template arguments of kernels.
// build: -std=c++20
#include <cstdio>
__device__ int table[3] = {5, 6, 7}; __device__ int lone = 40;
namespace ns { __device__ float f = 1.5f; template <class T> struct Ref { T &r; }; }
struct At { const int *p; int by; };
struct Two { At a[2]; float *f; };
struct Rec { int x, y; };
struct Member { int Rec::*m; int z; };
template <At a> __global__ void k(int *o) { *o = a.p ? a.p[a.by] : -a.by; }
template <Two t> __global__ void k2(int *o) { *o = *t.a[0].p + t.a[1].p[1] + (int)(*t.f * 100); }
template <ns::Ref<int> r> __global__ void k3(int *o) { *o = r.r++; }
template <Member m> __global__ void k4(int *o) { Rec r{3, 4}; *o = m.m ? r.*m.m + m.z : m.z; }
template <auto v, int n> __global__ void k5(int *o) { *o = *v.p * n; }
static int show(int *o) { cudaError_t e = cudaDeviceSynchronize(); int r = *o; *o = -1; return e == cudaSuccess ? r : -(int)e; }
int main() { int *o; cudaMallocManaged(&o, 64);
 k<At{table, 2}><<<1, 1>>>(o); printf("%d\n", show(o));
 k<At{&lone}><<<1, 1>>>(o); printf("%d\n", show(o));
 k<At{nullptr, 9}><<<1, 1>>>(o); printf("%d\n", show(o));
 k<At{}><<<1, 1>>>(o); printf("%d\n", show(o));
 k2<Two{{{&lone, 0}, {table, 1}}, &ns::f}><<<1, 1>>>(o); printf("%d\n", show(o));
 k3<ns::Ref<int>{lone}><<<1, 1>>>(o); printf("%d\n", show(o));
 k4<Member{&Rec::y, 10}><<<1, 1>>>(o); printf("%d\n", show(o));
 k4<Member{nullptr, 10}><<<1, 1>>>(o); printf("%d\n", show(o));
 k4<Member{&Rec::x, 0}><<<1, 1>>>(o); printf("%d\n", show(o));
 k5<At{&lone}, 2><<<1, 1>>>(o); printf("%d\n", show(o));
}
