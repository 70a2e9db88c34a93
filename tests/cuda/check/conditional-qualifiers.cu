// Lvalues of one type give one with the qualifiers of both, whichever a constant chooses ([expr.cond]/4).
template <class T, class U> constexpr bool same = __is_same(T, U);
struct B {};
struct D : B {};
__device__ void f(bool b, int i, const int c, volatile int v, D d, const B cb) {
	static_assert(same<decltype(true ? i : c), const int &> && same<decltype(false ? i : c), const int &>);
	static_assert(same<decltype(true ? c : i), const int &> && same<decltype(b ? i : c), const int &>);
	static_assert(same<decltype(true ? i : v), volatile int &> && same<decltype(true ? c : v), int>);
	static_assert(same<decltype(true ? (int &&)i : (const int &&)c), const int &&>);
	static_assert(same<decltype(true ? d : cb), const B &> && same<decltype(true ? i : 0), int>);
}
