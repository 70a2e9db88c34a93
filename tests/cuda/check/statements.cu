enum E { A, B, C }; enum class F : short { X, Y = 3 };
struct S { int a : 3; unsigned b : 5; int c; const int d = 1; mutable int m; static int st; int arr[3]; __device__ int f() const; __device__ int &g() { return c; } };
__device__ void s1(int n) { break; }
__device__ void s2(int n) { continue; }
__device__ void s3(int n) { switch (n) { case 1: case 1: break; } }
__device__ void s4(int n) { switch (n) { case n: break; } }
__device__ void s5(int n) { switch (n) { case 1.5: break; } }
__device__ void s6(F f) { switch (f) { case 0: break; } }
__device__ void s7(F f) { switch (f) { case F::X: break; case F::X: break; } }
__device__ void s8(int n) { goto out; }
__device__ void s9(int n) { goto out; int x = 1; out:; }
__device__ void s10(int n) { out:; out:; }
__device__ void s11(int n) { case 1:; }
__device__ void s12(int n) { default:; }
__device__ void s13(int n) { switch (n) { default: default: break; } }
__device__ void s14(int n) { switch (n) { int x = 1; case 1: x = 2; } }
__device__ void s15(int n) { switch (n) { case 0: int x = 1; case 1: x = 2; } }
__device__ void s16(float n) { switch (n) { } }
__device__ void s17(int *n) { switch (n) { } }
__device__ void s18(int n) { if (int x) {} }
__device__ void s19(int n) { while (void()) {} }
__device__ void s20(S s) { if (s) {} }
__device__ void s21(S s) { for (;s;) {} }
__device__ void s23(int n) { return n; }
__device__ void s24(int n) { return void(); }
__device__ int &s25(int n) { return 1; }
__device__ int *s26(int n) { return 1; }
__device__ const int *s27(const int *n) { int *p = n; return p; }
__device__ void s28(const S s) { s.c = 1; }
__device__ void s29(const S s) { s.m = 1; }
__device__ void s30(S s) { s.d = 1; }
__device__ void s31(S s) { &s.a; }
__device__ void s32(S s) { int &r = s.a; }
__device__ void s33(S s) { const int &r = s.a; }
__device__ void s34(const S s) { s.g() = 1; }
__device__ void s35(S s) { s = {1, 2}; }
__device__ void s36(S s) { s.arr = nullptr; }
__device__ void s37(int *p, float *q) { p = q; }
__device__ void s38(int *p, void *q) { p = q; }
__device__ void s39(int *p, void *q) { q = p; }
__device__ void s40(int *p, int **q) { q = p; }
__device__ void s41(int *p, float *q) { p - q; }
__device__ void s42(int *p, int *q) { p + q; }
__device__ void s43(int *p, float *q) { p == q; }
__device__ void s44(int *p) { p == 1; }
__device__ void s45(int *p) { p == 0; p == nullptr; }
__device__ void s46(int *p) { p * 2; }
__device__ void s47(void *p) { p + 1; }
__device__ void s48(void *p) { *p; }
__device__ void s49(void *p) { p++; }
__device__ void s50(float f) { f % 2; }
__device__ void s51(float f) { f << 2; }
__device__ void s52(float f) { ~f; }
__device__ void s53(int *p) { -p; }
__device__ void s54(E e) { e = 1; }
__device__ void s55(E e) { e++; }
__device__ void s56(F f) { f + 1; }
__device__ void s57(F f) { int x = f; }
__device__ void s58(E e) { int x = e; x = A | B; e = A | B; }
__device__ void s59(bool b) { b--; }
__device__ void s60(bool b) { b++; }
__device__ void s61(int n) { n++ = 1; }
__device__ void s62(int n) { ++n = 1; }
__device__ void s63(int n) { (n, n) = 1; (n ? n : n) = 2; }
__device__ void s64(int n) { (n ? n : 1) = 2; }
__device__ void s65(int n) { n + 1 = 2; }
__device__ void s66(int n) { 1 = n; }
__device__ void s67(int n) { "abc"[0] = 'x'; }
__device__ void s68(int n) { char *p = "abc"; }
__device__ void s69(int n) { char a[3] = "abc"; }
__device__ void s70(int n) { char a[4] = "abc"; int b[2] = {1, 2, 3}; }
__device__ void s71(int n) { int a[n]; }
__device__ void s72(int n) { int a[0]; }
__device__ void s73(int n) { int a[-1]; }
__device__ void s74(int n) { int a[]; }
__device__ void s75(int n) { int a[2] = 1; }
__device__ void s76(int n) { int a[2]; int b[2] = a; }
__device__ void s77(int n) { int a[2]; a = a; }
__device__ void s78(int n) { int a[2][2] = {{1, 2}, {3, 4, 5}}; }
__device__ void s79(int n) { int x{1.5}; }
__device__ void s80(int n) { char c{n}; }
__device__ void s81(int n) { unsigned u{-1}; }
__device__ void s82(double d) { float f{d}; }
__device__ void s83(int n) { float f{n}; }
__device__ void s84(int n) { int x = {1, 2}; }
__device__ void s85(int n) { int x = {}; int y{}; int z(1, 2); }
__device__ void s86(int n) { const int c; }
__device__ void s87(int n) { int &r; }
__device__ void s88(int n) { int &&r = n; }
__device__ void s89(int n) { int &r = 5; const float &f = n; }
__device__ void s90(int n) { float &f = n; }
__device__ void s91(const int n) { int &r = n; }
__device__ void s92(const int n) { const_cast<int &>(n) = 1; const_cast<float &>(n); }
__device__ void s93(int n) { static_cast<int *>(n); }
__device__ void s94(int n) { reinterpret_cast<int *>(n); }
__device__ void s95(long n) { reinterpret_cast<int *>(n); reinterpret_cast<float>(n); }
__device__ void s96(const int *p) { static_cast<int *>(p); }
__device__ void s97(const int *p) { reinterpret_cast<float *>(p); }
__device__ void s98(void *p) { static_cast<int *>(p); dynamic_cast<int *>(p); }
__device__ void s99(S *p) { dynamic_cast<S *>(p); }
