# 1 "k.cu"
__global__ void k(int) {}
__global__ void k(float) {}
template<class T> __global__ void k(T, int) {}
template<> __global__ void k<char>(char, int) {}
__attribute__((visibility("default"))) __global__ void seen(int *p) {}
extern "C" __global__ void c(void) {}
static __global__ void __launch_bounds__(128, 2) s() {}
void __global__ late(int x) {}
namespace { __global__ void hidden(int x) {} }
void f() { k<<<1, 1>>>(1); k<<<1, 1>>>(1.f); k<<<1, 1>>>('a', 2); hidden<<<1, 1>>>(3); }
