/* nvtx3.hpp - NVTX for C++: domains, categories, messages, colours and payloads as types; marks, and ranges that end with
 * their scope or their owner. All of it is calls of nvToolsExt.h. Names are in nvtx3::v1, and in nvtx3 unless the program
 * defines NVTX3_CPP_REQUIRE_EXPLICIT_VERSION; with NVTX_DISABLE nothing is annotated.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#ifndef NVTX3_CPP_DEFINITIONS_V1_0
#define NVTX3_CPP_DEFINITIONS_V1_0

#include "nvToolsExt.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#if defined(__cpp_constexpr) && __cpp_constexpr >= 201304L
#define __NVTX3_CONSTEXPR constexpr
#else
#define __NVTX3_CONSTEXPR
#endif
#define __NVTX3_UNUSED __attribute__((unused))
#define __NVTX3_KEEP __attribute__((warn_unused_result))

namespace nvtx3 {
#ifndef NVTX3_CPP_REQUIRE_EXPLICIT_VERSION
#define NVTX3_CPP_INLINED_VERSION_MAJOR 1
#define NVTX3_CPP_INLINED_VERSION_MINOR 0
inline
#endif
namespace v1 {

namespace detail {

template <typename __T>
struct __is_text : std::integral_constant<bool, std::is_convertible<__T, const char *>::value ||
                                                std::is_convertible<__T, const wchar_t *>::value> {};

/* Texts of both widths, as the functions of C take them. */
inline nvtxDomainHandle_t __create(const char *__name) noexcept {
	return nvtxDomainCreateA(__name);
}
inline nvtxDomainHandle_t __create(const wchar_t *__name) noexcept {
	return nvtxDomainCreateW(__name);
}
inline nvtxStringHandle_t __keep(nvtxDomainHandle_t __d, const char *__text) noexcept {
	return nvtxDomainRegisterStringA(__d, __text);
}
inline nvtxStringHandle_t __keep(nvtxDomainHandle_t __d, const wchar_t *__text) noexcept {
	return nvtxDomainRegisterStringW(__d, __text);
}
inline void __name_category(nvtxDomainHandle_t __d, uint32_t __id, const char *__name) noexcept {
	nvtxDomainNameCategoryA(__d, __id, __name);
}
inline void __name_category(nvtxDomainHandle_t __d, uint32_t __id, const wchar_t *__name) noexcept {
	nvtxDomainNameCategoryW(__d, __id, __name);
}

} // namespace detail

/* A group of annotations. get<D>() is the one of a type D that has a static `name`; get<>() is the one of all others. */
class domain {
public:
	struct global {};

	domain(const domain &) = delete;
	domain(domain &&) = delete;
	domain &operator=(const domain &) = delete;
	domain &operator=(domain &&) = delete;

	template <typename __D = global>
	__NVTX3_KEEP static const domain &get() noexcept {
		static const domain __one{static_cast<__D *>(nullptr)};
		return __one;
	}
	operator nvtxDomainHandle_t() const noexcept {
		return __handle;
	}

private:
	template <typename __D> explicit domain(__D *) noexcept : __handle{detail::__create(__D::name)} {
		static_assert(detail::__is_text<decltype(__D::name)>::value,
		              "the type of a domain has a static `name`, a const char * or const wchar_t *");
	}
	explicit domain(global *) noexcept {
	}
	~domain() = default;

	nvtxDomainHandle_t __handle{};
};

/* Colours: parts from 0 to 255, or one number 0xAARRGGBB. */
struct rgb {
	using component_type = uint8_t;
	constexpr rgb(component_type __r, component_type __g, component_type __b) noexcept : red{__r}, green{__g}, blue{__b} {
	}
	component_type red{}, green{}, blue{};
};

struct argb final : rgb {
	constexpr argb(component_type __a, component_type __r, component_type __g, component_type __b) noexcept
	    : rgb{__r, __g, __b}, alpha{__a} {
	}
	component_type alpha{};
};

