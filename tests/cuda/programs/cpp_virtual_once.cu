// The object of a virtual call is computed once, temporaries live to the end of the full-expression, and assigning to a
// base leaves the object what it is.
#include <cstdio>

struct Base {
	int b = 1;
	__device__ virtual int f() { return 10 + b; }
	__device__ virtual int &ref() { return b; }
	__device__ virtual Base make() const { return *this; }
};
struct First {
	int first = 5;
};
struct Derived : First, Base {
	__device__ int f() override { return 20 + b; }
};
struct Temporary {
	int *at;
	Base *base;
	__device__ ~Temporary() { printf("dies with %d\n", *at); }
	__device__ Base *operator->() const { return base; }
	__device__ Derived *get() const { return static_cast<Derived *>(base); }
};
__device__ int calls;
__device__ Base *next(Base *b) {
	calls++;
	return b;
}
__device__ __noinline__ int late(Base *b) { return b->f(); }

__global__ void kernel() {
	Derived d[3];
	Base b;
	b.b = 7;
	printf("%d", next(&d[0])->f());
	printf(" %d", next(&b)->make().f());
	printf(" %d\n", calls);
	next(&b)->ref() = 8;
	printf("%d %d\n", b.b, calls);
	Derived *p = d;
	p++->f();
	(++p)->f();
	printf("%d\n", int(p - d));
	Base &slice = d[1];
	slice = b;
	printf("%d %d\n", late(&slice), slice.b);
	slice = static_cast<Base &&>(b);
	printf("%d\n", late(&slice));
	int live = 1;
	printf("%d\n", (Temporary{&live, &d[0]}->ref() = 3, live = 2, d[0].b));
	printf("%d\n", late(Temporary{&live, &d[2]}.get()) + live++); // a conversion that looks whether it is null
}

int main() {
	kernel<<<1, 1>>>();
	printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
