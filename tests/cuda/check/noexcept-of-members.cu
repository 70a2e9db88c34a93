// In a noexcept-specifier `this` is the function's own and members stand for themselves ([expr.prim.this]/2, [expr.prim.id]/3).
template <class T> T &&made() noexcept;
struct May { __device__ int operator()(int) const; };
struct Not { __device__ int operator()(int) const noexcept; __device__ int operator()(int); };
template <class F> struct Calls {
	F &f;
	F own;
	int *p;
	__device__ int a() const noexcept(noexcept(f(1)));
	__device__ int b() const noexcept(noexcept(this->f(*p)));
	template <class U> __device__ int c(U u) const noexcept(noexcept(f(u)));
	__device__ operator int() const noexcept(noexcept(own(1)));
	__device__ auto d() const -> decltype(f(1));
};
template <class T> constexpr int quiet = noexcept(made<const T &>().a()) + 2 * noexcept(made<const T &>().b()) + 4 * noexcept(made<const T &>().c(1)) + 8 * noexcept(static_cast<int>(made<const T &>()));
static_assert(quiet<Calls<May>> == 0);
static_assert(quiet<Calls<Not>> == 8); // f refers to what is not const
static_assert(sizeof(made<Calls<May> &>().d()) == sizeof(int));
// asked for in a member of another class
struct Other {
	int x;
	__device__ int use() const { static_assert(quiet<Calls<const Not>> == 15); return x; }
};
__device__ int use(Other o) { return o.use(); }
// two templates with other parameters are two functions ([temp.over.link]/6)
template <class A, class B, unsigned long... N> __device__ int counted() { return sizeof(B) + sizeof...(N); }
template <class B, unsigned long... N> __device__ int counted() { return counted<B *, B, N...>(); }
__device__ int use_counted() { return counted<int>() + counted<char, 3, 4>(); }
template <class T> struct Same { using type = T; };
struct Text {
	template <int = 1> __device__ friend bool operator==(Text, typename Same<Text>::type) { return true; }
	template <unsigned = 2> __device__ friend bool operator==(typename Same<Text>::type, Text) { return false; }
	__device__ friend bool operator==(Text, Text) { return true; }
};
__device__ bool use_text(Text a, Text b) { return a == b; }
