/* device_libc.h - what device code has of the C library: its clock, failed assertions, the
 * heap, bytes in memory.
 *
 * For the device half only. The C library's headers have declared these names for the
 * host; a __device__ function of the same name takes their place in device code. printf
 * is the compiler's: it stores the arguments and calls vprintf of the machine.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

extern "C" __device__ __forceinline__ clock_t clock(void) {
	return (clock_t)clock64();
}

/* Prints the message with the thread's place, and ends the launch with an error. */
extern "C" __device__ void __assertfail(const char *__message, const char *__file,
                                        unsigned __line, const char *__function,
                                        size_t __character_bytes);

/* assert() calls this. */
extern "C" __device__ __forceinline__ void __assert_fail(const char *__message,
                                                         const char *__file,
                                                         unsigned __line,
                                                         const char *__function) noexcept {
	__assertfail(__message, __file, __line, __function, 1);
}

/* ---- the heap ---- */

extern "C" __device__ void *malloc(size_t __size) noexcept;
extern "C" __device__ void free(void *__pointer) noexcept;

extern "C" __device__ void *__cuda_syscall_aligned_malloc(size_t __size, size_t __align);

/* Memory whose address is a multiple of align, a power of two; NULL if there is none. */
__SIMT_FN void *__nv_aligned_device_malloc(size_t __size, size_t __align) {
	return __cuda_syscall_aligned_malloc(__size, __align);
}

/* ---- bytes ---- */

/* Copies n bytes, in words where both addresses allow it. The sizes are compared before the
 * addresses: of a constant size only what it needs is left. */
extern "C" __device__ __forceinline__ void *memcpy(void *__to, const void *__from,
                                                   size_t __n) noexcept {
	char *__d = (char *)__to;
	const char *__s = (const char *)__from;
	size_t __i = 0;
	typedef unsigned long long __word;
	if (__n >= 8 && (((size_t)__d | (size_t)__s) & 7) == 0)
		do {
			*(__word *)(__d + __i) = *(const __word *)(__s + __i);
			__i += 8;
		} while (__i + 8 <= __n);
	if (__n >= 4 && __n - __i >= 4 && (((size_t)__d | (size_t)__s) & 3) == 0)
		do {
			*(unsigned *)(__d + __i) = *(const unsigned *)(__s + __i);
			__i += 4;
		} while (__i + 4 <= __n);
	for (; __i < __n; __i++)
		__d[__i] = __s[__i];
	return __to;
}

extern "C" __device__ inline int memcmp(const void *__a, const void *__b, size_t __n) noexcept {
	const unsigned char *__x = (const unsigned char *)__a, *__y = (const unsigned char *)__b;
	for (size_t __i = 0; __i < __n; __i++)
		if (__x[__i] != __y[__i])
			return __x[__i] < __y[__i] ? -1 : 1;
	return 0;
}

extern "C" __device__ inline const void *__simt_memchr(const void *__s, int __value,
                                                       size_t __n) noexcept {
	const unsigned char *__p = (const unsigned char *)__s;
	for (size_t __i = 0; __i < __n; __i++)
		if (__p[__i] == (unsigned char)__value)
			return __p + __i;
	return 0;
}

extern "C" __device__ inline size_t strlen(const char *__s) noexcept {
	size_t __n = 0;
	while (__s[__n])
		__n++;
	return __n;
}

extern "C" __device__ __forceinline__ void *memset(void *__to, int __value,
                                                   size_t __n) noexcept {
	unsigned char *__d = (unsigned char *)__to;
	unsigned long long __word = (unsigned char)__value * 0x0101010101010101ull;
	size_t __i = 0;
	if (__n >= 8 && ((size_t)__d & 7) == 0)
		do {
			*(unsigned long long *)(__d + __i) = __word;
			__i += 8;
		} while (__i + 8 <= __n);
	if (__n >= 4 && __n - __i >= 4 && ((size_t)__d & 3) == 0)
		do {
			*(unsigned *)(__d + __i) = (unsigned)__word;
			__i += 4;
		} while (__i + 4 <= __n);
	for (; __i < __n; __i++)
		__d[__i] = (unsigned char)__value;
	return __to;
}
