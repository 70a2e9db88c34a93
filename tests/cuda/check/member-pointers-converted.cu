// The operands of ->* may be objects that convert ([over.built]/11); those of .*, which is no function, not.
struct S { int member; __device__ int f() const { return member; } };
using Pointer = int S::*;
struct Points { S *s; __device__ constexpr operator S *() const { return s; } };
struct Member { __device__ constexpr operator Pointer() const { return &S::member; } };
template <class T> constexpr bool is_int = __is_same(T, int &);
__device__ int use(Points p, Member m) {
	static_assert(is_int<decltype(p->*&S::member)> && is_int<decltype(p->*m)>);
	return p->*&S::member + p->*m + (p->*&S::f)();
}
__device__ int refused(S s, Member m) { return s.*m; }
