class c { int x; __device__ void f(); protected: int y; public: int z; };
struct d : c { __device__ int get() { return x + y; } };
class e : c {};
__global__ void data(c *p) { p->x = p->z; }
__global__ void function(c *p) { p->f(); }
__global__ void guarded(c *p) { p->y = 1; }
__global__ void inherited(d *p) { p->get(); }
__global__ void private_base(e *p) { p->z = 1; }
class g { __device__ void h(int) {} public: __device__ void h(char *) {} static __device__ void s(); private: static __device__ void s(int); };
__global__ void picked(g *p) { p->h((char *)0); p->h(1); g::s(); g::s(1); }
class other { int hidden; public: __device__ other() : hidden(1) {} };
struct asks { __device__ int get(other o) { return o.hidden; } };
__global__ void of_another(int *p) { *p = asks().get(other()); }
__device__ c *up(e *p) { return static_cast<c *>(p); }
__device__ e &down(c &r) { return static_cast<e &>(r); }
__device__ c *cast(e *p) { return (c *)p; }
__device__ c sliced(e p) { c r(p); return r; }
