struct base { __device__ virtual int f() { return 1; } };
struct derived : base { __device__ int f() override { return 2; } };
struct m { __device__ int g(); int x; };
struct v : virtual m {};

__global__ void throws(int *p) { if (*p) throw 1; }
__global__ void tries(int *p) { try { *p = 1; } catch (...) { } }
__global__ void dynamic(base *b) { derived *d = dynamic_cast<derived *>(b); }
__global__ void rtti(base *b) { const auto &t = typeid(*b); }
__global__ void member_function() { int (m::*p)() = &m::g; }
__global__ void vla(int n) { int a[n]; a[0] = 1; }
__global__ void goto_asm() { asm goto("bra %l0;" : : : : out); out:; }
__global__ void thread() { thread_local int x; x = 1; }
__global__ void complex() { _Complex float z; }
__global__ void coroutine() { co_return; }
__global__ void computed() { void *p = &&out; goto *p; out:; }
