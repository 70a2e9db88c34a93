// flags: alone
// Explicit specialisations and instantiations have no parameters left, so that no use decides what they mean.
template <class T> struct plain {};
template <> struct plain<missing> {};
template <> struct plain<nowhere::type *> {};
template <> struct plain<int(absent)> {};
template <> struct plain<int> { unknown_member m; };
template <> struct plain<char> { gone f(); };
template <> struct plain<long> : no_base {};
template <class T, int N> struct number {};
template <> struct number<int, undeclared> {};
template <class T> T function() { return T(); }
template <> unknown_result function<int>() { return 1; }
template <> char function<char>() { return no_value; }
template <class T> struct holder { void f(); static const int n = 1; struct part; template <class U> void g(U); template <class U> struct deep; };
template <> void holder<int>::f() { no_type t; }
template <> void holder<wrong>::f() {}
template <> const int holder<bad>::n = 2;
template <> struct holder<int>::part { int f() { return no_member; } };
template <> template <> void holder<int>::g<none>(none) {}
template <class T> constexpr int value = 1;
template <> constexpr int value<lost> = 2;
template struct plain<not_there>;
template <class T> T body(T t) { return t.part; }
template int body(int);
template <class T> struct members { int f() { return T::none; } };
template struct members<plain<short>>;
// right
namespace n { template <class T> struct one; struct out { using type = int; template <class U> struct in; template <class U> int f(U); static const int c = 3; }; enum { EIGHT = 8 }; }
template <> struct n::one<int> { using type = float; type v; type get() { type x = v; return x + later(); } int later() { return EIGHT; } static constexpr int k = 4; int arr[k]; };
template <> struct n::one<float> : n::out { type t; int z[c]; one() : t(c) {} template <class U> U m(U u) { return u + t; } friend int operator+(one a, one b) { return EIGHT; } };
template <> struct n::out::in<int> { type x; int y[c]; in *next; in() : x(1) {} ~in(); };
n::out::in<int>::~in() { x = c; }
template <> int n::out::f(int v) { type t = v; return t + c; }
template <> struct holder<char>::part { part *p; int x[n]; };
template <> template <class U> struct holder<char>::deep { U u; int f() { return sizeof(u) + n; } };
template <> struct plain<struct first_named_here *> { first_named_here *p; };
template <int... N> struct list;
template <> struct list<> { static constexpr int size = 0; };
template <> struct list<1, 2> : list<> { static constexpr int two = size + 2; };
template <class T> __global__ void kernel(T *p) { *p = list<1, 2>::two; }
template __global__ void kernel(int *);
