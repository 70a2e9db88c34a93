// Deduction from a constructor whose parameters name their class by its injected name ([temp.local]/1).
template <class T> struct Args { int n; };
template <template <class, class> class T> struct Wraps {};
template <class Out, class Char> struct Context {
	__device__ explicit Context(Out o, Args<Context> a) : out(o), args(a) {}
	__device__ Context(Context *outer, Out o) : out(o), args(outer->args) {}
	__device__ Context(Wraps<Context>, Out o, Char) : out(o), args{} {}
	Out out;
	Args<Context> args;
};
template <class A, class B> constexpr bool same = __is_same(A, B);
__device__ void use(int *p, Args<Context<int *, char>> a, Wraps<Context> w) {
	Context c{p, a}, d(&c, p), e(w, p, 'a');
	static_assert(same<decltype(c), Context<int *, char>> && same<decltype(d), decltype(c)> && same<decltype(e), decltype(c)>);
}
// the default of a parameter is in the first declaration
template <class T> struct Traits {};
template <class T, class U = Traits<T>> struct View;
template <class T, class U> struct View {
	using size_type = unsigned long;
	__device__ View(const T *p, size_type n) {}
};
__device__ void use(char *p) {
	View v{p, 3};
	static_assert(same<decltype(v), View<char, Traits<char>>>);
}
