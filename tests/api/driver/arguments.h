/* arguments.h - calls functions with arguments that fit their types, then with one after
 * the other replaced: by nothing, by a handle that is no more, by a number that is too
 * small or too big.
 *
 * Each function has a process of its own. What a call changes, a stream that is destroyed
 * or a graph that is captured, the next one does not see: its handles are new.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/wait.h>
#include <tuple>
#include <type_traits>
#include <unistd.h>
#include <utility>
#include <vector>

#include <cuda.h>

namespace arguments {

enum { PLACE = 1 << 16, PLACES = 17 };

/* The kinds of arguments, and of their replacements. */
template <class T> struct Choice {
	const char *name = "";
	T value = T();
};

/* Memory of the host that calls may read and write, apart for each argument. */
inline char *place(unsigned i) {
	alignas(4096) static char memory[PLACES][PLACE];
	return memory[i];
}

inline void must(CUresult r, const char *what) {
	if (r != CUDA_SUCCESS) {
		printf(" (no %s: %d)", what, r);
		exit(1);
	}
}
#define MUST(call) ::arguments::must(call, #call)

/* ---- handles: one that is alive, one that is no more ------------------------------- */

static const char ptx[] = R"(
.version 7.8
.target sm_80
.address_size 64
.global .align 8 .u64 total;
.visible .entry kernel() { ret; }
)";

inline CUmodule module() {
	CUmodule m;
	MUST(cuModuleLoadData(&m, ptx));
	return m;
}

inline CUlibrary library() {
	CUlibrary l;
	MUST(cuLibraryLoadData(&l, ptx, nullptr, nullptr, 0, nullptr, nullptr, 0));
	return l;
}

inline CUcontext context() {
	CUcontext c;
	MUST(cuDevicePrimaryCtxRetain(&c, 0));
	return c;
}

inline CUgraph graph() {
	CUgraph g;
	MUST(cuGraphCreate(&g, 0));
	return g;
}

inline CUdeviceptr buffer() {
	CUdeviceptr p;
	MUST(cuMemAlloc(&p, PLACE));
	MUST(cuMemsetD8(p, 0, PLACE));
	return p;
}

inline CUDA_ARRAY3D_DESCRIPTOR shape() {
	CUDA_ARRAY3D_DESCRIPTOR d = {};
	d.Width = 64;
	d.Height = 16;
	d.Format = CU_AD_FORMAT_UNSIGNED_INT8;
	d.NumChannels = 4;
	return d;
}

template <class H> struct Handle {
	static constexpr bool known = false;
};
#define HANDLE(type, make, destroy)                 \
	template <> struct Handle<type> {           \
		static constexpr bool known = true; \
		static type alive() {               \
			type h;                     \
			make;                       \
			return h;                   \
		}                                   \
		static type dead() {                \
			type h = alive();           \
			destroy;                    \
			return h;                   \
		}                                   \
	};
HANDLE(CUcontext, MUST(cuCtxCreate_v2(&h, 0, 0));
       MUST(cuCtxPopCurrent(nullptr)), MUST(cuCtxDestroy(h)))
HANDLE(CUstream, MUST(cuStreamCreate(&h, 0)), MUST(cuStreamDestroy(h)))
HANDLE(CUevent, MUST(cuEventCreate(&h, 0)), MUST(cuEventDestroy(h)))
HANDLE(CUmodule, h = module(), MUST(cuModuleUnload(h)))
HANDLE(CUlibrary, h = library(), MUST(cuLibraryUnload(h)))
HANDLE(CUfunction, MUST(cuModuleGetFunction(&h, module(), "kernel")), (void)h)
HANDLE(CUkernel, MUST(cuLibraryGetKernel(&h, library(), "kernel")), (void)h)
HANDLE(CUgraph, h = graph(), MUST(cuGraphDestroy(h)))
HANDLE(CUgraphNode, MUST(cuGraphAddEmptyNode(&h, graph(), nullptr, 0)),
       MUST(cuGraphDestroyNode(h)))
HANDLE(CUgraphExec, MUST(cuGraphInstantiateWithFlags(&h, graph(), 0)),
       MUST(cuGraphExecDestroy(h)))
HANDLE(CUarray, CUDA_ARRAY3D_DESCRIPTOR d = shape();
       MUST(cuArray3DCreate(&h, &d)), MUST(cuArrayDestroy(h)))
HANDLE(CUmipmappedArray, CUDA_ARRAY3D_DESCRIPTOR d = shape();
       MUST(cuMipmappedArrayCreate(&h, &d, 3)), MUST(cuMipmappedArrayDestroy(h)))
HANDLE(CUmemoryPool, CUmemPoolProps p = {}; p.allocType = CU_MEM_ALLOCATION_TYPE_PINNED;
       p.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
       MUST(cuMemPoolCreate(&h, &p)), MUST(cuMemPoolDestroy(h)))
HANDLE(CUtexref, MUST(cuTexRefCreate(&h)), MUST(cuTexRefDestroy(h)))
HANDLE(CUlinkState, MUST(cuLinkCreate(0, nullptr, nullptr, &h)), MUST(cuLinkDestroy(h)))
HANDLE(CUuserObject,
       MUST(cuUserObjectCreate(&h, place(16), (CUhostFn)(void (*)(void *))[](void *){}, 1,
                               CU_USER_OBJECT_NO_DESTRUCTOR_SYNC)),
       (void)h)

