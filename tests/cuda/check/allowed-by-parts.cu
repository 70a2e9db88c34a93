// Which special members a class has, by those of its parts: [class.default.ctor], [class.copy.ctor], [class.copy.assign].
struct Throws { Throws(); Throws(const Throws &); Throws &operator=(const Throws &); ~Throws(); };
union Variant { Throws t; int i; }; // the active member is not known
static_assert(!__is_constructible(Variant, const Variant &) && !__is_constructible(Variant, Variant &&));
static_assert(!__is_assignable(Variant &, const Variant &) && !__is_assignable(Variant &, Variant &&));
struct Refers { int &&r; };
static_assert(!__is_constructible(Refers, const Refers &) && __is_constructible(Refers, Refers &&));

struct NoCopy { NoCopy(); NoCopy(const NoCopy &) = delete; NoCopy &operator=(const NoCopy &) = delete; };
template <class T> struct Copies : T { Copies() = default; Copies(const Copies &) = default; Copies &operator=(const Copies &) = default; };
static_assert(!__is_constructible(Copies<NoCopy>, const Copies<NoCopy> &));
static_assert(!__is_assignable(Copies<NoCopy> &, const Copies<NoCopy> &));
static_assert(__is_constructible(Copies<Throws>, const Copies<Throws> &));
struct Const { const int i; Const &operator=(const Const &) = default; Const &operator=(Const &&) = default; };
static_assert(!__is_assignable(Const &, Const &&) && !__is_assignable(Const &, const Const &));

// a defaulted move that is deleted is ignored: an rvalue is copied ([over.match.funcs]/8)
struct NoMove { NoMove(); __device__ NoMove(const NoMove &); NoMove(NoMove &&) = delete; __device__ NoMove &operator=(const NoMove &); NoMove &operator=(NoMove &&) = delete; };
static_assert(!__is_constructible(NoMove, NoMove &&) && !__is_assignable(NoMove &, NoMove &&));
struct Holds { NoMove m; };
struct Says { NoMove m; Says(const Says &) = default; Says(Says &&) = default; Says &operator=(const Says &) = default; Says &operator=(Says &&) = default; };
template <class T> constexpr bool moves = __is_constructible(T, T &&) && __is_assignable(T &, T &&);
static_assert(moves<Holds> && moves<Says>);
__device__ void moved(Says &a, Says &b) { Says c = static_cast<Says &&>(a); b = static_cast<Says &&>(c); }

// a template may be the default constructor of a part
template <bool B> struct If {};
template <> struct If<true> { using type = int; };
template <class T> struct Box {
	T value;
	template <class U = T, typename If<__is_constructible(U)>::type = 0> constexpr Box() : value() {}
	template <class U> Box(char, U);
};
template <class T> struct Inherits : Box<T> { using Box<T>::Box; constexpr Inherits() noexcept(__is_nothrow_constructible(Box<T>)) = default; };
struct Has { Box<int> b; };
struct NoDefault { NoDefault(int); };
struct Deleted { template <class T = int> Deleted(T = 0) = delete; };
struct HasDeleted { Deleted d; };
static_assert(__is_constructible(Inherits<int>) && __is_constructible(Has));
static_assert(!__is_constructible(Inherits<NoDefault>) && !__is_constructible(HasDeleted));

// what is asked of an incomplete class completes none: here its own base asks
union DeclaredUnion;
struct DeclaredStruct;
template <class T> union TemplateUnion;
template <class T> inline constexpr bool is_class = __is_class(T);
static_assert(__is_union(DeclaredUnion) && !is_class<DeclaredUnion> && is_class<DeclaredStruct> && __is_union(TemplateUnion<int>));
template <class T, typename If<is_class<T>>::type = 0> struct Interface {};
template <class T> struct View : Interface<View<T>> {};
static_assert(is_class<View<int>>);
static_assert(!__is_aggregate(void (NoCopy::*)()));

// an inherited constructor is explicit if that of the base is
struct Explicit { explicit Explicit(int, int); Explicit(int, char); };
struct Inheriting : Explicit { using Explicit::Explicit; };
void takes(Inheriting);
template <class T> T &&made();
template <class T, class U, class = decltype(takes({made<T>(), made<U>()}))> constexpr bool converts(int) { return true; }
template <class T, class U> constexpr bool converts(long) { return false; }
static_assert(converts<int, char>(0) && !converts<int, int>(0));

// a local object is moved into the result, where its move is trivial and its copy deleted, too ([class.copy.elision]/3)
struct Moves { int *p; __device__ explicit Moves(int *q) : p(q) {} Moves(Moves &&) = default; Moves &operator=(Moves &&) = default; };
__device__ Moves passed(Moves m, int n) { for (; n; n--) ++*m.p; return m; }
__device__ void use_passed(int *p) { passed(Moves(p), 3); }
