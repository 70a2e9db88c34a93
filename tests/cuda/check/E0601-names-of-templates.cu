// flags: alone std=20
// Names that depend on no parameter are declared before the template ([temp.res]/8), whether or not there is an instance.
namespace space { struct thing { typedef int type; int m; }; template <class T> struct of {}; }
template <class T> struct A1 { missing m; };
template <class T> struct A2 : space::of<missing> { using type = absent; };
template <int N> struct A3 { int a[N + limit]; static const int i = limit; };
template <class T> struct A4 { class inner { missing f(); }; };
template <class T> struct A5<gone<T>> {};
template <unknown U> class A6 {};
template <class T> struct A7 { T f(nowhere::type); static constexpr int n = nothing(); };
template <class T, class U = missing> using A8 = T;
// right
template <class T> struct base { int x; typedef int b; };
template <class T> struct B1 : base<T>, space::thing { typedef typename base<T>::b b; type t; static const int s = sizeof(m); B1 *self; B1<T *> *other; enum { E = 4 }; int a[E + later]; static const int later = 3; };
template <class T> auto B2(T t, int n) -> decltype(found_by_its_argument(t)) { return later_function(t); }
template <class T> struct B3 { friend struct unseen; friend void also(B3); template <class U> void f(U u, T t = T(), int n = sizeof(u)); struct inner; inner *i; union { int u1; float u2; }; int n = sizeof(u1); };
template <class T> struct B3<T>::inner { int k; };
template <class T> concept B5 = true;
template <class T> concept B4 = requires(T t, int k) { t + k; typename T::type; { t.f() } -> B5; };
template <class T> struct B6 { template <class U> using pair = B6<U>; pair<T> *p; using space::thing::type; };
