// NVTX by its C++ header: domains, categories, strings, colours, payloads; marks and ranges of each kind: trace.py.
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cuda_runtime.h>
#include <nvtx3/nvtx3.hpp>
#include <string>
#include <type_traits>
#include <utility>

struct mine {
	static constexpr const char *name = "mine";
};
struct wide {
	static constexpr const wchar_t *name = L"w\u00efde";
};
struct input {
	static constexpr const char *name = "input";
	static constexpr uint32_t id = 7;
};
struct text {
	static constexpr const char *message = "kept text";
};

static_assert(nvtx3::color{nvtx3::rgb{1, 2, 3}}.get_value() == 0xff010203, "a colour of three parts");
static_assert(nvtx3::color{nvtx3::argb{4, 1, 2, 3}}.get_value() == 0x04010203, "a colour of four parts");
static_assert(nvtx3::category{3}.get_id() == 3, "a category");
static_assert(!nvtx3::range_handle{} && nvtx3::range_handle{} == nullptr, "no range");
static_assert(!std::is_copy_constructible<nvtx3::scoped_range>::value, "a scope has one range");
static_assert(!std::is_copy_constructible<nvtx3::unique_range>::value, "a range has one owner");
static_assert(std::is_nothrow_move_constructible<nvtx3::unique_range>::value, "an owner may change");

static void function() {
	NVTX3_FUNC_RANGE();
	nvtx3::mark("in function");
}
static void function_in() {
	NVTX3_FUNC_RANGE_IN(mine);
	nvtx3::mark_in<mine>("in function_in");
}
static void function_if(bool yes) {
	NVTX3_FUNC_RANGE_IF(yes);
}

static void function_if_in(bool yes) {
	NVTX3_V1_FUNC_RANGE_IF_IN(mine, yes);
}

static void marks() {
	std::string s = "a string";
	std::wstring w = L"a wide one";
	const char *c = "a pointer";
	nvtx3::mark(s);
	nvtx3::mark(w);
	nvtx3::mark(c, nvtx3::rgb{127, 255, 0}, nvtx3::payload{42}, nvtx3::category{5});
	nvtx3::mark(nvtx3::payload{1.5}, nvtx3::message{"the first"}, nvtx3::message{"the second"});
	nvtx3::event_attributes kept{L"kept", nvtx3::color{0xff00ff00}, nvtx3::named_category_in<mine>::get<input>()};
	nvtx3::mark_in<mine>(kept);
	nvtx3::mark_in<wide>(nvtx3::registered_string_in<wide>::get<text>());
	nvtx3::named_category named{8, "named"};
	nvtx3::mark(named, "of a category");
	const nvtxEventAttributes_t *a = kept.get();
	printf("%d %d %d %x %d\n", a->version, (int)(a->size == sizeof *a), a->category, a->color, a->messageType);
	nvtx3::event_attributes numbers[] = {
		nvtx3::event_attributes{nvtx3::payload{int64_t(-1)}}, nvtx3::event_attributes{nvtx3::payload{uint32_t(1)}},
		nvtx3::event_attributes{nvtx3::payload{uint64_t(1)}}, nvtx3::event_attributes{nvtx3::payload{1.f}},
		nvtx3::event_attributes{nvtx3::payload{-1}},          nvtx3::event_attributes{nvtx3::payload{1.}}};
	for (const auto &n : numbers)
		printf("%d ", n.get()->payloadType);
	printf("\n");
}

static void ranges() {
	nvtx3::scoped_range outer{"outer"};
	{
		nvtx3::scoped_range_in<mine> inner("inner", nvtx3::rgb{1, 1, 1});
	}
	nvtx3::range_handle first = nvtx3::start_range("first"), second = nvtx3::start_range_in<mine>("second");
	printf("%d\n", first != second || !first);
	nvtx3::end_range(first);
	nvtx3::end_range_in<mine>(second);
	nvtx3::unique_range owned{"owned"}, other{"other"};
	nvtx3::unique_range now = std::move(owned);
	nvtx3::mark("before other ends");
	other = std::move(now);
	nvtx3::mark("after other ends");
}

int main() {
	cudaFree(0);
	function();
	function_in();
	function_if(true);
	function_if(false);
	function_if_in(true);
	marks();
	ranges();
	nvtxDomainHandle_t d = nvtx3::domain::get<mine>();
	printf("%d %d\n", &nvtx3::domain::get<mine>() == &nvtx3::domain::get<mine>(), nvtxDomainHandle_t(nvtx3::domain::get<>()) == nullptr);
	(void)d;
	return 0;
}
