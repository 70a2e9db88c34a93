struct point { int x; __device__ void move(int, int); __device__ int get(); static __device__ int make(int); };
__device__ void f(int, int);
__device__ void g(int *);
__device__ void g(point);
template <class T> __device__ void same(T, T);
__global__ void few() { f(1); }
__global__ void many() { f(1, 2, 3); }
__global__ void overloads() { g(1.0f); }
__global__ void method(point p) { p.move(1); }
__global__ void deduction() { same(1, 2.0f); }
__global__ void constant(const point *p) { p->get(); }
__global__ void not_a_function(int *p) { p(); }
__global__ void constructor() { point p(1, 2, 3); }
__global__ void no_object() { point::get(); }
__global__ void pointer(void (*f)(int)) { f(1, 2); }