class color {
public:
	using value_type = uint32_t;
	constexpr explicit color(value_type __code) noexcept : __value{__code} {
	}
	constexpr color(rgb __c) noexcept : __value{__pack(0xff, __c)} {
	}
	constexpr color(argb __c) noexcept : __value{__pack(__c.alpha, __c)} {
	}
	constexpr value_type get_value() const noexcept {
		return __value;
	}
	constexpr nvtxColorType_t get_type() const noexcept {
		return NVTX_COLOR_ARGB;
	}

private:
	static constexpr value_type __pack(value_type __alpha, const rgb &__c) noexcept {
		return __alpha << 24 | static_cast<value_type>(__c.red) << 16 | static_cast<value_type>(__c.green) << 8 | __c.blue;
	}
	value_type __value;
};

/* A number by which a program sorts annotations of a domain, and one that has a name. */
class category {
public:
	using id_type = uint32_t;
	constexpr explicit category(id_type __n) noexcept : __id{__n} {
	}
	constexpr id_type get_id() const noexcept {
		return __id;
	}

private:
	id_type __id;
};

template <typename __D = domain::global> class named_category_in final : public category {
public:
	named_category_in(id_type __n, const char *__name) noexcept : category{__n} {
		__tell(__name);
	}
	named_category_in(id_type __n, const wchar_t *__name) noexcept : category{__n} {
		__tell(__name);
	}
	/* That of a type with a static `name` and a static `id`. */
	template <typename __C> static const named_category_in &get() noexcept {
		static_assert(detail::__is_text<decltype(__C::name)>::value,
		              "the type of a category has a static `name`, a const char * or const wchar_t *");
		static_assert(std::is_same<typename std::decay<decltype(__C::id)>::type, uint32_t>::value,
		              "the type of a category has a static `id`, a uint32_t");
		static const named_category_in __one(__C::id, __C::name);
		return __one;
	}

private:
	template <typename __T> void __tell(const __T *__name) const noexcept {
#ifndef NVTX_DISABLE
		detail::__name_category(domain::get<__D>(), get_id(), __name);
#else
		(void)__name;
#endif
	}
};
using named_category = named_category_in<>;

/* A text that is handed over once. */
template <typename __D = domain::global> class registered_string_in {
public:
	explicit registered_string_in(const char *__text) noexcept : __handle{detail::__keep(domain::get<__D>(), __text)} {
	}
	explicit registered_string_in(const wchar_t *__text) noexcept : __handle{detail::__keep(domain::get<__D>(), __text)} {
	}
	explicit registered_string_in(const std::string &__text) noexcept : registered_string_in{__text.c_str()} {
	}
	explicit registered_string_in(const std::wstring &__text) noexcept : registered_string_in{__text.c_str()} {
	}
	/* That of a type with a static `message`. */
	template <typename __M> __NVTX3_KEEP static const registered_string_in &get() noexcept {
		static_assert(detail::__is_text<decltype(__M::message)>::value,
		              "the type of a string has a static `message`, a const char * or const wchar_t *");
		static const registered_string_in __one(__M::message);
		return __one;
	}
	nvtxStringHandle_t get_handle() const noexcept {
		return __handle;
	}

private:
	nvtxStringHandle_t __handle;
};
using registered_string = registered_string_in<>;

/* What an annotation says. It does not keep texts. */
class message {
public:
	using value_type = nvtxMessageValue_t;
	__NVTX3_CONSTEXPR message(const char *__text) noexcept : __type{NVTX_MESSAGE_TYPE_ASCII} {
		__value.ascii = __text;
	}
	__NVTX3_CONSTEXPR message(const wchar_t *__text) noexcept : __type{NVTX_MESSAGE_TYPE_UNICODE} {
		__value.unicode = __text;
	}
	__NVTX3_CONSTEXPR message(nvtxStringHandle_t __text) noexcept : __type{NVTX_MESSAGE_TYPE_REGISTERED} {
		__value.registered = __text;
	}
	template <typename __D>
	__NVTX3_CONSTEXPR message(const registered_string_in<__D> &__text) noexcept : message{__text.get_handle()} {
	}
	message(const std::string &__text) noexcept : message{__text.c_str()} {
	}
	message(const std::wstring &__text) noexcept : message{__text.c_str()} {
	}
	message(std::string &&) = delete;
	message(std::wstring &&) = delete;
	constexpr message(const nvtxMessageType_t &__t, const nvtxMessageValue_t &__v) noexcept : __type{__t}, __value(__v) {
	}
	constexpr value_type get_value() const noexcept {
		return __value;
	}
	constexpr nvtxMessageType_t get_type() const noexcept {
		return __type;
	}

private:
	nvtxMessageType_t __type{};
	nvtxMessageValue_t __value{};
};

