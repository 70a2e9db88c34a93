/* early.cpp - every function of the driver interface before cuInit: it answers CUDA_ERROR_NOT_INITIALIZED, as the manual
 * says of any function, and does nothing. Those that answer something else are printed: what needs no driver, and what
 * looks at its arguments first.
 * SPDX-License-Identifier: Apache-2.0 */
#include "arguments.h"

using arguments::place;

/* What fits the type without a driver: memory, no handle, small numbers. */
template <class T> static T early(unsigned at) {
	if constexpr (std::is_same_v<T, const char *>)
		return "kernel";
	else if constexpr (arguments::Handle<T>::known)
		return T();
	else if constexpr (std::is_pointer_v<T> && std::is_function_v<std::remove_pointer_t<T>>)
		return arguments::nothing(T());
	else if constexpr (std::is_pointer_v<T> && std::is_void_v<std::remove_pointer_t<T>>)
		return (T)place(at);
	else if constexpr (std::is_pointer_v<T>) {
		if constexpr (arguments::is_complete<std::remove_pointer_t<T>>::value)
			return (T)(void *)place(at);
		else
			return T();
	} else if constexpr (std::is_integral_v<T>)
		return T(1);
	else
		return T();
}

template <class R, class... A, size_t... I>
static R call(R (*f)(A...), std::index_sequence<I...>) {
	return f(early<A>(I)...);
}

static unsigned refused;

template <class R, class... A> static void tell(const char *name, R (*f)(A...)) {
	if (strcmp(name, "cuInit") == 0)
		return;
	memset(place(0), 0, arguments::PLACES * arguments::PLACE);
	auto r = call(f, std::index_sequence_for<A...>());
	if constexpr (std::is_same_v<R, CUresult>) {
		refused += r == CUDA_ERROR_NOT_INITIALIZED;
		if (r != CUDA_ERROR_NOT_INITIALIZED)
			printf("%s: %d\n", name, (int)r);
	}
}

int main() {
	setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
#define CU_FN(symbol, name, since, ...) tell(#symbol, symbol);
#define CU_FN0(symbol, name, since) tell(#symbol, symbol);
#define CU_FN_SZ(symbol, name, since, ...) tell(#symbol, symbol);
#define CU_FN_DS(symbol, name, since, ...) tell(#symbol, symbol);
#include <simt/cuda_driver.def>
	printf("%s\n", refused > 300 ? "the others are refused" : "hardly any is refused");
	CUdevice d;
	int begun = (int)cuInit(0);
	printf("then it begins: %d %d\n", begun, (int)cuDeviceGet(&d, 0));
	return 0;
}
