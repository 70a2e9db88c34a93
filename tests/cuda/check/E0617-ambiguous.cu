__device__ void f(int, float);
__device__ void f(float, int);
struct a { __device__ operator int() const; __device__ operator long() const; };
struct left { int x; };
struct right { int x; };
struct both : left, right {};
__global__ void call() { f(1, 1); }
__global__ void convert(a v, int *p) { *p = v + 1.0; }
__global__ void member(both *v) { v->x = 1; }