/* A number of the program's. */
class payload {
public:
	using value_type = nvtxEventAttributes_v2::payload_t;
	__NVTX3_CONSTEXPR explicit payload(int32_t __n) noexcept : __type{NVTX_PAYLOAD_TYPE_INT32} {
		__value.iValue = __n;
	}
	__NVTX3_CONSTEXPR explicit payload(int64_t __n) noexcept : __type{NVTX_PAYLOAD_TYPE_INT64} {
		__value.llValue = __n;
	}
	__NVTX3_CONSTEXPR explicit payload(uint32_t __n) noexcept : __type{NVTX_PAYLOAD_TYPE_UNSIGNED_INT32} {
		__value.uiValue = __n;
	}
	__NVTX3_CONSTEXPR explicit payload(uint64_t __n) noexcept : __type{NVTX_PAYLOAD_TYPE_UNSIGNED_INT64} {
		__value.ullValue = __n;
	}
	__NVTX3_CONSTEXPR explicit payload(float __n) noexcept : __type{NVTX_PAYLOAD_TYPE_FLOAT} {
		__value.fValue = __n;
	}
	__NVTX3_CONSTEXPR explicit payload(double __n) noexcept : __type{NVTX_PAYLOAD_TYPE_DOUBLE} {
		__value.dValue = __n;
	}
	constexpr payload(const nvtxPayloadType_t &__t, const value_type &__v) noexcept : __type{__t}, __value(__v) {
	}
	constexpr value_type get_value() const noexcept {
		return __value;
	}
	constexpr nvtxPayloadType_t get_type() const noexcept {
		return __type;
	}

private:
	nvtxPayloadType_t __type{};
	value_type __value{};
};

/* What an annotation is made of, in any order; of two of a kind the first counts. */
class event_attributes {
public:
	using value_type = nvtxEventAttributes_t;
	constexpr event_attributes() noexcept
	    : __all{NVTX_VERSION, sizeof(value_type), 0, NVTX_COLOR_UNKNOWN, 0, NVTX_PAYLOAD_UNKNOWN, 0, {0}, NVTX_MESSAGE_UNKNOWN,
	            {nullptr}} {
	}
	template <typename... __R>
	__NVTX3_CONSTEXPR explicit event_attributes(const category &__c, const __R &...__rest) noexcept : event_attributes(__rest...) {
		__all.category = __c.get_id();
	}
	template <typename... __R>
	__NVTX3_CONSTEXPR explicit event_attributes(const color &__c, const __R &...__rest) noexcept : event_attributes(__rest...) {
		__all.color = __c.get_value();
		__all.colorType = __c.get_type();
	}
	template <typename... __R>
	__NVTX3_CONSTEXPR explicit event_attributes(const payload &__p, const __R &...__rest) noexcept : event_attributes(__rest...) {
		__all.payload = __p.get_value();
		__all.payloadType = __p.get_type();
	}
	template <typename... __R>
	__NVTX3_CONSTEXPR explicit event_attributes(const message &__m, const __R &...__rest) noexcept : event_attributes(__rest...) {
		__all.message = __m.get_value();
		__all.messageType = __m.get_type();
	}
	constexpr const value_type *get() const noexcept {
		return &__all;
	}

private:
	value_type __all;
};

