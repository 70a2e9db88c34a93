# 1 "k.cu"
__managed__ int m = 3, a[4] = {1, 2, 3, 4}, *p;
static __device__ __managed__ double d{2};
namespace n { extern __managed__ int e; }
int host() { m++; a[1] = m; return a[1] + n::e + (int)sizeof(a); }
struct S { static __managed__ int member; };
