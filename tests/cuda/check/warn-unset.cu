// Variables that are read before everything that may set them, in the order of the text (E0649).
struct pair { int a, b; };
__device__ void use(int); __device__ int get(); __device__ void set(int *); __device__ void bind(int &);
__device__ int plain() { int x; return x; }
__device__ int changed() { int x; x++; return x; }
__device__ int added() { int x; x += 1; return x; }
__device__ int own() { int x; x = x + 1; return x; }
__device__ int later(int k) { int x; if (k) use(x); x = 1; return x; }
__device__ int element(int k) { int x[3]; return x[k]; }
__device__ int member() { pair x; return x.a; }
__device__ pair whole() { pair x; return x; }
__device__ int copied() { pair x; pair y = x; return y.a; }
__device__ int captured() { int x; auto f = [=] { return x; }; return f(); }
__device__ int followed() { int *p; return *p; }
__device__ int index() { __shared__ int s[32]; int x; s[x] = 1; return s[0]; }
__device__ int condition() { int x; while (x < 3) x++; return x; }
__device__ int other_branch(int k) { int x, y; if (k) { y = x; } else { x = 1; y = 2; } return y; }
__device__ int in_loop(int k) { for (;;) { int z; use(z); z = 3; if (z) break; } return k; }
__device__ int in_asm() { int x; asm("add.u32 %0, %0, 1;" : "+r"(x)); return x; }
__device__ int from_asm() { int x; asm volatile("st.local.u32 [0], %0;" :: "r"(x)); return 1; }
template <class T> __device__ T instance() { T x; return x; }
__device__ int instances() { return instance<int>(); }
/* may have a value */
__device__ int branch(int k) { int x; if (k) x = 1; return x; }
__device__ int times(int k) { int x; for (int i = 0; i < k; i++) { if (i) use(x); x = i; } return 0; }
__device__ int jumped(int k) { int x; again: if (k) use(x); x = 1; goto again; }
__device__ int given() { int x, y, z[2]; set(&x); bind(y); set(z); return x + y + z[1]; }
__device__ int referred() { int x; int &r = x; r = 1; auto f = [&] { return x; }; return x + f(); }
__device__ int part() { pair x; x.b = 2; return x.a; }
__device__ int one_element(int k) { int x[3]; x[0] = 1; return x[k]; }
__device__ int shared() { __shared__ int x; static int y; volatile int z; return x + y + z; }
__device__ int unevaluated() { int x; (void)x; return sizeof(x); }
__device__ int both(int k) { int x; return k && (x = get()) ? x : 1; }
__device__ int outputs() { int lo, hi; asm("mov.b64 {%0, %1}, 5;" : "=r"(lo), "=r"(hi)); return lo + hi; }
__device__ int unseen() { int x; if constexpr (sizeof(int) == 4) x = 1; return x; }

struct nothing {};
struct from_nothing : nothing {};
__device__ nothing empty() { nothing x; return x; }
__device__ from_nothing no_more() { from_nothing x; return x; }
