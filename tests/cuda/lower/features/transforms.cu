/* transforms.cu - the built-in traits that are types (__remove_cv(T), ...) and those that say what kind of type one
 * is, against the C++ library, whose newer versions are made of them.
 * SPDX-License-Identifier: Apache-2.0 */
#ifdef __global__ /* the host */
#include <type_traits>
#define TYPE(trait, T) typename std::trait<T>::type
#define VALUE(trait, T) std::is_##trait<T>::value
#else
#define TYPE(trait, T) __##trait(T)
#define VALUE(trait, T) __is_##trait(T)
#endif
struct Class {};
enum Enum {};
enum class Scoped {};

template <class T> struct code;
#define CODE(type, n)              \
	template <> struct code<type> { \
		enum { value = n };     \
	};
CODE(int, 1)
CODE(void, 2)
CODE(Class, 3)
CODE(void(int), 4)
CODE(void(int) const, 5)
CODE(int Class::*, 6)
CODE(void (Class::*)(), 7)
CODE(Enum, 8)
CODE(Scoped, 9)
template <class T> struct code<T *> {
	enum { value = 11 + 3 * code<T>::value };
};
template <class T> struct code<T &> {
	enum { value = 12 + 5 * code<T>::value };
};
template <class T> struct code<T &&> {
	enum { value = 13 + 7 * code<T>::value };
};
template <class T> struct code<const T> {
	enum { value = 14 + 11 * code<T>::value };
};
template <class T> struct code<volatile T> {
	enum { value = 15 + 13 * code<T>::value };
};
template <class T> struct code<const volatile T> {
	enum { value = 16 + 17 * code<T>::value };
};
template <class T> struct code<T[]> {
	enum { value = 17 + 19 * code<T>::value };
};
template <class T, unsigned long N> struct code<T[N]> {
	enum { value = (int)N + 23 * code<T>::value };
};
template <class T, unsigned long N> struct code<const T[N]> {
	enum { value = (int)N + 29 * code<T>::value };
};

#define MEMBER(trait)                              \
	template <class T> struct trait##_member { \
		using type = TYPE(trait, T);       \
	};
MEMBER(remove_cv)
MEMBER(decay)

template <class T> __device__ int types() {
	return code<typename remove_cv_member<T>::type>::value + 3 * code<TYPE(remove_const, T)>::value +
	       5 * code<TYPE(remove_volatile, T)>::value + 7 * code<TYPE(remove_reference, T)>::value +
	       11 * code<TYPE(remove_pointer, T)>::value + 13 * code<TYPE(remove_extent, T)>::value +
	       17 * code<TYPE(remove_all_extents, T)>::value + 19 * code<TYPE(add_pointer, T)>::value +
	       23 * code<TYPE(add_lvalue_reference, T)>::value + 29 * code<TYPE(add_rvalue_reference, T)>::value +
	       31 * code<typename decay_member<T>::type>::value;
}
template <class T> __device__ int kinds() {
	return VALUE(array, T) + 2 * VALUE(const, T) + 4 * VALUE(enum, T) + 8 * VALUE(function, T) +
	       16 * VALUE(lvalue_reference, T) + 32 * VALUE(member_function_pointer, T) +
	       64 * VALUE(member_object_pointer, T) + 128 * VALUE(member_pointer, T) + 256 * VALUE(object, T) +
	       512 * VALUE(pointer, T) + 1024 * VALUE(reference, T) + 2048 * VALUE(rvalue_reference, T) +
	       4096 * VALUE(volatile, T);
}

/* a program may have these names for its own */
struct Own {
	int __decay = 3, __add_pointer = 4;
};

template <class... T> struct list {};
template <class... T> __device__ int put(int *o, list<T...>) {
	int n = 0;
	((o[n++] = types<T>(), o[n++] = kinds<T>()), ...);
	return n;
}
using everything = list<int, void, Class, Enum, Scoped, const int, volatile Class, const volatile int, int *, const int *const,
                        int **, int &, const Class &, int &&, int[], int[3], const int[3], int[2][3], void(int), void(int) const,
                        int Class::*, void (Class::*)(), int (&)[3], void *>;

extern "C" __global__ void k(int *out, int n) {
	int *o = out + threadIdx.x * 64;
	int m = put(o, everything());
	o[m] = Own().__decay + Own().__add_pointer;
}
