// build: --expt-relaxed-constexpr --extended-lambda -diag-suppress=20012
#include <cstdio>
#include <cuda_runtime.h>
#include <new>
#define PUT(...) out[n++] = (long long)(__VA_ARGS__)

template <class T> struct uptr { T *p; __device__ explicit uptr(T *x = nullptr) : p(x) {} __device__ uptr(uptr &&o) noexcept : p(o.p) { o.p = nullptr; } uptr(const uptr &) = delete; __device__ uptr &operator=(uptr &&o) { if (this != &o) { delete p; p = o.p; o.p = nullptr; } return *this; } __device__ ~uptr() { delete p; } __device__ T *operator->() const { return p; } __device__ T &operator*() const { return *p; } __device__ explicit operator bool() const { return p; } __device__ T *release() { T *t = p; p = nullptr; return t; } };
__device__ int live; struct Cnt { int v; __device__ Cnt(int x = 0) : v(x) { live++; } __device__ Cnt(const Cnt &o) : v(o.v) { live++; } __device__ Cnt(Cnt &&o) : v(o.v) { o.v = -1; live++; } __device__ Cnt &operator=(const Cnt &) = default; __device__ ~Cnt() { live--; } };
template <class T, int N> class smallvec { alignas(T) unsigned char buf[N * sizeof(T)]; int n = 0; public: __device__ smallvec() = default; __device__ smallvec(const smallvec &o) { for (int i = 0; i < o.n; i++) push(o[i]); } __device__ ~smallvec() { while (n) pop(); } template <class... A> __device__ T &emplace(A &&...a) { return *new (buf + sizeof(T) * n++) T(static_cast<A &&>(a)...); } __device__ void push(const T &t) { emplace(t); } __device__ void pop() { reinterpret_cast<T *>(buf)[--n].~T(); } __device__ T &operator[](int i) { return reinterpret_cast<T *>(buf)[i]; } __device__ const T &operator[](int i) const { return reinterpret_cast<const T *>(buf)[i]; } __device__ T *begin() { return reinterpret_cast<T *>(buf); } __device__ T *end() { return begin() + n; } __device__ int size() const { return n; } };
template <class F> struct guard { F f; bool on = true; __device__ ~guard() { if (on) f(); } }; template <class F> __device__ guard<F> make_guard(F f) { return {f}; }
struct Tree { struct Node { int k; Node *l = nullptr, *r = nullptr; __device__ Node(int x) : k(x) {} } *root = nullptr; __device__ void add(int k) { Node **p = &root; while (*p) p = k < (*p)->k ? &(*p)->l : &(*p)->r; *p = new Node(k); } template <class F> __device__ static void walk(Node *n, F &f) { if (!n) return; walk(n->l, f); f(n->k); walk(n->r, f); } __device__ static void kill(Node *n) { if (n) { kill(n->l); kill(n->r); delete n; } } __device__ ~Tree() { kill(root); } };
struct Str { char *s; int n; __device__ Str(const char *x) : n(0) { while (x[n]) n++; s = new char[n + 1]; for (int i = 0; i <= n; i++) s[i] = x[i]; } __device__ Str(const Str &o) : Str(o.s) {} __device__ Str(Str &&o) : s(o.s), n(o.n) { o.s = nullptr; } __device__ ~Str() { delete[] s; } __device__ friend Str operator+(const Str &a, const Str &b) { Str r(a); char *t = new char[a.n + b.n + 1]; for (int i = 0; i < a.n; i++) t[i] = a.s[i]; for (int i = 0; i <= b.n; i++) t[a.n + i] = b.s[i]; delete[] r.s; r.s = t; r.n = a.n + b.n; return r; } __device__ int hash() const { int h = 7; for (int i = 0; i < n; i++) h = h * 31 + s[i]; return h & 0xffff; } };
struct Base { int b = 1; __device__ Base() { init(); } __device__ virtual void init() { b = 2; } __device__ virtual ~Base() {} }; struct Der : Base { int d = 5; __device__ void init() override { d = 99; b = 50; } };
struct Mat { float m[2][2]; __device__ Mat operator*(const Mat &o) const { Mat r{}; for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) for (int k = 0; k < 2; k++) r.m[i][j] += m[i][k] * o.m[k][j]; return r; } __device__ float *operator[](int i) { return m[i]; } };
union Val { int i; float f; unsigned char b[4]; __device__ Val(int x) : i(x) {} }; struct Tagged { enum { I, F } tag; union { int i; float f; }; __device__ static Tagged of(int x) { Tagged t; t.tag = I; t.i = x; return t; } __device__ static Tagged of(float x) { Tagged t; t.tag = F; t.f = x; return t; } __device__ int get() const { switch (tag) { case I: return i; case F: return (int)(f * 100); } return -1; } };
struct Iter { int i; __device__ int operator*() const { return i * i; } __device__ Iter &operator++() { ++i; return *this; } __device__ bool operator!=(const Iter &o) const { return i != o.i; } }; struct Rng { int a, b; __device__ Iter begin() const { return {a}; } __device__ Iter end() const { return {b}; } };
__device__ uptr<Cnt> make(int v) { uptr<Cnt> p(new Cnt(v)); return p; } __device__ Cnt pick(bool b) { Cnt x(1), y(2); if (b) return x; return y; } __device__ int sum(Cnt a, const Cnt &b, Cnt &&c) { return a.v + b.v * 10 + c.v * 100; }
__global__ void run(long long *out) {
    int n = 0;
    { auto p = make(7); PUT(p->v); uptr<Cnt> q; PUT(q ? 1 : 2); q = static_cast<uptr<Cnt> &&>(p); PUT((*q).v); PUT(p ? 1 : 2); PUT(live); } PUT(live + 1);
    { smallvec<Cnt, 8> v; for (int i = 0; i < 5; i++) v.emplace(i * i); smallvec<Cnt, 8> w = v; w.pop(); int s = 0; for (auto &c : w) s += c.v; PUT(s); PUT(live); PUT(w.size()); } PUT(live + 1);
    { int k = 3; auto g = make_guard([&] { k = 10; PUT(66); }); PUT(k); { auto h = make_guard([&] { PUT(67); }); h.on = n < 0; } }
    { Tree t; int ks[] = {5, 2, 8, 1, 9, 3}; for (int k : ks) t.add(k); long r = 0; auto f = [&r](int k) { r = r * 10 + k; }; Tree::walk(t.root, f); PUT(r); }
    { Str a("hello "), b("world"); PUT((a + b).hash()); PUT((a + b + a).n); Str c = a + b; PUT(c.s[6]); }
    Der d; PUT(d.b); PUT(d.d); Base *bp = &d; bp->init(); PUT(d.d); Mat m{{{1, 1}, {1, 0}}}, r = m; for (int i = 0; i < 8; i++) r = r * m; PUT(r[0][0]); Val v(0x3f800000); PUT(v.f); PUT(v.b[3]); PUT(Tagged::of(5).get()); PUT(Tagged::of(1.25f).get());
    int s = 0; for (int x : Rng{2, 6}) s += x; PUT(s); PUT(pick(true).v); PUT(pick(false).v); Cnt x(4); PUT(sum(x, Cnt(5), Cnt(6))); PUT(live); Cnt arr[3] = {1, {2}, Cnt(3)}; PUT(arr[0].v + arr[1].v + arr[2].v); Cnt *heap = new Cnt[4]{1, 2}; PUT(heap[1].v + heap[3].v + 1); PUT(live); delete[] heap; PUT(live);
    Cnt moved = static_cast<Cnt &&>(x); PUT(x.v); PUT(moved.v); const Cnt &ext = Cnt(31); PUT(ext.v); int (*fp)(Cnt, const Cnt &, Cnt &&) = sum; PUT(fp(1, 2, 3)); PUT(live);
    auto lam = [c = Cnt(8)]() mutable { c.v++; return c.v; }; PUT(lam() + lam()); { auto l2 = lam; PUT(l2()); PUT(live); } PUT(live); Cnt *nul = nullptr; delete nul; 
    int i = 0; do { if (i == 2) continue; if (i == 5) break; Cnt t(i); s += t.v; } while (++i < 10); PUT(s); PUT(live); for (Cnt t(0); t.v < 3; t.v++) s += live; PUT(s); while (Cnt *q = n < 0 ? &x : nullptr) PUT(q->v); if (Cnt t(3); t.v > 2) PUT(live); PUT(live);
}

int main() {
    long long *d, h[256];
    cudaMalloc(&d, sizeof h);
    cudaMemset(d, 0, sizeof h);
    run<<<1, 1>>>(d);
    cudaError_t e = cudaDeviceSynchronize();
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%s\n", cudaGetErrorString(e));
    for (int i = 0; i < 256; i++)
        if (h[i]) printf("%d: %lld\n", i, h[i]);
    return 0;
}
