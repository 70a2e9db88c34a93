// Pointers to members have no order ([expr.rel]/4), only == and !=.
struct S {
	int x;
	int f() noexcept;
};
template <class T> T &&value();
template <class T, class U> constexpr auto ordered(int) -> decltype(value<T>() < value<U>(), true) { return true; }
template <class T, class U> constexpr bool ordered(...) { return false; }
template <class T, class U> constexpr auto equal(int) -> decltype(value<T>() == value<U>(), true) { return true; }
template <class T, class U> constexpr bool equal(...) { return false; }
using Function = int (S::*)();
using Silent = int (S::*)() noexcept;
using Data = int S::*;
using Null = decltype(nullptr);
static_assert(!ordered<Function, Function>(0) && !ordered<Function, Silent>(0) && !ordered<Data, Data>(0));
static_assert(!ordered<Function, Null>(0) && !ordered<Null, Data>(0) && !ordered<Function, Data>(0));
static_assert(equal<Function, Function>(0) && equal<Function, Silent>(0) && equal<Data, Data>(0));
static_assert(equal<Function, Null>(0) && equal<Null, Data>(0));
