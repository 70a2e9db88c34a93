struct S { int a : 3; int c; int arr[3]; __device__ int f() const; __device__ void h(); __device__ static int sf(int); private: int priv; __device__ void pf(); protected: int prot; };
struct B { int b; __device__ virtual void v(); __device__ virtual void pure() = 0; }; struct D : B { __device__ void pure() override; int d; }; struct D2 : private S {}; struct M1 : S {}; struct M2 : S {}; struct MM : M1, M2 {};
struct C1 { __device__ explicit C1(int); __device__ C1(float, int = 2); __device__ explicit operator bool() const; __device__ operator int() const; };
struct Fin final {}; struct NoDef { __device__ NoDef(int); }; struct Cop { Cop(const Cop &) = delete; Cop() = default; };
__device__ void ov(int); __device__ void ov(float); __device__ void ov2(long); __device__ void ov2(double);
__device__ void df(int a, int b = 1);
__device__ void a1(int *p) { const_cast<float *>(p); }
__device__ void a2(const int *p) { const_cast<int *>(p); const_cast<int **>(&p); }
__device__ void a3(const int *p) { const_cast<int>(*p); }
__device__ void a4(int p) { const_cast<const int>(p); }
__device__ void a5(const int *p) { reinterpret_cast<const float *>(p); reinterpret_cast<long>(p); reinterpret_cast<int>(p); }
__device__ void a6(const int &p) { reinterpret_cast<float &>(p); }
__device__ void a7(const int &p) { reinterpret_cast<const float &>(p); reinterpret_cast<float &>(1); }
__device__ void a8(float f) { reinterpret_cast<int>(f); }
__device__ void a9(int f) { reinterpret_cast<int>(f); reinterpret_cast<long>(f); }
__device__ void a11(S *s, D *d) { static_cast<D *>(s); }
__device__ void a12(B *b, D *d) { static_cast<D *>(b); static_cast<B *>(d); static_cast<S *>(b); }
__device__ void a15(D2 *d) { (S *)d; }
__device__ void a16(MM *m) { S *s = m; }
__device__ void a18(MM m) { m.M1::c; }
__device__ void a19(S s) { s.priv; }
__device__ void a20(S s) { s.prot; }
__device__ void a21(S s) { s.pf(); }
__device__ void a22(S s) { s.nothing; }
__device__ void a23(S *s) { s.c; }
__device__ void a24(S s) { s->c; }
__device__ void a25(S s) { s.f; }
__device__ void a26(S s) { int x = s.f; }
__device__ void a27(const S s) { s.h(); }
__device__ void a28(S s) { S::sf(1); s.sf(2); S::f(); }
__device__ void a29(S s) { S::c; sizeof(S::c); }
__device__ void a32() { B b; }
__device__ void a33() { new B; }
__device__ void a34(B &b) { B c = b; }
__device__ void a35(D d) { d.pure(); d.B::pure(); }
__device__ void a36() { C1 c = 1; }
__device__ void a38(C1 c) { bool b = c; int i = c; if (c) {} !c; c && c; c + 1; switch (c) {} }
__device__ void a39(C1 c) { float f = c; char *p = c; }
__device__ void a40() { ov(1.0); }
__device__ void a41() { ov2(1); }
__device__ void a42() { ov2(1.0f); ov('a'); ov(true); ov(1u); }
__device__ void a43() { ov(1l); }
__device__ void a44() { ov(nullptr); }
__device__ void a45() { df(); }
__device__ void a46() { df(1); df(1, 2); df(1, 2, 3); }
__device__ void a47() { df("x"); }
__device__ void a48() { auto p = ov; }
__device__ void a49() { void (*p)(int) = ov; void (*q)(long) = ov; }
__device__ void a50() { void (*p)() = df; }
__device__ void a51() { int x; x(); }
__device__ void a52() { 1(); }
__device__ void a53() { S s(); s.c; }
__device__ void a54() { NoDef n; }
__device__ void a55() { NoDef n[2]; }
__device__ void a56() { NoDef n[2] = {1, 2}; NoDef m[2] = {1}; }
__device__ void a57() { Cop a; Cop b = a; }
__device__ void a58() { Cop a; Cop b = static_cast<Cop &&>(a); }
__device__ Cop a59() { Cop a; return a; }
__device__ Cop a60() { return Cop(); }
__device__ void a61() { struct X : Fin {}; }
__device__ void a62() { struct X : B { void v() final; }; struct Y : X { void v(); }; }
__device__ void a63() { struct X : B { void w() override; }; }
__device__ void a65() { struct X { int a; int a; }; }
__device__ void a66() { struct X { X x; }; }
__device__ void a67() { struct X { X *x; X &f(); }; X y; y.x = &y; }
__device__ void a71() { static int n; struct X { __device__ int f() { return n; } }; }
__device__ void a72() { enum { P, Q = P + 5, R = Q }; enum T : int { U = 1 << 30, V = 1ll << 40 }; }
__device__ void a73() { enum T { P, P }; }
__device__ void a75() { union { int a; float b; }; a = 1; b = 2; }
__device__ void a77() { int S::*p = &S::c; S s; s.*p = 1; (&s)->*p = 2; *p; }
__device__ void a78() { int S::*p = &S::a; }
__device__ void a79() { int (S::*p)() const = &S::f; S s; (s.*p)(); s.*p; }
__device__ void a80() { int (S::*p)() = &S::f; }
__device__ void a81() { float S::*p = &S::c; }
__device__ void a82() { int S::*p = nullptr; int S::*q = 0; p = 1; }
__device__ void a83() { &S::sf; int (*p)(int) = &S::sf; }
__device__ void a84() { &1; &a1; *a1; a1 + 1; }
__device__ void a85() { sizeof(void); }
__device__ void a86() { sizeof(a1); }
__device__ void a87() { struct Inc; sizeof(Inc); Inc *p; p + 1; *p; }
__device__ void a88() { struct Inc; Inc f(); f(); }
__device__ void a89() { struct Inc; extern Inc e; Inc &r = e; r.x; }
__device__ void a90() { throw 1; }
__device__ void a91() { try { } catch (...) { } }
__device__ void a92() { typeid(int); }
__device__ void a93() { thread_local int x; }
__device__ void a94() { register int x; }
__device__ void a95() { asm("" : : "q"(1)); }
__device__ void a96() { int x; asm("mov.u32 %0, %1;" : "=r"(x) : "r"(1.0f)); }
__device__ void a97() { asm("mov.u32 %0, 1;" : "=r"(1)); }
__device__ void a98() { int x; asm("mov.u32 %2, 1;" : "=r"(x)); }
__device__ void a99() { char c; asm("mov.u32 %0, 1;" : "=r"(c)); }
