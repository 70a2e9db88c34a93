// [basic.lookup.qual]/1: before ::, namespaces, types and templates of types are looked for; [namespace.udir]/6: two
// that directives name are ambiguous
namespace a {
struct S { static constexpr int v = 1; };
template <class T> struct Made { static constexpr int v = 1; };
namespace inside { constexpr int v = 1; }
struct Mixed { static constexpr int v = 1; };
struct Alone { static constexpr int v = 1; };
}
namespace b {
struct S { static constexpr int v = 2; };
template <class T> struct Made { static constexpr int v = 2; };
namespace inside { constexpr int v = 2; }
namespace Mixed { constexpr int v = 2; }
__device__ int Alone;
using Same = a::Alone;
namespace one = a::inside;
}
namespace c {
using Same = a::Alone;
namespace one = a::inside;
using namespace b;
}
namespace n {
using namespace a;
using namespace b;
}
__device__ int in_namespace() { return n::S::v; }
__device__ int type_in_namespace() { return sizeof(n::S); }
__device__ int fine_in_namespace() { return n::Alone::v; }
namespace reversed {
using namespace b;
using namespace a;
}
__device__ int fine_reversed() { return reversed::Alone::v; }
using namespace a;
__device__ int before() { return S::v + Made<int>::v + inside::v + Mixed::v; }
using namespace c;
__device__ int type() { return S::v; }
__device__ int made() { return Made<int>::v; }
__device__ int space() { return inside::v; }
__device__ int mixed() { return Mixed::v; }
__device__ int fine() { return Alone::v + Same::v + one::v + b::S::v; }
template <class T> __device__ int in_template(T) { return S::v; }
__device__ int use() { return in_template(1); }
