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
#define __SIMT_CXX_PROPERTY(_Property, number)                                            \
	__SIMT_CXX constexpr access_property(_Property) noexcept : what(number) {         \
	}                                                                                \
	__SIMT_CXX constexpr access_property(_Property, float) noexcept : what(number) {  \
	}                                                                                \
	__SIMT_CXX constexpr access_property(_Property, float, streaming) noexcept        \
	    : what(number) {                                                             \
	}                                                                                \
	/* of the bytes from p on, the first `leading` of `total` */                     \
	__SIMT_CXX access_property(void *, size_t, size_t, _Property) noexcept            \
	    : what(number) {                                                             \
	}                                                                                \
	__SIMT_CXX access_property(void *, size_t, size_t, _Property, streaming) noexcept \
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
template <typename _Property> struct annotation {
	annotation() noexcept = default;
	template <typename __P>
	__SIMT_CXX constexpr explicit annotation(const __P &) noexcept {
	}
	__SIMT_CXX constexpr _Property property() const noexcept {
		return _Property();
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

template <typename _Property>
constexpr bool is_property = ::std::is_same_v<_Property, access_property> ||
                             ::std::is_same_v<_Property, access_property::shared> ||
                             ::std::is_same_v<_Property, access_property::global> ||
                             ::std::is_same_v<_Property, access_property::normal> ||
                             ::std::is_same_v<_Property, access_property::persisting> ||
                             ::std::is_same_v<_Property, access_property::streaming>;

} // namespace simt

template <typename __T, typename _Property>
class annotated_ptr : simt::annotation<_Property> {
	static_assert(simt::is_property<_Property>, "not an access property");
	typedef simt::annotation<_Property> base;

      public:
	typedef __T value_type;
	typedef size_t size_type;
	typedef __T &reference;
	typedef __T *pointer;
	typedef const __T *const_pointer;
	typedef ptrdiff_t difference_type;

	annotated_ptr() noexcept = default;
	__SIMT_CXX constexpr explicit annotated_ptr(__T *p) noexcept
	    : base(_Property()), ptr(p) {
	}
	template <typename __P>
	__SIMT_CXX annotated_ptr(__T *p, __P property) noexcept : base(property), ptr(p) {
	}
	template <typename __U, typename __P>
	__SIMT_CXX annotated_ptr(const annotated_ptr<__U, __P> &other) noexcept
	    : base(other.__property()), ptr(other.get()) {
	}
	__SIMT_CXX constexpr explicit operator bool() const noexcept {
		return ptr != nullptr;
	}
	__SIMT_CXX __T *get() const noexcept {
		return ptr;
	}
	__SIMT_CXX __T &operator*() const noexcept {
		return *ptr;
	}
	__SIMT_CXX __T *operator->() const noexcept {
		return ptr;
	}
	__SIMT_CXX __T &operator[](ptrdiff_t i) const noexcept {
		return ptr[i];
	}
	__SIMT_CXX constexpr ptrdiff_t operator-(annotated_ptr other) const noexcept {
		return ptr - other.ptr;
	}
	__SIMT_CXX constexpr _Property __property() const noexcept {
		return this->property();
	}

      private:
	__T *ptr = nullptr;
};

template <typename __T, typename _Property>
[[nodiscard]] __SIMT_CXX __T *associate_access_property(__T *p, _Property) noexcept {
	return p;
}
template <typename _Shape, typename _Property>
__SIMT_CXX void apply_access_property(const volatile void *, _Shape, _Property) noexcept {
}
/* What is there is not wanted any more. */
__SIMT_CXX void discard_memory(volatile void *, size_t) noexcept {
}

/* ---- copies from such pointers ---- */

template <typename _To, typename _From, typename __P, typename _Shape, typename _Sync>
__SIMT_CXX_DEVICE void memcpy_async(_To *to, annotated_ptr<_From, __P> from, _Shape size,
                                    _Sync &sync) {
	cuda::memcpy_async((void *)to, (const void *)from.get(), size, sync);
}
template <typename _To, typename __Q, typename _From, typename __P, typename _Shape,
          typename _Sync>
__SIMT_CXX_DEVICE void memcpy_async(annotated_ptr<_To, __Q> to, annotated_ptr<_From, __P> from,
                                    _Shape size, _Sync &sync) {
	cuda::memcpy_async((void *)to.get(), (const void *)from.get(), size, sync);
}
template <typename _Group, typename _To, typename _From, typename __P, typename _Shape,
          typename _Sync>
__SIMT_CXX_DEVICE void memcpy_async(const _Group &g, _To *to, annotated_ptr<_From, __P> from,
                                    _Shape size, _Sync &sync) {
	cuda::memcpy_async(g, (void *)to, (const void *)from.get(), size, sync);
}

} // namespace cuda
