// build: --expt-relaxed-constexpr --extended-lambda
#include <cstdio>
#include <cuda_runtime.h>
#define PUT(...) out[n++] = (long long)(__VA_ARGS__)
__device__ int log_;
struct I1 { virtual __device__ int one() = 0; virtual __device__ ~I1() { log_ = log_ * 10 + 1; } };
struct I2 { virtual __device__ int two(int x) { return x; } virtual __device__ int who() const { return 2; } virtual __device__ ~I2() { log_ = log_ * 10 + who(); } };
struct I3 { int pad[3] = {7, 8, 9}; virtual __device__ int three() { return pad[1]; } };
struct M : I1, I2 { int m; __device__ M(int x) : m(x) {} __device__ int one() override { return m; } __device__ int two(int x) override { return m * 10 + x; } __device__ int who() const override { return 5; } __device__ ~M() { log_ = log_ * 10 + who(); } };
struct N : I3, M { int k = 3; __device__ N() : M(4) {} __device__ int three() override { return k + pad[2]; } __device__ int two(int x) override { return k * 100 + M::two(x); } __device__ int who() const override { return 6; } __device__ ~N() { log_ = log_ * 10 + 9; } };
template <class T> struct Cow { T *p; }; struct Plain { int a = 1; }; struct PV : Plain { virtual __device__ int f() { return a + 1; } }; struct Deep : PV, I2 { __device__ int f() override { return a + 20; } };
struct Vis; struct Node { virtual __device__ int accept(Vis &v) = 0; }; struct Num; struct Add;
struct Vis { virtual __device__ int num(Num &) = 0; virtual __device__ int add(Add &) = 0; };
struct Num : Node { int v; __device__ Num(int x) : v(x) {} __device__ int accept(Vis &s) override { return s.num(*this); } }; struct Add : Node { Node *l, *r; __device__ Add(Node *a, Node *b) : l(a), r(b) {} __device__ int accept(Vis &s) override { return s.add(*this); } };
struct Ev : Vis { __device__ int num(Num &x) override { return x.v; } __device__ int add(Add &x) override { return x.l->accept(*this) + x.r->accept(*this); } }; struct Cnt : Vis { __device__ int num(Num &) override { return 1; } __device__ int add(Add &x) override { return 1 + x.l->accept(*this) + x.r->accept(*this); } };
__device__ I2 *make(int k) { return k ? new N : nullptr; }
struct Abs { virtual __device__ int g(int) const = 0; __device__ int tpl(int x) const { return g(x) + 1; } }; struct Con final : Abs { __device__ int g(int x) const override { return x * 2; } };
__global__ void run(long long *out) {
    int n = 0;
    N x; I1 *a = &x; I2 *b = &x; I3 *c = &x; PUT(a->one()); PUT(b->two(5)); PUT(b->who()); PUT(c->three()); PUT(static_cast<N *>(b)->k); PUT((char *)b - (char *)&x); PUT(sizeof(N));
    I2 *p = make(1); PUT(p->two(1)); delete p; PUT(log_); log_ = 0;
    I2 *q = make(0); PUT(q == nullptr ? 11 : 12); N *z = static_cast<N *>(q); PUT(z == nullptr ? 13 : 14); M *mm = z; I2 *qq = mm; PUT(qq ? 15 : 16);
    I1 *h = new M(8); delete h; PUT(log_); log_ = 0;
    Deep d; PV *pv = &d; I2 &i2 = d; PUT(pv->f()); PUT(i2.who()); PUT(sizeof d); Plain &pl = d; pl.a = 40; PUT(pv->f());
    Num n1(3), n2(4); Add s(&n1, &n2), t(&s, &n1); Ev ev; Cnt ct; Vis *vs[2] = {&ev, &ct}; for (Vis *v : vs) PUT(t.accept(*v));
    Con con; const Abs &ab = con; PUT(ab.tpl(20)); PUT(con.Abs::tpl(1)); int (I2::*pm)(int) = &I2::two; PUT((x.*pm)(7)); PUT((b->*pm)(8));
    { N copy(x); copy.k = 1; I2 &r = copy; PUT(r.two(0)); I2 *cb = &copy; cb->~I2(); new (&copy) N; } PUT(log_);
}
int main() {
    long long *d, h[256];
    cudaMalloc(&d, sizeof h); cudaMemset(d, 0, sizeof h);
    run<<<1, 1>>>(d);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 256; i++) if (h[i]) printf("%d: %lld\n", i, h[i]);
}
