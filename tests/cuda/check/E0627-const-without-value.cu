// A const object is given its value where it is declared, unless its class has a default constructor that is written
// or initialisers for all members ([dcl.init]/7). A const member without one leaves its class without a default
// constructor.
struct plain { int a; };
struct written { __device__ written() {} int a; };
struct templated { template <class... T> __device__ templated(T...) {} int a; };
struct defaulted { defaulted() = default; int a; };
struct own { int a = 1; };
struct nothing {};
struct part { own o; nothing n; written w[2]; };
struct mixed { own o; int z; };
struct inherits : written {};
struct adds : written { int z; };
union one { int a; float b; };
union given { int a = 1; float b; };
struct unnamed { union { int a = 1; float b; }; };
struct fixed_member { const int x; };
struct fixed_object { const own o; const nothing n; };
struct holds { fixed_member f; int y; };
struct made { const int x; __device__ made() {} };
struct both { const int x; const int y = 2; __device__ both() : x(1) {} __device__ both(int) {} };
enum colour { red };

__device__ const int d1;
__constant__ const int d2;
__device__ const plain d3;
__device__ const own d4;
extern __device__ const int d5;
__device__ fixed_member d6;
const int of_the_host = 1;

__device__ void locals() {
	const int a;
	const plain b;
	[[maybe_unused]] const written c;
	[[maybe_unused]] const templated d(1);
	const defaulted e;
	[[maybe_unused]] const own f;
	[[maybe_unused]] const part g;
	const mixed h;
	[[maybe_unused]] const inherits i;
	const adds j;
	const one k;
	[[maybe_unused]] const given l;
	[[maybe_unused]] const unnamed m;
	const colour n;
	const plain o[2];
	int *const p;
	[[maybe_unused]] const int *q;
	static const int r;
	static constexpr int s;
	__shared__ const int t;
	constexpr plain u;
	[[maybe_unused]] constexpr nothing v;
	for (const int w;;)
		;
	fixed_member x;
	[[maybe_unused]] fixed_object y;
	holds z;
}
__device__ int listed() {
	fixed_member a{1}, b{}, c = {2}, d[3] = {{1}};
	holds e{}, f = {{1}, 2};
	fixed_member wrong = fixed_member();
	return a.x + b.x + c.x + d[2].x + e.y + f.f.x + wrong.x;
}
__device__ void constructed() { made a; both b, c(1); (void)a; (void)b; (void)c; }
__device__ void allocated() { new const int; new const plain; new const own; new const nothing; new const int(1); new fixed_member; }
template <class T> __device__ void generic() { const T x; (void)x; }
__device__ void instances() { generic<own>(); generic<plain>(); generic<int>(); }
template <class T> struct is_made { static constexpr bool value = __is_constructible(T); };
static_assert(is_made<own>::value && is_made<fixed_object>::value && is_made<both>::value, "");
static_assert(!is_made<fixed_member>::value && !is_made<holds>::value && !is_made<const fixed_member>::value, "");
