// flags: --ast
template <class T, int N = (3 > 2), typename... Ts, template <class> class C = V> struct S;
template <class T> struct S<T *, 4> : public T, private virtual B<T> {};
template <> struct S<int, 1>;
template <typename T, typename = enable_if_t<(sizeof(T) > 4)>> T f(T &&... x);
template <class T> using P = T *;
template <class T> constexpr T pi = T(3.14);
template struct S<float, 2>;
extern template void f<int>(int);
template <class T> template <class U> void S<T, 1>::g(U u) { u; }
