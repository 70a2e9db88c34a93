/* std_chrono.h - <chrono> in cuda::std, with clocks that device code can read; waiting with a
 * time limit.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <chrono>

#include "simt/cxx/scope.h"

namespace cuda {
namespace std {
namespace chrono {
using namespace ::std::chrono;

/* Nanoseconds since 1970, on both sides. */
struct system_clock {
	typedef nanoseconds duration;
	typedef duration::rep rep;
	typedef duration::period period;
	typedef ::std::chrono::time_point<system_clock> time_point;
	static constexpr bool is_steady = false;

	__SIMT_CXX static time_point now() noexcept {
#if defined(__CUDA_ARCH__)
		long long __ns;
		asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(__ns)::"memory");
		return time_point(duration(__ns));
#else
		return time_point(duration_cast<duration>(
			::std::chrono::system_clock::now().time_since_epoch()));
#endif
	}
	__SIMT_CXX static time_t to_time_t(const time_point &__t) noexcept {
		return time_t(duration_cast<seconds>(__t.time_since_epoch()).count());
	}
	__SIMT_CXX static time_point from_time_t(time_t __t) noexcept {
		return time_point(seconds(__t));
	}
};
typedef system_clock high_resolution_clock;

} // namespace chrono
} // namespace std

namespace __simt {

/* Nanoseconds from now, as the clock above has them. */
template <typename _Rep, typename _Period>
__SIMT_CXX long long __end_of(const ::std::chrono::duration<_Rep, _Period> &__time) {
	typedef cuda::std::chrono::system_clock clock;
	return clock::now().time_since_epoch().count() +
	       ::std::chrono::duration_cast<::std::chrono::nanoseconds>(__time).count();
}

/* Tries once at least. */
template <typename _Try> __SIMT_CXX bool __until(_Try __attempt, long long __end) {
	typedef cuda::std::chrono::system_clock clock;
	do {
		if (__attempt())
			return true;
	} while (clock::now().time_since_epoch().count() < __end);
	return false;
}

} // namespace __simt
} // namespace cuda
