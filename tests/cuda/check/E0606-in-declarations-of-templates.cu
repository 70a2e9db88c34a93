// What the declaration of a function template names must be there, called or not: the name is reported, at its place, and not
// that no function matches. Lines and columns are nvcc's.
template <class T> __device__ T add(T a, Unknown b) { return a; }
template <class T> __device__ Missing give(T a) { return a; }
template <class T> struct Box { Undef member; __device__ T get(Nope x) { return T(); } };
template <class T> __device__ T body(T a) { Absent x; return a; }
template <class T, class U = Nowhere> __device__ T defarg(T a) { return a; }
template <class T> __device__ T tmplarg(T a, Box<Inner> *b) { return a; }
template <class T> __device__ T never_called(T a, Gone g) { return a; }
namespace ns { struct real {}; }
template <class T> __device__ T qual(T a, ns::fake b) { return a; }
template <class T> __device__ T value_default(T a, int n = unknown_value) { return a; }
template <int N = unk> __device__ int nontype() { return N; }
template <class T> __device__ auto trailing(T a) -> Wrong { return a; }
template <class T> struct Der : UnknownBase<T> {};
template <class T> using Al = Unk2<T>;
template <class T> __device__ void withptr(T a, Unk3 *p, const Unk4 &r) {}
__global__ void k(int *p) {
  p[0] = add(1, 2);
  p[1] = give(1);
  Box<int> b; p[2] = b.get(1);
  p[3] = body(1);
  p[4] = defarg(1);
  p[5] = tmplarg(1, nullptr);
  p[6] = qual(1, 2);
  p[7] = value_default(1);
  p[8] = nontype();
  p[9] = trailing(1);
  Der<int> d;
  Al<int> a;
  withptr(1, nullptr, 2);
}

namespace ns { template <class T> struct later; }
template <class T, class U = typename ns::later<T>::type> __device__ T fine(T a, U *b = nullptr, decltype(a) *c = nullptr) { return a; }
template <class T> __device__ auto fine_too(T n, Box<decltype(n)> *m) -> Box<T> *;
template <template <class> class C, class T, int N> __device__ int fine_as_well(C<T> *, T (&)[N], ns::later<T>);
template <unk2 N> __device__ void of_value(Box<const Inner2 *> *b, int x = sizeof(N));
struct holder { template <class T> __device__ T member(T a, Lost b) { return a; } template <class T> __device__ T other(T a, holder b) { return a; } };
__device__ int uses(holder h) { return h.member(1, 2) + h.other(1, h) + h.other(1, 2); }
