// Labels of a switch after variables of its block: nvcc's warning 546 (E0664), at the word switch; an error where the
// variable is destroyed at the end of the block, and of a goto (E0630).
struct N { __device__ N() {} __device__ ~N() {} int a; };
struct Tr { int a; };
__device__ int f1(int x) {
  switch (x) {
  case 0: int y = 3; return y;
  case 1: return 2;
  }
  return 0;
}
__device__ int f2(int x) {
  switch (x) {
  case 0: int y = 3, z = 4; N n; return y + z + n.a;
  case 1: return 2;
  default: int w; w = 3; return w;
  case 5: int q = 2; return q;
  case 7: return 4;
  }
  return 0;
}
__device__ int f3(int x) {
  if (x) goto end;
  int y = 3;
  N n;
  x += y;
end:
  return x;
}
__device__ int f4(int x) {
  switch (x) {
  case 0: { int y = 3; return y; }
  case 1: int u; Tr t; u = 2; t.a = 2; return u + t.a;
  case 2: return 1;
  }
  return 0;
}
__device__ int f5(int x) {
  switch (x) {
    int dead = 4;
  case 0: return dead;
  case 1: for (int i = 0; i < 3; i++) { case 2: x += i; }
  }
  return x;
}
__device__ int f6(int x) {
  switch (x) {
  case 0: const int c = 5; constexpr int d = 6; static int st = 3; int &r = x; return c + d + st + r;
  case 1: return 2;
  }
  return 0;
}
__device__ int f7(int x) {
  goto in;
  { int k = 3; in: return k; }
}
__device__ int f8(int x) {
  if (x == 9) goto l2;
  { int k = 3; x += k; }
  int z = 1, zz = 3; N a, b;
l2:
  for (int i = 0; i < 2; i++) { if (x) goto l2; }
  return x + z + zz;
}
__device__ int f9(int x) {
  switch (x) {
  case 0:
    int y = 3;
    switch (y) { case 1: int zz = 1; return zz; case 2: return y; }
  case 1: return 2;
  }
  return 0;
}
template <class T> __device__ int f10(T x) {
  switch (x) {
  case 0: T y = 3; return y;
  case 1: return 2;
  }
  return 0;
}
__device__ int f11(int x) { return f10(x) + f10((short)x); }

struct Ctor { __device__ Ctor() {} int a; };
struct Dtor { __device__ ~Dtor() {} int a; };
struct Dmi { int a = 1; };
struct Cp { Cp() = default; __device__ Cp(int) {} int a; };
struct Cp2 { __device__ Cp2(int) {} int a; };
struct Virt { __device__ virtual void f() {} };
__device__ int one_f(int x) { switch (x) { case 0: Tr t{1}; return t.a; case 1: return 1; } return 0; }
__device__ int one_g(int x) { switch (x) { case 0: Ctor t; return t.a; case 1: return 1; } return 0; }
__device__ int one_h(int x) { switch (x) { case 0: Dtor t; return t.a; case 1: return 1; } return 0; }
__device__ int one_i(int x) { switch (x) { case 0: Dmi t; return t.a; case 1: return 1; } return 0; }
__device__ int one_j(int x) { switch (x) { case 0: Cp t; return t.a; case 1: return 1; } return 0; }
__device__ int one_k(int x) { switch (x) { case 0: Cp t(1); return t.a; case 1: return 1; } return 0; }
__device__ int one_l(int x) { switch (x) { case 0: Cp2 t(1); return t.a; case 1: return 1; } return 0; }
__device__ int one_m(int x) { switch (x) { case 0: Ctor t[2]; return t[0].a; case 1: return 1; } return 0; }
__device__ int one_n(int x) { switch (x) { case 0: int t[2] = {1,2}; return t[0]; case 1: return 1; } return 0; }
__device__ int one_o(int x) { switch (x) { case 0: auto t = [=] { return x; }; return t(); case 1: return 1; } return 0; }
__device__ int one_p(int x) { switch (x) { case 0: Virt t; return 1; case 1: return 1; } return 0; }
__device__ int one_q(int x) { switch (x) { case 0: const Ctor &t = Ctor(); return t.a; case 1: return 1; } return 0; }
__device__ int one_r(int x) { switch (x) { case 0: Tr t = Tr(); return t.a; case 1: return 1; } return 0; }
__device__ int one_s(int x) { switch (x) { case 0: Ctor t{}; return t.a; case 1: return 1; } return 0; }
__device__ int one_t(int x) { switch (x) { case 0: auto [u, v] = make_int2(1, 2); return u; case 1: return 1; } return 0; }
__device__ int one_u(int x) { switch (x) { case 0: int3 t = make_int3(1,2,3); return t.x; case 1: return 1; } return 0; }
__device__ int one_v(int x) { if (x) goto e; Tr t; t.a = 1; x = t.a; e: return x; }
__device__ int one_w(int x) { if (x) goto e; Dmi t; x = t.a; e: return x; }
__device__ int one_y(int x) { switch (x) { case 0: __shared__ int t; t = 3; return t; case 1: return 1; } return 0; }
__device__ int one_z(int x) { switch (x) default: { int t = 3; case 1: return t; } }
