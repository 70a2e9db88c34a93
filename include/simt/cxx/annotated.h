/* annotated.h - cuda::access_property and pointers that carry one. Caches are not simulated, so
 * a property changes nothing but the types.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cxx/barrier.h"
#include "simt/cxx/pipeline.h"

namespace cuda {

class access_property {
      public:
	struct shared {};
	struct global {};
	struct normal {
		__SIMT_CXX constexpr operator cudaAccessProperty() const noexcept {
			return cudaAccessPropertyNormal;
		}
	};
	struct persisting {
		__SIMT_CXX constexpr operator cudaAccessProperty() const noexcept {
			return cudaAccessPropertyPersisting;
		}
	};
	struct streaming {
		__SIMT_CXX constexpr operator cudaAccessProperty() const noexcept {
			return cudaAccessPropertyStreaming;
		}
	};

	__SIMT_CXX constexpr access_property() noexcept : __what(0) {
	}
	__SIMT_CXX constexpr access_property(global) noexcept : __what(0) {
	}
	/* fraction: of the accesses; the others get a second property */
#define __SIMT_CXX_PROPERTY(_Property, number)                                      \
	__SIMT_CXX constexpr access_property(_Property) noexcept : __what(number) { \
	}                                                                           \
	__SIMT_CXX constexpr access_property(_Property, float) noexcept             \
	    : __what(number) {                                                      \
	}                                                                           \
	__SIMT_CXX constexpr access_property(_Property, float, streaming) noexcept  \
	    : __what(number) {                                                      \
	}                                                                           \
	/* of the bytes from p on, the first `leading` of `total` */                \
	__SIMT_CXX access_property(void *, size_t, size_t, _Property) noexcept      \
	    : __what(number) {                                                      \
	}                                                                           \
	__SIMT_CXX access_property(void *, size_t, size_t, _Property,               \
	                           streaming) noexcept                              \
	    : __what(number) {                                                      \
	}
	__SIMT_CXX_PROPERTY(normal, 1)
	__SIMT_CXX_PROPERTY(persisting, 2)
	__SIMT_CXX_PROPERTY(streaming, 3)
#undef __SIMT_CXX_PROPERTY
	__SIMT_CXX constexpr explicit operator uint64_t() const noexcept {
		return __what;
	}

      private:
	uint64_t __what;
};

namespace __simt {

/* A property that is a type of its own takes no memory. */
template <typename _Property> struct __annotation {
	__annotation() noexcept = default;
	template <typename __P>
	__SIMT_CXX constexpr explicit __annotation(const __P &) noexcept {
	}
	__SIMT_CXX constexpr _Property property() const noexcept {
		return _Property();
	}
};
template <> struct __annotation<access_property> {
	__annotation() noexcept = default;
	__SIMT_CXX constexpr explicit __annotation(const access_property &__p) noexcept
	    : value(__p) {
	}
	__SIMT_CXX constexpr access_property property() const noexcept {
		return value;
	}
	access_property value;
};

template <typename _Property>
constexpr bool __is_property = ::std::is_same_v<_Property, access_property> ||
                               ::std::is_same_v<_Property, access_property::shared> ||
                               ::std::is_same_v<_Property, access_property::global> ||
                               ::std::is_same_v<_Property, access_property::normal> ||
                               ::std::is_same_v<_Property, access_property::persisting> ||
                               ::std::is_same_v<_Property, access_property::streaming>;

} // namespace __simt

template <typename __T, typename _Property>
class annotated_ptr : __simt::__annotation<_Property> {
	static_assert(__simt::__is_property<_Property>, "not an access property");
	typedef __simt::__annotation<_Property> __base;

      public:
	typedef __T value_type;
	typedef size_t size_type;
	typedef __T &reference;
	typedef __T *pointer;
	typedef const __T *const_pointer;
	typedef ptrdiff_t difference_type;

	annotated_ptr() noexcept = default;
	__SIMT_CXX constexpr explicit annotated_ptr(__T *__p) noexcept
	    : __base(_Property()), __ptr(__p) {
	}
	template <typename __P>
	__SIMT_CXX annotated_ptr(__T *__p, __P __property) noexcept
	    : __base(__property), __ptr(__p) {
	}
	template <typename __U, typename __P>
	__SIMT_CXX annotated_ptr(const annotated_ptr<__U, __P> &__other) noexcept
	    : __base(__other.__property()), __ptr(__other.get()) {
	}
	__SIMT_CXX constexpr explicit operator bool() const noexcept {
		return __ptr != nullptr;
	}
	__SIMT_CXX __T *get() const noexcept {
		return __ptr;
	}
	__SIMT_CXX __T &operator*() const noexcept {
		return *__ptr;
	}
	__SIMT_CXX __T *operator->() const noexcept {
		return __ptr;
	}
	__SIMT_CXX __T &operator[](ptrdiff_t __i) const noexcept {
		return __ptr[__i];
	}
	__SIMT_CXX constexpr ptrdiff_t operator-(annotated_ptr __other) const noexcept {
		return __ptr - __other.__ptr;
	}
	__SIMT_CXX constexpr _Property __property() const noexcept {
		return this->property();
	}

      private:
	__T *__ptr = nullptr;
};

template <typename __T, typename _Property>
[[nodiscard]] __SIMT_CXX __T *associate_access_property(__T *__p, _Property) noexcept {
	return __p;
}
template <typename _Shape, typename _Property>
__SIMT_CXX void apply_access_property(const volatile void *, _Shape, _Property) noexcept {
}
/* Discards the lines: their contents are not needed any more. */
__SIMT_CXX void discard_memory(volatile void *, size_t) noexcept {
}

/* ---- copies from such pointers ---- */

template <typename _To, typename _From, typename __P, typename _Shape, typename _Sync>
__SIMT_CXX_DEVICE void memcpy_async(_To *__to, annotated_ptr<_From, __P> __from,
                                    _Shape __size, _Sync &__sync) {
	cuda::memcpy_async((void *)__to, (const void *)__from.get(), __size, __sync);
}
template <typename _To, typename __Q, typename _From, typename __P, typename _Shape,
          typename _Sync>
__SIMT_CXX_DEVICE void memcpy_async(annotated_ptr<_To, __Q> __to,
                                    annotated_ptr<_From, __P> __from, _Shape __size,
                                    _Sync &__sync) {
	cuda::memcpy_async((void *)__to.get(), (const void *)__from.get(), __size,
	                   __sync);
}
template <typename _Group, typename _To, typename _From, typename __P, typename _Shape,
          typename _Sync>
__SIMT_CXX_DEVICE void memcpy_async(const _Group &__g, _To *__to,
                                    annotated_ptr<_From, __P> __from, _Shape __size,
                                    _Sync &__sync) {
	cuda::memcpy_async(__g, (void *)__to, (const void *)__from.get(), __size, __sync);
}

} // namespace cuda
