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

	__SIMT_CXX constexpr access_property() noexcept : what(0) {
	}
	__SIMT_CXX constexpr access_property(global) noexcept : what(0) {
	}
	/* fraction: of the accesses; the others get a second property */
#define __SIMT_CXX_PROPERTY(Property, number)                                            \
	__SIMT_CXX constexpr access_property(Property) noexcept : what(number) {         \
	}                                                                                \
	__SIMT_CXX constexpr access_property(Property, float) noexcept : what(number) {  \
	}                                                                                \
	__SIMT_CXX constexpr access_property(Property, float, streaming) noexcept        \
	    : what(number) {                                                             \
	}                                                                                \
	/* of the bytes from p on, the first `leading` of `total` */                     \
	__SIMT_CXX access_property(void *, size_t, size_t, Property) noexcept            \
	    : what(number) {                                                             \
	}                                                                                \
	__SIMT_CXX access_property(void *, size_t, size_t, Property, streaming) noexcept \
	    : what(number) {                                                             \
	}
	__SIMT_CXX_PROPERTY(normal, 1)
	__SIMT_CXX_PROPERTY(persisting, 2)
	__SIMT_CXX_PROPERTY(streaming, 3)
#undef __SIMT_CXX_PROPERTY
	__SIMT_CXX constexpr explicit operator uint64_t() const noexcept {
		return what;
	}

      private:
	uint64_t what;
};

namespace simt {

/* A property that is a type of its own takes no memory. */
template <typename Property> struct annotation {
	annotation() noexcept = default;
	template <typename P>
	__SIMT_CXX constexpr explicit annotation(const P &) noexcept {
	}
	__SIMT_CXX constexpr Property property() const noexcept {
		return Property();
	}
};
template <> struct annotation<access_property> {
	annotation() noexcept = default;
	__SIMT_CXX constexpr explicit annotation(const access_property &p) noexcept
	    : value(p) {
	}
	__SIMT_CXX constexpr access_property property() const noexcept {
		return value;
	}
	access_property value;
};

template <typename Property>
constexpr bool is_property = ::std::is_same_v<Property, access_property> ||
                             ::std::is_same_v<Property, access_property::shared> ||
                             ::std::is_same_v<Property, access_property::global> ||
                             ::std::is_same_v<Property, access_property::normal> ||
                             ::std::is_same_v<Property, access_property::persisting> ||
                             ::std::is_same_v<Property, access_property::streaming>;

} // namespace simt

template <typename T, typename Property>
class annotated_ptr : simt::annotation<Property> {
	static_assert(simt::is_property<Property>, "not an access property");
	typedef simt::annotation<Property> base;

      public:
	typedef T value_type;
	typedef size_t size_type;
	typedef T &reference;
	typedef T *pointer;
	typedef const T *const_pointer;
	typedef ptrdiff_t difference_type;

	annotated_ptr() noexcept = default;
	__SIMT_CXX constexpr explicit annotated_ptr(T *p) noexcept
	    : base(Property()), ptr(p) {
	}
	template <typename P>
	__SIMT_CXX annotated_ptr(T *p, P property) noexcept : base(property), ptr(p) {
	}
	template <typename U, typename P>
	__SIMT_CXX annotated_ptr(const annotated_ptr<U, P> &other) noexcept
	    : base(other.__property()), ptr(other.get()) {
	}
	__SIMT_CXX constexpr explicit operator bool() const noexcept {
		return ptr != nullptr;
	}
	__SIMT_CXX T *get() const noexcept {
		return ptr;
	}
	__SIMT_CXX T &operator*() const noexcept {
		return *ptr;
	}
	__SIMT_CXX T *operator->() const noexcept {
		return ptr;
	}
	__SIMT_CXX T &operator[](ptrdiff_t i) const noexcept {
		return ptr[i];
	}
	__SIMT_CXX constexpr ptrdiff_t operator-(annotated_ptr other) const noexcept {
		return ptr - other.ptr;
	}
	__SIMT_CXX constexpr Property __property() const noexcept {
		return this->property();
	}

      private:
	T *ptr = nullptr;
};

template <typename T, typename Property>
[[nodiscard]] __SIMT_CXX T *associate_access_property(T *p, Property) noexcept {
	return p;
}
template <typename Shape, typename Property>
__SIMT_CXX void apply_access_property(const volatile void *, Shape, Property) noexcept {
}
/* What is there is not wanted any more. */
__SIMT_CXX void discard_memory(volatile void *, size_t) noexcept {
}

/* ---- copies from such pointers ---- */

template <typename To, typename From, typename P, typename Shape, typename Sync>
__SIMT_CXX_DEVICE void memcpy_async(To *to, annotated_ptr<From, P> from, Shape size,
                                    Sync &sync) {
	cuda::memcpy_async((void *)to, (const void *)from.get(), size, sync);
}
template <typename To, typename Q, typename From, typename P, typename Shape,
          typename Sync>
__SIMT_CXX_DEVICE void memcpy_async(annotated_ptr<To, Q> to, annotated_ptr<From, P> from,
                                    Shape size, Sync &sync) {
	cuda::memcpy_async((void *)to.get(), (const void *)from.get(), size, sync);
}
template <typename Group, typename To, typename From, typename P, typename Shape,
          typename Sync>
__SIMT_CXX_DEVICE void memcpy_async(const Group &g, To *to, annotated_ptr<From, P> from,
                                    Shape size, Sync &sync) {
	cuda::memcpy_async(g, (void *)to, (const void *)from.get(), size, sync);
}

} // namespace cuda
