// Only a literal 0 is a null pointer ([conv.ptr]/1), as are casts of one in nvcc.
__device__ int *a = 1 - 1;
__device__ int *b = (0);
__device__ int *c = (int)0;
__device__ const int z = 0;
__device__ int *d = z;
__device__ int *e = '\0';
template <int N> struct S { int *p = N; };
__device__ S<0> s;
__device__ int *f = 0u * 3;
__device__ bool g(int *p) { return p == z; }
__device__ bool h(int *p) { return p == (1 - 1); }
__device__ int *i = -0;
__device__ int *k = false;
__device__ int *l = sizeof(int) - 4;
enum { E0 };
__device__ int *m = E0;
__device__ int *n = 0L;
__device__ int *q = !1;
__device__ bool r(int *p) { return p ? p != 0 : p > 0; }
