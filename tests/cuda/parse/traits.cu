// flags: --ast
template <class T, class U> struct S {
	static const bool v = __is_same(T, U) && __is_base_of(T, U *) || !__has_trivial_destructor(T);
	using E = __underlying_type(T);
	decltype(auto) f() { return __builtin_offsetof(S, a.b[1]); }
	decltype(T::x)::type y;
	__typeof__(y) z;
	int n = noexcept(f()) + typeid(int).x;
};