/* ---- what there is for a type ------------------------------------------------------ */

template <class T, class = void> struct is_complete : std::false_type {};
template <class T>
struct is_complete<T, std::void_t<decltype(sizeof(T))>> : std::true_type {};

template <class R, class... A> R (*nothing(R (*)(A...)))(A...) {
	return [](A...) -> R { return R(); };
}

/* The first is what fits; the rest replace it. Past the last: false. */
template <class T> bool choose(unsigned at, unsigned k, Choice<T> &c) {
	using To = std::remove_pointer_t<T>;
	using Plain = std::remove_cv_t<To>;
	auto one_of = [&](std::vector<Choice<T>> list) {
		if (k < list.size())
			c = list[k];
		return k < list.size();
	};
	(void)at;
	if constexpr (Handle<T>::known) {
		c = k == 0   ? Choice<T>{"", Handle<T>::alive()}
		    : k == 1 ? Choice<T>{"null", nullptr}
		             : Choice<T>{"dead", Handle<T>::dead()};
		return k < 3;
	} else if constexpr (std::is_pointer_v<T> && std::is_void_v<To>) {
		return k == 2 ? (c = {"device", (T)buffer()}, true)
		              : one_of({{"", (T)place(at)}, {"null", nullptr}});
	} else if constexpr (std::is_pointer_v<T> && std::is_function_v<To>) {
		return one_of({{"", nothing(T())}, {"null", nullptr}});
	} else if constexpr (std::is_same_v<T, const char *>) {
		return one_of({{"", "kernel"}, {"null", nullptr}, {"empty", ""}});
	} else if constexpr (std::is_pointer_v<T> && Handle<Plain>::known) {
		/* A list of them, or the place for one. */
		Plain h = Handle<Plain>::alive();
		memcpy(place(at), &h, sizeof h);
		return one_of({{"", (T)place(at)}, {"null", nullptr}});
	} else if constexpr (std::is_pointer_v<T> && !is_complete<To>::value) {
		return one_of({{"", nullptr}});
	} else if constexpr (std::is_pointer_v<T>) {
		return one_of({{"", (T)(void *)place(at)}, {"null", nullptr}});
	} else if constexpr (std::is_enum_v<T>) {
		return one_of({{"", (T)0}, {"1", (T)1}, {"2", (T)2}, {"999", (T)999}});
	} else if constexpr (std::is_same_v<T, CUdeviceptr>) {
		return k == 0 ? (c = {"", buffer()}, true)
		              : one_of({{"", 0}, {"0", 0}, {"1", 1}});
	} else if constexpr (std::is_same_v<T, size_t>) {
		return one_of({{"", 64}, {"0", 0}, {"huge", (size_t)1 << 44}});
	} else if constexpr (std::is_same_v<T, int>) {
		return one_of({{"", 0}, {"1", 1}, {"-1", -1}, {"999", 999}});
	} else if constexpr (std::is_same_v<T, unsigned>) {
		return one_of({{"", 0}, {"1", 1}, {"2", 2}, {"all", ~0u}});
	} else {
		return one_of({{"", T()}});
	}
}

/* ---- calls ------------------------------------------------------------------------- */

/* Without what every name begins with. */
inline std::string short_name(const char *error, size_t prefix) {
	std::string s = error ? error : "?";
	return s == "CUDA_SUCCESS" || s == "cudaSuccess" ? "ok" : s.substr(prefix);
}

/* Returns the name of a result. */
std::string text(int result);

template <class R> void tell(R result) {
	if constexpr (std::is_enum_v<R>)
		printf("%s", text((int)result).c_str());
	else
		printf("a value");
}

/* Each call begins in a context, with handles that no other had. */
inline void fresh() {
	memset(place(0), 0, PLACES * PLACE);
	MUST(cuCtxSetCurrent(context()));
}

/* One call: argument `which` is its choice number `choice`, if it has so many. */
template <class R, class... A, size_t... I>
bool call(R (*f)(A...), unsigned which, unsigned choice, std::index_sequence<I...>) {
	fresh();
	const char *name = "";
	bool has = true;
	auto pick = [&](auto c, unsigned i) {
		has &= choose(i, i == which ? choice : 0, c);
		if (i == which)
			name = c.name;
		return c.value;
	};
	std::tuple<A...> given{pick(Choice<A>(), I)...};
	if (!has)
		return false;
	if (choice)
		printf(" %u:%s=", which + 1, name);
	tell(f(std::get<I>(given)...));
	return true;
}

template <class R, class... A> void calls(R (*f)(A...)) {
	auto each = std::index_sequence_for<A...>();
	call(f, 0, 0, each);
	for (unsigned i = 0; i < sizeof...(A); i++)
		for (unsigned k = 1; call(f, i, k, each); k++)
			;
}
template <class R> void calls(R (*f)()) {
	fresh();
	tell(f());
}

template <class F> void function(const char *name, F f) {
	int status;
	printf("%s: ", name);
	unlink("kernel"); /* what a call wrote to the file of this name */
	pid_t child = fork();
	if (child == 0) {
		alarm(20);
		MUST(cuInit(0));
		calls(f);
		exit(0);
	}
	waitpid(child, &status, 0);
	if (WIFSIGNALED(status))
		printf(" (signal %d)", WTERMSIG(status));
	printf("\n");
}

} // namespace arguments
