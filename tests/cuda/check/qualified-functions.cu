// There is no pointer and no reference to a function type with qualifiers after its parameters ([dcl.fct]/6).
using F = void() const;
struct No {};
template <class T> T &lref(int);
template <class T> No lref(...);
template <class T> T &&rref(int);
template <class T> No rref(...);
template <class T> T *ptr(int);
template <class T> No ptr(...);
template <class T> constexpr bool has = !__is_same(decltype(lref<T>(0)), No) && !__is_same(decltype(rref<T>(0)), No) && !__is_same(decltype(ptr<T>(0)), No);
template <class T> constexpr bool none = __is_same(decltype(lref<T>(0)), No) && __is_same(decltype(rref<T>(0)), No) && __is_same(decltype(ptr<T>(0)), No);
static_assert(has<void()> && none<F> && none<void() volatile> && none<void() &> && none<void() &&> && none<int(int) const &>);
struct S { void f() const; };
static_assert(__is_same(F S::*, decltype(&S::f)));
__device__ F *p;
__device__ void f(F &r);
