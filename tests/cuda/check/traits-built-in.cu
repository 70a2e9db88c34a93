// What the compiler itself knows of types; each answer is the C++ standard's.
struct Empty {};
struct Plain {
	int x;
	float y;
};
struct Copied {
	Copied(const Copied &);
	Copied();
	int x;
};
struct Virtual {
	virtual int f();
	virtual ~Virtual();
};
struct Abstract {
	virtual int f() = 0;
};
struct Final final {};
struct Derived : Plain {};
struct Both : Plain {
	int z;
};
struct Private {
	int a;

private:
	int b;
};
struct Moved {
	Moved(Moved &&) noexcept;
	Moved &operator=(Moved &&) noexcept;
	explicit Moved(int);
};
union Union {
	int i;
	float f;
};
enum Enum { one };
enum class Scoped : short { two };
struct FromInt {
	FromInt(int);
	operator float() const;
};
static_assert(__is_empty(Empty) && !__is_empty(Plain) && !__is_empty(Virtual), "");
static_assert(__is_class(Plain) && !__is_class(Union) && !__is_class(int), "");
static_assert(__is_union(Union) && !__is_union(Plain), "");
static_assert(__is_enum(Enum) && __is_enum(Scoped) && !__is_enum(int), "");
static_assert(__is_pod(Plain) && !__is_pod(Copied) && !__is_pod(Virtual), "");
static_assert(__is_polymorphic(Virtual) && !__is_polymorphic(Plain), "");
static_assert(__is_abstract(Abstract) && !__is_abstract(Virtual), "");
static_assert(__is_final(Final) && !__is_final(Plain), "");
static_assert(__is_base_of(Plain, Derived) && !__is_base_of(Derived, Plain) && __is_base_of(Plain, Plain), "");
static_assert(__is_base_of(Plain, const Derived) && !__is_base_of(int, int), "");
static_assert(__is_standard_layout(Plain) && __is_standard_layout(Derived) && !__is_standard_layout(Both), "");
static_assert(!__is_standard_layout(Private) && !__is_standard_layout(Virtual) && __is_standard_layout(int), "");
static_assert(__is_trivial(Plain) && !__is_trivial(Copied) && __is_trivial(int), "");
static_assert(__is_trivially_copyable(Plain) && !__is_trivially_copyable(Copied) && __is_trivially_copyable(int *), "");
static_assert(__is_aggregate(Plain) && !__is_aggregate(Copied) && __is_aggregate(int[3]) && !__is_aggregate(int), "");
static_assert(__is_literal_type(Plain) && __is_literal_type(int) && !__is_literal_type(Virtual), "");
static_assert(__is_constructible(Plain) && __is_constructible(FromInt, int) && !__is_constructible(FromInt), "");
static_assert(__is_constructible(Moved, int) && !__is_constructible(Moved, const Moved &), "");
static_assert(__is_constructible(int, double) && !__is_constructible(int, Plain) && !__is_constructible(void), "");
static_assert(__is_nothrow_constructible(Moved, Moved) && !__is_nothrow_constructible(Moved, int), "");
static_assert(__is_trivially_constructible(Plain) && !__is_trivially_constructible(Copied), "");
static_assert(__is_assignable(int &, int) && !__is_assignable(int, int) && !__is_assignable(const int &, int), "");
static_assert(__is_assignable(Moved &, Moved), "");
static_assert(__is_trivially_assignable(Plain &, const Plain &) && !__is_trivially_assignable(Moved &, Moved), "");
static_assert(__is_nothrow_assignable(Moved &, Moved), "");
static_assert(__has_virtual_destructor(Virtual) && !__has_virtual_destructor(Abstract), "");
static_assert(__has_trivial_destructor(Plain) && !__has_trivial_destructor(Virtual), "");
static_assert(__has_unique_object_representations(int) && __has_unique_object_representations(Empty) == false, "");
static_assert(__is_same(int, int) && !__is_same(int, const int) && !__is_same(int, unsigned), "");
static_assert(__is_same(__underlying_type(Scoped), short), "");
template <class T, class U> constexpr bool same = __is_same(T, U);
static_assert(same<decltype(1 ? 1 : 2.0), double>, "");
static_assert(same<decltype(1 ? Enum::one : 3), int>, "");
static_assert(same<decltype('a' + 'b'), int> && same<decltype(1u + 1ll), long long> && same<decltype(1l + 1ull), unsigned long long>, "");
static_assert(same<decltype(true ? nullptr : (int *)0), int *>, "");
static_assert(same<decltype(0 ? (const int *)0 : (int *)0), const int *> && same<decltype(0 ? (void *)0 : (int *)0), void *>, "");
__device__ int x;
static_assert(same<decltype(x), int> && same<decltype((x)), int &> && same<decltype(x++), int> && same<decltype(++x), int &>, "");
static_assert(same<decltype(sizeof x), unsigned long> && same<decltype(&Plain::x), int Plain::*>, "");
static_assert(__builtin_offsetof(Plain, y) == 4 && alignof(Plain) == 4 && sizeof(Scoped) == 2, "");
static_assert(noexcept(1 + 1) && !noexcept(Copied()), "");
/* Constructors beside a defaulted one do not make that less trivial ([class.default.ctor]/3). */
struct DefaultedToo {
	DefaultedToo() = default;
	DefaultedToo(int);
	template <class T> DefaultedToo(T, T);
	int v;
};
static_assert(__is_trivially_constructible(DefaultedToo) && __is_trivial(DefaultedToo), "");
