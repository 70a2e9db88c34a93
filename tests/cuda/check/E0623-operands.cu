struct s { int x; };
enum class e { a, b };
__global__ void add(s a, s b) { a + b; }
__global__ void negate(s a) { -a; }
__global__ void modulo(float *p) { *p = *p % 2; }
__global__ void dereference(int i) { *i = 1; }
__global__ void nothing(void *p) { *p; }
__global__ void pointers(int *p, float *q) { p == q; }
__global__ void subscript(int i) { i[i]; }
__global__ void deletes(int i) { delete i; }
__global__ void select(s a, int b, bool c) { c ? a : b; }
__global__ void scoped(e x, int *p) { *p = x + 1; }
__global__ void switches(float f) { switch (f) { case 1: break; } }
__global__ void increment(s a) { a++; }
__global__ void complement(float f) { ~f; }
__device__ void no_value();
__global__ void uses(int *p) { *p = no_value() + 1; }
