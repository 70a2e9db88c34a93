// flags: alone
// Without a host half no other compiler finds what is wrong with declarations that nothing uses.
typedef unknown_type T1;
using T2 = missing::type;
constexpr int not_constant(int x) { return x / (x - 1); }
constexpr int C1 = not_constant(1);
constexpr int C2;
struct pair_of { int a, b; constexpr pair_of(int x) : a(x), b(not_constant(x)) {} };
constexpr pair_of C3 = {1};
int variable;
static_assert(variable, "its value is not known");
static_assert(sizeof(int) == 4, "right");
struct unfinished;
struct has_unfinished { unfinished part; };
struct uncalled { int f() { return undeclared; } typedef int I; I g(I i) { return i; } static const int N = 3; int a[N]; };
enum numbers { ONE = 1, OTHER = variable };
template <class T> struct of_type { typedef typename T::type inner; static typename T::type s; inner f(typename T::type); };
struct has_type { typedef int type; };
of_type<has_type> right;
of_type<int> wrong;
const int from_outside = sizeof(of_type<has_type>);
