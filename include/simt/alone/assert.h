/* assert.h - assert, for NVRTC on a machine without a C library. It may be included again, with another NDEBUG.
 * SPDX-License-Identifier: Apache-2.0 */
extern "C" void __assert_fail(const char *__message, const char *__file, unsigned __line,
                              const char *__function) noexcept;

#undef assert
#ifdef NDEBUG
#define assert(__e) (static_cast<void>(0))
#else
#define assert(__e) \
	(static_cast<bool>(__e) ? void(0) : __assert_fail(#__e, __FILE__, __LINE__, __PRETTY_FUNCTION__))
#endif
