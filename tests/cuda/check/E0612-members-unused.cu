// What is wrong with the device's members of a class is reported whether or not anything uses the class; final and override
// (E0612), objects of abstract classes (E0609), kernels that are called (E0611), variables that must be static (E0630).
struct final_function { __device__ virtual void f() final; __device__ virtual void g(); virtual __device__ int pure() const = 0; };
struct overriding : final_function { __device__ void f() override; __device__ void g() const override; __device__ void h() final; __device__ int pure() const override { return 1; } };
struct closed final { __device__ int f() const { return 1; } };
struct opened : closed { __device__ int g() const { return f(); } };
struct bodies { int x; static __device__ int a() { return this->x; } static __device__ int b() { return x; } __device__ int c() { return undeclared; } struct inner { __device__ int d() { return missing; } }; __host__ __device__ int both() { return left_to_the_host; } int host() { return left_as_well; } };
struct later; struct user { __device__ int f(later &l); }; struct later { int v; __device__ int g() { return v + w; } int w; };
__device__ int user::f(later &l) { return l.g(); }
__global__ void kernel(int *p) { *p = 1; }
template <class T> __global__ void generic(T *p) { *p = 1; }
struct member_kernel { __global__ void k(); static __global__ void s() {} };
__device__ void calls(int *p) { kernel(p); generic(p); void (*address)(int *) = kernel; (void)address; (void)sizeof(decltype(&kernel)); }
__device__ void objects(final_function &r) { final_function a; new final_function; final_function *p = &r; overriding fine; (void)p; (void)fine; }
__constant__ int c = 3; __constant__ struct { int a[2]; int b; } parts;
__device__ void constants(int *p) { c = 4; c++; parts.a[1] = 2; parts.b += 1; int *q = &c; *q = 1; *p = c; }
__device__ void automatic() { __constant__ int a; __device__ int b; static __device__ int d; __shared__ int e; d = e = 1; }
