// flags: --skim
template<class T> __global__ void __launch_bounds__(256) k(T *p) { }
template __global__ void k<int>(int*);
template<> __global__ void k<float>(float *p) {}
struct __align__(16) S { int a; S(int x) : a(x) {} } s1, *s2;
S::S() : a{1}, b(2) { }
void (*fp)(int), (*arr[3])(void);
enum E : int { A, B = 3, C };
enum class F { X };
int x = a < b, y = 2;
static union { int ua; float ub; };
namespace a::b { inline namespace v1 { int q; } }
namespace c = a::b;
using a::b::q;
using namespace c;
X operator+(X a, X b);
void operator()(int) ;
inline bool operator< <int>(int);
A<T>::operator int() const { }
extern __shared__ float dyn[];
__constant__ float cc[3] = { 1, 2, 3 };
auto [p, q2] = foo();
template<class T, int N> struct vec<T*, N> : base<T> {};
extern "C" { __attribute__((global)) void kk(int) {} }
int f() try { } catch (...) { }
A(int) -> A<int>;
template <template <class> class C, class D = C<int>> struct TT;
