// flags: --ast
template <class... T> int f(T... t) {
	int a = (... + t), b = (t && ...), c = (0 + ... + t), d = (g(t), ...), e = (t * 2 - ... - 1);
	h(t..., f<T...>(g(t)...), sizeof...(T), sizeof...(t));
	int x[] = {t...};
	return ((t > 0) || ...);
}
