struct F { int x; __device__ ~F() = delete; };
struct H { F f; };
struct I { F f[2]; int y; __device__ ~I() {} };
class J { __device__ ~J() = default; public: int x; };
struct K : J {};
struct L { J j; __device__ L() {} };
struct P { __device__ ~P() {} int v; };
union U { P p; int i; __device__ U() : i(0) {} };
struct V { union { P p; int i; }; __device__ V() : i(1) {} };
struct W { union { P p; int i; }; __device__ W() : i(1) {} __device__ ~W() {} };
struct X { U u; __device__ ~X() {} };
struct M { virtual __device__ ~M() = default; };
struct N : M { int *p; __device__ ~N() { *p = 7; } };
__device__ F gf;
__device__ H made();
__device__ void by_value(F) {}
__device__ void locals() { F f; H h; I i; J j; K k; U u; V v; W w; X x; L l; }
__device__ void shared() { __shared__ F f; static F g; __shared__ J j; }
__device__ void unused() { made(); }
__device__ void gone(J *j, H *h, V *v, U *u, M *m, N *n) { delete j; delete h; delete v; delete u; delete m; delete n; }
__device__ void named(J *j, H *h, V *v, U *u) { j->~J(); h->~H(); v->~V(); u->~U(); }
__device__ void temporary() { new F; new H; F{1}; }
__device__ F result() { return F{1}; }