/* The functions of C, or nothing. */
namespace detail {

#ifndef NVTX_DISABLE
template <typename __D> void __push(const event_attributes &__a) noexcept {
	nvtxDomainRangePushEx(domain::get<__D>(), __a.get());
}
template <typename __D> void __pop() noexcept {
	nvtxDomainRangePop(domain::get<__D>());
}
template <typename __D> nvtxRangeId_t __start(const event_attributes &__a) noexcept {
	return nvtxDomainRangeStartEx(domain::get<__D>(), __a.get());
}
template <typename __D> void __end(nvtxRangeId_t __id) noexcept {
	nvtxDomainRangeEnd(domain::get<__D>(), __id);
}
template <typename __D> void __mark(const event_attributes &__a) noexcept {
	nvtxDomainMarkEx(domain::get<__D>(), __a.get());
}
#else
template <typename> void __push(const event_attributes &) noexcept {
}
template <typename> void __pop() noexcept {
}
template <typename> nvtxRangeId_t __start(const event_attributes &) noexcept {
	return 0;
}
template <typename> void __end(nvtxRangeId_t) noexcept {
}
template <typename> void __mark(const event_attributes &) noexcept {
}
#endif

} // namespace detail

/* A range of this thread, from here to the end of the scope. */
template <class __D = domain::global> class __NVTX3_UNUSED scoped_range_in {
public:
	explicit scoped_range_in(const event_attributes &__a) noexcept {
		detail::__push<__D>(__a);
	}
	template <typename... __R>
	explicit scoped_range_in(const __R &...__parts) noexcept : scoped_range_in{event_attributes{__parts...}} {
	}
	scoped_range_in() noexcept : scoped_range_in{event_attributes{}} {
	}
	~scoped_range_in() noexcept {
		detail::__pop<__D>();
	}
	scoped_range_in(const scoped_range_in &) = delete;
	scoped_range_in(scoped_range_in &&) = delete;
	scoped_range_in &operator=(const scoped_range_in &) = delete;
	scoped_range_in &operator=(scoped_range_in &&) = delete;
	void *operator new(std::size_t) = delete;
};
using scoped_range = scoped_range_in<>;

namespace detail {

/* One that begins when it is told to, or never. */
template <typename __D = domain::global> class __NVTX3_UNUSED optional_scoped_range_in {
public:
	optional_scoped_range_in() = default;
	void begin(const event_attributes &__a) noexcept {
		if (!__is_on)
			__push<__D>(__a);
		__is_on = true;
	}
	~optional_scoped_range_in() noexcept {
		if (__is_on)
			__pop<__D>();
	}
	optional_scoped_range_in(const optional_scoped_range_in &) = delete;
	optional_scoped_range_in &operator=(const optional_scoped_range_in &) = delete;
	void *operator new(std::size_t) = delete;

private:
	bool __is_on = false;
};

} // namespace detail

/* A range that any thread ends, by its handle. */
struct range_handle {
	using value_type = nvtxRangeId_t;
	constexpr range_handle() noexcept = default;
	constexpr range_handle(std::nullptr_t) noexcept {
	}
	constexpr explicit range_handle(value_type __n) noexcept : __id{__n} {
	}
	constexpr explicit operator bool() const noexcept {
		return __id != 0;
	}
	constexpr value_type get_value() const noexcept {
		return __id;
	}

private:
	value_type __id{};
};
inline constexpr bool operator==(range_handle __a, range_handle __b) noexcept {
	return __a.get_value() == __b.get_value();
}
inline constexpr bool operator!=(range_handle __a, range_handle __b) noexcept {
	return __a.get_value() != __b.get_value();
}

template <typename __D = domain::global> __NVTX3_KEEP inline range_handle start_range_in(const event_attributes &__a) noexcept {
	return range_handle{detail::__start<__D>(__a)};
}
template <typename __D = domain::global, typename... __R>
__NVTX3_KEEP inline range_handle start_range_in(const __R &...__parts) noexcept {
	return start_range_in<__D>(event_attributes{__parts...});
}
__NVTX3_KEEP inline range_handle start_range(const event_attributes &__a) noexcept {
	return start_range_in<domain::global>(__a);
}
template <typename... __R> __NVTX3_KEEP inline range_handle start_range(const __R &...__parts) noexcept {
	return start_range_in<domain::global>(event_attributes{__parts...});
}
template <typename __D = domain::global> inline void end_range_in(range_handle __r) noexcept {
	detail::__end<__D>(__r.get_value());
}
inline void end_range(range_handle __r) noexcept {
	end_range_in<domain::global>(__r);
}

