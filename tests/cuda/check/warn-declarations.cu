// Qualifiers of results (E0650), what a function returns of its own (E0651 to E0653), virtual functions that are hidden
// (E0654), and what is never referred to: labels, parameters, functions and variables of one file (E0637, E0638).
struct plain { int a; };
typedef const int fixed;
__device__ const int number() { return 1; }
__device__ int *const pointer() { return nullptr; }
__device__ volatile float both();
__device__ const int *to_const() { return nullptr; }
__device__ const plain object() { return plain{}; }
__device__ fixed named() { return 1; }
template <class T> __device__ const T dependent(T x) { return x; }
__device__ auto trailing() -> const int { return dependent(1) + number(); }

__device__ int *address() { int x = 1; return &x; }
__device__ int *of_parameter(int x) { return &x; }
__device__ int *array() { int x[4]; x[0] = 1; return x; }
__device__ int *behind() { int x[4]; x[0] = 1; return &x[1] + 1; }
__device__ int *part() { plain x = {1}; return &x.a; }
__device__ int &local() { int x = 1; return x; }
__device__ int &&moved() { int x = 1; return static_cast<int &&>(x); }
__device__ const int &temporary() { return 3; }
__device__ const float &converted(int x) { return x; }
__device__ int *lasting() { static int x; __shared__ int y; return x ? &x : &y; }
__device__ int &referred(int &x) { int &r = x; return r; }
__device__ int *somewhere() { int x = 1; int *p = &x; return p; }

struct base { __device__ virtual void f(int) {} __device__ virtual void g() const {} __device__ virtual void h() {} __device__ void n(int) {} };
struct hiding : base { __device__ void f(long) {} __device__ void g() {} using base::h; __device__ void h(int) {} __device__ void n() {} };
struct over : base { __device__ void f(int) override {} __device__ void f(float) {} int g; };
__device__ int sizes() { hiding a; over b; b.g = 1; return b.g + sizeof(a); }

__device__ int label(int x) { unused: return x; }
__device__ int reached(int x) { if (x) goto out; x++; out: return x; }
__device__ int parameter(int x, int y, float2 v, int z) { x = 3; v.x = 1; z += 2; y = 3; return y; }
static __device__ int alone() { return 1; }
static __device__ int called() { return 1; }
static __device__ int marked [[maybe_unused]] () { return 1; }
[[maybe_unused]] static __device__ int also_marked() { return called(); }
static __device__ int unread;
static __constant__ float read[3];
__device__ const int three = 3;
namespace { __device__ int hidden() { return read[0]; } }

__device__ int known_elsewhere;
