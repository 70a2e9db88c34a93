#include <cstdio>
struct A { int a = 1; __device__ virtual int id() const { return a; } __device__ virtual ~A() {} };
struct B { int b = 2; __device__ virtual int bid() const { return b; } __device__ virtual ~B() {} };
struct D : A, B { int d = 3; __device__ int id() const override { return 10 + d; } __device__ int bid() const override { return 20 + d; } };
struct Base { D *p; __device__ Base(D *q) : p(q) {} __device__ virtual B *get() { return p; } __device__ virtual B &ref() { return *p; } __device__ virtual ~Base() {} };
struct Other { int o = 5; __device__ virtual B *get2() { return nullptr; } __device__ virtual ~Other() {} };
struct Derived : Other, Base { __device__ Derived(D *q) : Base(q) {} __device__ D *get() override { return p; } __device__ D &ref() override { return *p; }
  __device__ D *get2() override { return p; } };
struct More : Derived { __device__ More(D *q) : Derived(q) {} __device__ D *get() override { return nullptr; } };
__device__ int use(Base *b) { B *x = b->get(); return (x ? x->bid() : -1) * 100 + b->ref().b; }
__device__ int use2(Other *b) { return b->get2()->bid(); }
__device__ int use3(Derived *b) { D *x = b->get(); return x ? x->id() : -7; }
__global__ void k(int *o) { D d; Derived e(&d); More m(&d); o[0] = use(&e); o[1] = use2(&e); o[2] = use3(&e); o[3] = use(&m); o[4] = use3(&m); o[5]=use2(&m); }
int main() { int *o; cudaMallocManaged(&o, 64); k<<<1,1>>>(o); printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize())); for (int i = 0; i < 6; i++) printf("%d\n", o[i]); }