/* A range that ends with its owner, which may hand it on. */
template <typename __D = domain::global> class __NVTX3_UNUSED unique_range_in {
public:
	explicit unique_range_in(const event_attributes &__a) noexcept : __range{start_range_in<__D>(__a)} {
	}
	template <typename... __R>
	explicit unique_range_in(const __R &...__parts) noexcept : unique_range_in{event_attributes{__parts...}} {
	}
	unique_range_in() noexcept : unique_range_in{event_attributes{}} {
	}
	~unique_range_in() noexcept {
		if (__range)
			end_range_in<__D>(__range);
	}
	unique_range_in(unique_range_in &&__other) noexcept : __range{__other.__range} {
		__other.__range = nullptr;
	}
	unique_range_in &operator=(unique_range_in &&__other) noexcept {
		unique_range_in __old{std::move(*this)};
		__range = __other.__range;
		__other.__range = nullptr;
		return *this;
	}
	unique_range_in(const unique_range_in &) = delete;
	unique_range_in &operator=(const unique_range_in &) = delete;

private:
	range_handle __range;
};
using unique_range = unique_range_in<>;

/* A point in time. */
template <typename __D = domain::global> inline void mark_in(const event_attributes &__a) noexcept {
	detail::__mark<__D>(__a);
}
template <typename __D = domain::global, typename... __R> inline void mark_in(const __R &...__parts) noexcept {
	detail::__mark<__D>(event_attributes{__parts...});
}
inline void mark(const event_attributes &__a) noexcept {
	detail::__mark<domain::global>(__a);
}
template <typename... __R> inline void mark(const __R &...__parts) noexcept {
	detail::__mark<domain::global>(event_attributes{__parts...});
}

} // namespace v1
} // namespace nvtx3

/* A range from here to the end of the function, by its name; in a domain; if a condition holds. */
#ifndef NVTX_DISABLE
#define __NVTX3_FUNCTION(__D)                                                             \
	static const ::nvtx3::v1::registered_string_in<__D> __nvtx3_function{__func__}; \
	static const ::nvtx3::v1::event_attributes __nvtx3_attributes {                  \
		__nvtx3_function                                                         \
	}
#define NVTX3_V1_FUNC_RANGE_IN(__D) \
	__NVTX3_FUNCTION(__D);      \
	const ::nvtx3::v1::scoped_range_in<__D> __nvtx3_range { __nvtx3_attributes }
#define NVTX3_V1_FUNC_RANGE_IF_IN(__D, __condition)                                   \
	::nvtx3::v1::detail::optional_scoped_range_in<__D> __nvtx3_optional_range; \
	if (__condition) {                                                         \
		__NVTX3_FUNCTION(__D);                                             \
		__nvtx3_optional_range.begin(__nvtx3_attributes);                  \
	}                                                                          \
	(void)0
#else
#define NVTX3_V1_FUNC_RANGE_IN(__D) (void)0
#define NVTX3_V1_FUNC_RANGE_IF_IN(__D, __condition) (void)(__condition)
#endif
#define NVTX3_V1_FUNC_RANGE() NVTX3_V1_FUNC_RANGE_IN(::nvtx3::v1::domain::global)
#define NVTX3_V1_FUNC_RANGE_IF(__condition) NVTX3_V1_FUNC_RANGE_IF_IN(::nvtx3::v1::domain::global, __condition)
#ifndef NVTX3_CPP_REQUIRE_EXPLICIT_VERSION
#define NVTX3_FUNC_RANGE NVTX3_V1_FUNC_RANGE
#define NVTX3_FUNC_RANGE_IF NVTX3_V1_FUNC_RANGE_IF
#define NVTX3_FUNC_RANGE_IN NVTX3_V1_FUNC_RANGE_IN
#define NVTX3_FUNC_RANGE_IF_IN NVTX3_V1_FUNC_RANGE_IF_IN
#endif

#undef __NVTX3_CONSTEXPR
#undef __NVTX3_UNUSED
#undef __NVTX3_KEEP

#endif
