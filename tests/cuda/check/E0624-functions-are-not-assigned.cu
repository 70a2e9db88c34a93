__device__ auto itself() { itself = {}; }
__device__ int one(int); __device__ void f() { one = {}; one = one; one += 1; int (&r)(int) = one; r = one; r = {}; }
struct J { static __device__ operator=(J) -> J = default; };
struct K { static __device__ K &operator=(const K &) = default; static __device__ bool operator==(const K &, const K &) = default; static K *operator->(); };
__device__ void g(K a, K b) { a = b; a == b; }
