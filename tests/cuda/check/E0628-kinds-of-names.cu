// flags: alone
int A; template <int> struct A;
namespace N {} class N;
typedef int X; template <X> struct Y {}; int X();
struct stat; struct stat { int i; }; int stat(int); int stat(long); extern int v; int v; extern int v;
struct T1; typedef struct T1 T1; struct T1 { int x; }; typedef T1 T1;
enum E { E1, E2 }; int E2;
struct M { int foo; void foo(int); static int b; int c; typedef int d; d d(); };
struct ok { struct in {}; in in(int); int f(int); int f(long); template <class T> int f(T); enum { A, B }; };
struct T1 t; typedef struct { int a; } U; struct U u; typedef T1 T2; struct T2 w; enum X e;
int f() -> int; auto g() -> int; struct Q { operator int(); auto h() const -> int { return 1; } };
template <class T> struct T {}; template <class R> struct S { int R; template <class V> void f(V R); struct V {}; typedef int R; };
using I = int; void h(struct I *p);
template <class T> struct P { P(P const &); P &operator=(P const &); }; template <class T> P(T) -> P<T>;
template <class T> struct P<T *> {}; template <> struct P<int> {};
inline namespace V1 { int inl; }
namespace al = V1; namespace al = V1;
struct D1 { int f(int); void g() const; D1(int); ~D1(); operator int(); template <class V> void t(V); int h() { return 1; } static int s; };
int D1::f(long x) { return 1; }
void D1::g() {}
D1::D1(int x) {}
D1::~D1() {}
D1::operator int() { return 1; }
D1::operator short() { return 1; }
int D1::h() { return 2; }
void D1::absent() {}
template <class V> void D1::t(V v) {}
int D1::s = 3;
struct D2; D2::D2() {}
struct D3 { int x; }; D3::D3() {}
