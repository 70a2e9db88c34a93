// A union whose member has copies of the user's, in effect or by name, has none ([class.copy.ctor]/10, [class.copy.assign]/7).
struct __attribute__((simt_copied)) Pair { short x, y; };
struct Copied { int x; Copied() = default; __device__ Copied(const Copied &o) : x(o.x) {} __device__ Copied &operator=(const Copied &o) { x = o.x; return *this; } };
struct Plain { short x, y; };
union A { Pair p; int i; };
union B { Copied c; int i; };
union C { Plain p; int i; };
struct D { union { Pair p; int i; }; };
template <class T> constexpr bool copies = __is_constructible(T, const T &) && __is_constructible(T, T) && __is_assignable(T &, const T &) && __is_assignable(T &, T);
static_assert(!copies<A> && !copies<B> && copies<C> && !copies<D>);
static_assert(__is_constructible(A) && __is_constructible(D));
__device__ void f(A &a, const A &b) { a = b; }
__device__ A g(const A &b) { return b; }
