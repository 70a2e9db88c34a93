/* enumerations.cu - opaque enumerations, and names that using enum declares. Compiled with -std=c++20
 * ([dcl.enum], [enum.udecl])
 * SPDX-License-Identifier: Apache-2.0 */
#define DEV __device__ inline

/* [dcl.enum]/3: an opaque declaration; /4: the definition of a member, outside of its class */
struct Plain {
	enum class Scoped : unsigned char;
	enum Open : int;
	Scoped s;
	DEV int get();
};
enum class Plain::Scoped : unsigned char { LAST = 200 };
enum Plain::Open : int { FIRST = 6, SECOND };
int Plain::get() {
	s = Scoped::LAST;
	return int(s) + SECOND;
}
template <class T> struct Box {
	enum class Of : int;
	enum Open : T;
	Of of;
	DEV static int number(Of o) { return int(o); }
	DEV static int size() { return sizeof(Of) * 10 + sizeof(Open); }
};
template <class T> enum class Box<T>::Of : int { THREE = 3, SIZE = sizeof(T) };
template <class T> enum Box<T>::Open : T { FIVE = 5, SIX };
template <> enum class Box<char>::Of : int { OWN = 44 };
namespace outer {
enum Later : int;
namespace inner {
enum class Kind : short;
}
}
enum outer::Later : int { LATER = 8 };
enum class outer::inner::Kind : short { KIND = 9 };

/* [enum.udecl]/2: in a namespace, of a namespace's or a class's enumeration */
struct Holder {
	enum class Held { HELD = 2 };
	struct Nested {
		enum Deep { DEEP = 77 };
	};
};
namespace names {
enum class Scoped { ONE = 11, TWO [[maybe_unused]], THREE = TWO + 5 };
using enum Scoped;
using enum Holder::Held;
using enum Holder::Nested::Deep;
inline namespace part {
enum Short : short { SHORT = 4 };
}
}
namespace users {
using enum names::Scoped;
using names::HELD;
using enum names::part::Short;
}
using enum outer::inner::Kind;

extern "C" __global__ void k(int *out, int n) {
	int *o = out + threadIdx.x * 64;
	Plain p;
	o[0] = p.get() + Plain::FIRST;
	o[1] = Box<short>::number(Box<short>::Of::SIZE) + 100 * Box<int>::SIX;
	o[2] = int(Box<char>::Of::OWN) + 100 * Box<long>::size();
	o[3] = outer::LATER + 100 * int(outer::inner::Kind::KIND);
	o[4] = int(names::ONE) + 100 * int(names::THREE) + 10000 * int(names::HELD);
	o[5] = int(users::TWO) + 100 * int(users::HELD) + 10000 * users::SHORT + 1000 * names::DEEP;
	o[6] = int(KIND) + n;
}
