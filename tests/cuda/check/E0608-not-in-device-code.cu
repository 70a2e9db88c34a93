struct base { __device__ virtual int f() { return 1; } };
struct derived : base { __device__ int f() override { return 2; } };
struct m { __device__ int g(); int x; };
struct v : m {};

__global__ void throws(int *p) { if (*p) throw 1; }
__global__ void tries(int *p) { try { *p = 1; } catch (...) { } }
__global__ void dynamic(base *b) { derived *d = dynamic_cast<derived *>(b); }
__global__ void rtti(base *b) { const auto &t = typeid(*b); }
__global__ void thread() { thread_local int x; x = 1; }
__global__ void complex() { _Complex float z; }
struct second { __device__ virtual int g() { return 1; } };
struct both : base, second {};
__global__ void inherits(v *p) { p->x = 1; }
__global__ void two_tables() { both b; }
enum __attribute__((packed)) small { red };
__global__ void packed_enum(small s) {}
typedef float four __attribute__((vector_size(16)));
__global__ void vectors(four *p) {}
__device__ int release(int *);
__global__ void cleans() { int x __attribute__((cleanup(release))) = 1; }
__device__ void f(int) = default;
// a host function that device code may call traps where it throws; one of the device may not, nor a lambda in it
constexpr int checked(int x) { return x ? x : throw x; }
constexpr int caught(int x) { try { return x; } catch (...) { return 0; } }
__host__ __device__ constexpr int of_both(int x) { if (!x) throw x; return x; }
__global__ void calls(int *p) { *p = checked(*p) + caught(*p) + of_both(*p); }
__global__ void by_lambda(int *p) { auto f = [](int x) { if (x) throw x; return 1; }; *p = f(*p); }
__global__ void mixed(bool b, int *p) { b ? *p : (void)0; }
