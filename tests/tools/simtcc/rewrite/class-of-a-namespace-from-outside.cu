// A class that is named from the global namespace on where it is defined: g++ wants it without.
namespace lib { namespace in { template <class T> struct Traits; struct Pair; union Bits; enum class Kind; } }
template <> struct ::lib::in::Traits<int> { int value; };
template <class T> struct __attribute__((packed)) ::lib::in::Traits<T *> : ::lib::in::Traits<int> { char at; };
namespace lib { union ::lib::in::Bits { int i; float f; }; }
class ::lib::in::Pair final { ::lib::in::Traits<char *> a; struct ::lib::in::Traits<int> b; };
struct Other { struct ::lib::in::Pair *p; };
