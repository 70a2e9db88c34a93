// flags: alone std=20
// A pack stands in an expansion ([temp.variadic]/8), whether or not there is an instance.
template <class... T> struct list {};
template <class T> struct one {};
template <class... T> using A1 = one<T>;
template <class... T> struct A2 { typedef typename T::X Y; };
template <class... T> struct A3 : one<T> {};
template <class T, class... U> struct A4; template <class T, class... U> struct A4<list<T, U>> {};
template <class... T> void A5(one<T>, one<T>);
template <class T, class... U> void A6(T t, U args);
template <bool... B> struct A7 { void f() noexcept(B); constexpr explicit(B) A7() {} };
template <template <int> class... T> struct A8 : T<0> {};
template <class R, class... Args, unsigned = sizeof(Args)> R A9(R);
template <class... T> T A10();
template <int... a> constexpr auto A11 = [z = -a](auto f) { return f(z); };
template <class... T> struct A12 { friend class one<T>; };
// right
template <class... T> struct B1 : one<T>... { using one<T>::operator()...; list<one<T>...> l; void f(T *...); void g(one<T>... p) noexcept((sizeof(p) + ...)); static const int n = sizeof...(T); };
template <class... T, class... U> auto B2(list<T...>, list<U...>) -> list<list<T, U>...>;
template <int... I> constexpr int B3 = (I + ... + 0);
template <class... T> struct B4 { template <T... v> struct values {}; template <template <T...> class C> struct of {}; };
template <class... F> constexpr auto B5 = [](F... f) { return (f(1) + ...); };
template <class... T> requires((sizeof(T) + ... + 0) > 1) struct B6 { alignas(T...) char c; };
