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
extern "C" __device__ void __assertfail(const char *message, const char *file,
                                        unsigned line, const char *function,
                                        size_t character_bytes);

/* What assert() calls. */
extern "C" __device__ __forceinline__ void __assert_fail(const char *message,
                                                         const char *file,
                                                         unsigned line,
                                                         const char *function) noexcept {
	__assertfail(message, file, line, function, 1);
}

/* ---- the heap ---- */

extern "C" __device__ void *malloc(size_t size) noexcept;
extern "C" __device__ void free(void *pointer) noexcept;

extern "C" __device__ void *__cuda_syscall_aligned_malloc(size_t size, size_t align);

/* Memory whose address is a multiple of align, a power of two; NULL if there is none. */
__SIMT_FN void *__nv_aligned_device_malloc(size_t size, size_t align) {
	return __cuda_syscall_aligned_malloc(size, align);
}

/* ---- bytes ---- */

/* Copies n bytes, in words where both addresses allow it. */
extern "C" __device__ __forceinline__ void *memcpy(void *to, const void *from,
                                                   size_t n) noexcept {
	char *d = (char *)to;
	const char *s = (const char *)from;
	size_t i = 0;
	typedef unsigned long long word;
	if ((((size_t)d | (size_t)s) & 7) == 0)
		for (; i + 8 <= n; i += 8)
			*(word *)(d + i) = *(const word *)(s + i);
	else if ((((size_t)d | (size_t)s) & 3) == 0)
		for (; i + 4 <= n; i += 4)
			*(unsigned *)(d + i) = *(const unsigned *)(s + i);
	for (; i < n; i++)
		d[i] = s[i];
	return to;
}

extern "C" __device__ inline int memcmp(const void *a, const void *b, size_t n) noexcept {
	const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
	for (size_t i = 0; i < n; i++)
		if (x[i] != y[i])
			return x[i] < y[i] ? -1 : 1;
	return 0;
}

extern "C" __device__ inline const void *__simt_memchr(const void *s, int value,
                                                       size_t n) noexcept {
	const unsigned char *p = (const unsigned char *)s;
	for (size_t i = 0; i < n; i++)
		if (p[i] == (unsigned char)value)
			return p + i;
	return 0;
}

extern "C" __device__ inline size_t strlen(const char *s) noexcept {
	size_t n = 0;
	while (s[n])
		n++;
	return n;
}

extern "C" __device__ __forceinline__ void *memset(void *to, int value,
                                                   size_t n) noexcept {
	unsigned char *d = (unsigned char *)to;
	unsigned long long word = (unsigned char)value * 0x0101010101010101ull;
	size_t i = 0;
	if (((size_t)d & 7) == 0)
		for (; i + 8 <= n; i += 8)
			*(unsigned long long *)(d + i) = word;
	for (; i < n; i++)
		d[i] = (unsigned char)value;
	return to;
}
