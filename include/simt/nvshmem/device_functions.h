/* device_functions.h - the names of the functions for kernels: a row of a table for each
 * type, and one for each group of threads.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* ---- transfers -------------------------------------------------------------------------
 */

/* name: of the function up to put, with its prefix. */
#define __NVSHMEM_PUT(__link, __name, __end, __G, __A, __T)                                 \
	__link void __name##__end(__A *__dest, const __A *__source, size_t __n, int __pe) { \
		__nvshmem::__put<__nvshmem::__G>(#__name #__end, (__T *)__dest,             \
		                                 (const __T *)__source, __n, __pe);         \
	}
#define __NVSHMEM_GET(__link, __name, __end, __G, __A, __T)                                 \
	__link void __name##__end(__A *__dest, const __A *__source, size_t __n, int __pe) { \
		__nvshmem::__get<__nvshmem::__G>(#__name #__end, (__T *)__dest,             \
		                                 (const __T *)__source, __n, __pe);         \
	}
#define __NVSHMEM_IPUT(__link, __name, __end, __G, __A, __T)                                \
	__link void __name##__end(__A *__dest, const __A *__source, ptrdiff_t __dst,        \
	                          ptrdiff_t __sst, size_t __n, int __pe) {                  \
		__nvshmem::__iput<__nvshmem::__G>(#__name #__end, (__T *)__dest,            \
		                                  (const __T *)__source, __dst, __sst, __n, \
		                                  __pe);                                    \
	}
#define __NVSHMEM_IGET(__link, __name, __end, __G, __A, __T)                                \
	__link void __name##__end(__A *__dest, const __A *__source, ptrdiff_t __dst,        \
	                          ptrdiff_t __sst, size_t __n, int __pe) {                  \
		__nvshmem::__iget<__nvshmem::__G>(#__name #__end, (__T *)__dest,            \
		                                  (const __T *)__source, __dst, __sst, __n, \
		                                  __pe);                                    \
	}
#define __NVSHMEM_PUT_SIGNAL(__link, __name, __end, __G, __A, __T)                          \
	__link void __name##__end(__A *__dest, const __A *__source, size_t __n,             \
	                          uint64_t *__signal, uint64_t __value, int __op,           \
	                          int __pe) {                                               \
		__nvshmem::__put_signal<__nvshmem::__G>(                                    \
			#__name #__end, (__T *)__dest, (const __T *)__source, __n,          \
			__signal, __value, __op, __pe);                                     \
	}

/* All of them for one kind of element: begin is nvshmem_float_ or nvshmem_, bits empty, or
 * a number, or mem. */
#define __NVSHMEM_TRANSFERS(__link, __begin, __bits, __end, __G, __A, __T)                  \
	__NVSHMEM_PUT(__link, __begin##put##__bits, __end, __G, __A, __T)                   \
	__NVSHMEM_PUT(__link, __begin##put##__bits##_nbi, __end, __G, __A, __T)             \
	__NVSHMEM_GET(__link, __begin##get##__bits, __end, __G, __A, __T)                   \
	__NVSHMEM_GET(__link, __begin##get##__bits##_nbi, __end, __G, __A, __T)
#define __NVSHMEM_STRIDED(__link, __begin, __bits, __end, __G, __A, __T)                    \
	__NVSHMEM_IPUT(__link, __begin##iput##__bits, __end, __G, __A, __T)                 \
	__NVSHMEM_IGET(__link, __begin##iget##__bits, __end, __G, __A, __T)
#define __NVSHMEM_SIGNALLED(__begin, __bits, __end, __G, __A, __T)                          \
	__NVSHMEM_PUT_SIGNAL(__NVSHMEM_HERE, __begin##put##__bits##_signal, __end, __G,     \
	                     __A, __T)                                                      \
	__NVSHMEM_PUT_SIGNAL(__NVSHMEM_HERE, __begin##put##__bits##_signal_nbi, __end, __G, \
	                     __A, __T)

#define __NVSHMEM_WIDE_TYPE(__op, __name, __T)                                              \
	__NVSHMEM_TRANSFERS(__NVSHMEM_HERE, nvshmemx_##__name##_, , _warp, __warp_group,    \
	                    __T, __T)                                                       \
	__NVSHMEM_TRANSFERS(__NVSHMEM_HERE, nvshmemx_##__name##_, , _block, __block_group,  \
	                    __T, __T)                                                       \
	__NVSHMEM_STRIDED(__NVSHMEM_HERE, nvshmemx_##__name##_, , _warp, __warp_group, __T, \
	                  __T)                                                              \
	__NVSHMEM_STRIDED(__NVSHMEM_HERE, nvshmemx_##__name##_, , _block, __block_group,    \
	                  __T, __T)                                                         \
	__NVSHMEM_SIGNALLED(nvshmem_##__name##_, , , __thread_group, __T, __T)              \
	__NVSHMEM_SIGNALLED(nvshmemx_##__name##_, , _warp, __warp_group, __T, __T)          \
	__NVSHMEM_SIGNALLED(nvshmemx_##__name##_, , _block, __block_group, __T, __T)
#define __NVSHMEM_WIDE_SIZE(__op, __bits, __T)                                              \
	__NVSHMEM_TRANSFERS(__NVSHMEM_HERE, nvshmemx_, __bits, _warp, __warp_group, void,   \
	                    __T)                                                            \
	__NVSHMEM_TRANSFERS(__NVSHMEM_HERE, nvshmemx_, __bits, _block, __block_group, void, \
	                    __T)                                                            \
	__NVSHMEM_SIGNALLED(nvshmem_, __bits, , __thread_group, void, __T)                  \
	__NVSHMEM_SIGNALLED(nvshmemx_, __bits, _warp, __warp_group, void, __T)              \
	__NVSHMEM_SIGNALLED(nvshmemx_, __bits, _block, __block_group, void, __T)
#define __NVSHMEM_WIDE_STRIDED(__op, __bits, __T)                                           \
	__NVSHMEM_STRIDED(__NVSHMEM_HERE, nvshmemx_, __bits, _warp, __warp_group, void,     \
	                  __T)                                                              \
	__NVSHMEM_STRIDED(__NVSHMEM_HERE, nvshmemx_, __bits, _block, __block_group, void,   \
	                  __T)
__NVSHMEM_MOVED_TYPES(__NVSHMEM_WIDE_TYPE, 0)
__NVSHMEM_SIZES(__NVSHMEM_WIDE_SIZE, 0)
__NVSHMEM_SIZES(__NVSHMEM_WIDE_STRIDED, 0)
__NVSHMEM_WIDE_SIZE(0, mem, char)

#ifdef __CUDA_ARCH__
#define __NVSHMEM_TYPE(__op, __name, __T)                                                   \
	__NVSHMEM_TRANSFERS(__NVSHMEM_BOTH, nvshmem_##__name##_, , , __thread_group, __T,   \
	                    __T)                                                            \
	__NVSHMEM_STRIDED(__NVSHMEM_BOTH, nvshmem_##__name##_, , , __thread_group, __T,     \
	                  __T)                                                              \
	__NVSHMEM_BOTH void nvshmem_##__name##_p(__T *__dest, const __T __value,            \
	                                         int __pe) {                                \
		__nvshmem::__p("nvshmem_" #__name "_p", __dest, __value, __pe);             \
	}                                                                                   \
	__NVSHMEM_BOTH __T nvshmem_##__name##_g(const __T *__source, int __pe) {            \
		return __nvshmem::__g("nvshmem_" #__name "_g", __source, __pe);             \
	}
#define __NVSHMEM_SIZE(__op, __bits, __T)                                                   \
	__NVSHMEM_TRANSFERS(__NVSHMEM_BOTH, nvshmem_, __bits, , __thread_group, void, __T)
#define __NVSHMEM_STRIDED_SIZE(__op, __bits, __T)                                           \
	__NVSHMEM_STRIDED(__NVSHMEM_BOTH, nvshmem_, __bits, , __thread_group, void, __T)
__NVSHMEM_MOVED_TYPES(__NVSHMEM_TYPE, 0)
__NVSHMEM_SIZES(__NVSHMEM_SIZE, 0)
__NVSHMEM_SIZES(__NVSHMEM_STRIDED_SIZE, 0)
__NVSHMEM_SIZE(0, mem, char)
#undef __NVSHMEM_TYPE
#undef __NVSHMEM_SIZE
#undef __NVSHMEM_STRIDED_SIZE
#endif

/* ---- through one queue pair: there are none, so it is the same ------------------------- */

#define __NVSHMEM_QP_MOVE(__f, __what, __name, __end, __G, __T)                             \
	__NVSHMEM_HERE void nvshmemx_qp_##__name##_##__what##__end(                         \
		__T *__dest, const __T *__source, size_t __n, int __pe,                     \
		nvshmemx_qp_handle_t) {                                                     \
		__nvshmem::__f<__nvshmem::__G>("nvshmemx_qp_" #__name "_" #__what #__end,   \
		                               __dest, __source, __n, __pe);                \
	}
#define __NVSHMEM_QP_SIGNAL(__what, __name, __end, __G, __T)                                \
	__NVSHMEM_HERE void nvshmemx_qp_##__name##_##__what##__end(                         \
		__T *__dest, const __T *__source, size_t __n, uint64_t *__signal,           \
		uint64_t __value, int __op, int __pe, nvshmemx_qp_handle_t) {               \
		__nvshmem::__put_signal<__nvshmem::__G>(                                    \
			"nvshmemx_qp_" #__name "_" #__what #__end, __dest, __source, __n,   \
			__signal, __value, __op, __pe);                                     \
	}
#define __NVSHMEM_QP_GROUP(__name, __end, __G, __T)                                         \
	__NVSHMEM_QP_MOVE(__put, put, __name, __end, __G, __T)                              \
	__NVSHMEM_QP_MOVE(__put, put_nbi, __name, __end, __G, __T)                          \
	__NVSHMEM_QP_MOVE(__get, get, __name, __end, __G, __T)                              \
	__NVSHMEM_QP_MOVE(__get, get_nbi, __name, __end, __G, __T)                          \
	__NVSHMEM_QP_SIGNAL(put_signal, __name, __end, __G, __T)                            \
	__NVSHMEM_QP_SIGNAL(put_signal_nbi, __name, __end, __G, __T)
#define __NVSHMEM_QP_TYPE(__op, __name, __T)                                                \
	__NVSHMEM_QP_GROUP(__name, , __thread_group, __T)                                   \
	__NVSHMEM_QP_GROUP(__name, _warp, __warp_group, __T)                                \
	__NVSHMEM_QP_GROUP(__name, _block, __block_group, __T)                              \
	__NVSHMEM_HERE void nvshmemx_qp_##__name##_p(__T *__dest, const __T __value,        \
	                                             int __pe, nvshmemx_qp_handle_t) {      \
		__nvshmem::__p("nvshmemx_qp_" #__name "_p", __dest, __value, __pe);         \
	}                                                                                   \
	__NVSHMEM_HERE __T nvshmemx_qp_##__name##_g(const __T *__source, int __pe,          \
	                                            nvshmemx_qp_handle_t) {                 \
		return __nvshmem::__g("nvshmemx_qp_" #__name "_g", __source, __pe);         \
	}
__NVSHMEM_MOVED_TYPES(__NVSHMEM_QP_TYPE, 0)
#undef __NVSHMEM_QP_MOVE
#undef __NVSHMEM_QP_SIGNAL
#undef __NVSHMEM_QP_GROUP
#undef __NVSHMEM_QP_TYPE

#define __NVSHMEM_QP_ORDER(__end, __G)                                                      \
	__NVSHMEM_HERE void nvshmemx_qp_quiet##__end(int, nvshmemx_qp_handle_t *, int) {    \
		__nvshmem::__fence();                                                       \
		__nvshmem::__G::__sync();                                                     \
	}                                                                                   \
	__NVSHMEM_HERE void nvshmemx_qp_fence##__end(int, nvshmemx_qp_handle_t *, int) {    \
		__nvshmem::__fence();                                                       \
		__nvshmem::__G::__sync();                                                     \
	}
__NVSHMEM_QP_ORDER(, __thread_group)
__NVSHMEM_QP_ORDER(_warp, __warp_group)
__NVSHMEM_QP_ORDER(_block, __block_group)
#undef __NVSHMEM_QP_ORDER
__NVSHMEM_HERE void nvshmemx_qp_signal_op(uint64_t *__signal, uint64_t __value, int __op,
                                          int __pe, nvshmemx_qp_handle_t) {
	__nvshmem::__signal("nvshmemx_qp_signal_op", __signal, __value, __op, __pe);
}

/* ---- the job, order, signals, atomic operations ------------------------------------------
 */

#ifdef __CUDA_ARCH__
__NVSHMEM_BOTH int nvshmem_my_pe() {
	return __nvshmem::__state("nvshmem_my_pe")->__me;
}
__NVSHMEM_BOTH int nvshmem_n_pes() {
	return __nvshmem::__state("nvshmem_n_pes")->__n;
}
__NVSHMEM_BOTH void nvshmem_info_get_version(int *__major, int *__minor) {
	*__major = NVSHMEM_MAJOR_VERSION;
	*__minor = NVSHMEM_MINOR_VERSION;
}
__NVSHMEM_BOTH void nvshmem_info_get_name(char *__name) {
	const char *__text = NVSHMEM_VENDOR_STRING;
	while ((*__name++ = *__text++))
		;
}
__NVSHMEM_BOTH void nvshmemx_vendor_get_version_info(int *__major, int *__minor, int *__patch) {
	*__major = NVSHMEM_VENDOR_MAJOR_VERSION;
	*__minor = NVSHMEM_VENDOR_MINOR_VERSION;
	*__patch = NVSHMEM_VENDOR_PATCH_VERSION;
}
__NVSHMEM_BOTH void nvshmem_global_exit(int __status) {
	printf("NVSHMEM: nvshmem_global_exit(%d) in a kernel\n", __status);
	__trap();
}
__NVSHMEM_BOTH void *nvshmem_ptr(const void *__p, int __pe) {
	const __nvshmem_state *__s = __nvshmem::__state("nvshmem_ptr");
	unsigned long long __at = (unsigned long long)((const char *)__p - __s->__heap);
	return (unsigned)__pe < (unsigned)__s->__n && __at < __s->__bytes &&
	                       !__nvshmem::__is_far(__s, __pe)
	               ? (void *)__nvshmem::__at_pe(__s, (const char *)__p, __pe)
	               : NULL;
}
__NVSHMEM_BOTH void *nvshmemx_mc_ptr(nvshmem_team_t, const void *) {
	return NULL;
}
__NVSHMEM_BOTH int nvshmem_team_my_pe(nvshmem_team_t __team) {
	const __nvshmem_team *__t = __nvshmem::__find_team(__team);
	return __t ? __t->__me : -1;
}
__NVSHMEM_BOTH int nvshmem_team_n_pes(nvshmem_team_t __team) {
	const __nvshmem_team *__t = __nvshmem::__find_team(__team);
	return __t ? __t->__size : -1;
}
__NVSHMEM_BOTH int nvshmem_team_translate_pe(nvshmem_team_t __from, int __pe,
                                             nvshmem_team_t __to) {
	const __nvshmem_team *__a = __nvshmem::__find_team(__from),
	                     *__b = __nvshmem::__find_team(__to);
	if (__a && __b && (unsigned)__pe < (unsigned)__a->__size)
		for (int __i = 0; __i < __b->__size; __i++)
			if (__b->__pe[__i] == __a->__pe[__pe])
				return __i;
	return -1;
}
__NVSHMEM_BOTH void nvshmem_fence() {
	__nvshmem::__fence();
}
__NVSHMEM_BOTH void nvshmem_quiet() {
	__nvshmem::__fence();
}
__NVSHMEM_BOTH uint64_t nvshmem_signal_fetch(uint64_t *__signal) {
	return __nvshmem::__load(__signal);
}
__NVSHMEM_BOTH void nvshmemx_signal_op(uint64_t *__signal, uint64_t __value, int __op,
                                       int __pe) {
	__nvshmem::__signal("nvshmemx_signal_op", __signal, __value, __op, __pe);
}

#define __NVSHMEM_NAME(__name, __what) "nvshmem_" #__name "_atomic" #__what
#define __NVSHMEM_COUNTS(__op, __name, __T)                                                 \
	__NVSHMEM_BOTH void nvshmem_##__name##_atomic_inc(__T *__dest, int __pe) {          \
		__nvshmem::__fetch_add(__NVSHMEM_NAME(__name, _inc), __dest, (__T)1, __pe);  \
	}                                                                                   \
	__NVSHMEM_BOTH __T nvshmem_##__name##_atomic_fetch_inc(__T *__dest, int __pe) {     \
		return __nvshmem::__fetch_add(__NVSHMEM_NAME(__name, _fetch_inc), __dest,    \
		                              (__T)1, __pe);                                \
	}                                                                                   \
	__NVSHMEM_BOTH void nvshmem_##__name##_atomic_add(__T *__dest, __T __value,         \
	                                                  int __pe) {                       \
		__nvshmem::__fetch_add(__NVSHMEM_NAME(__name, _add), __dest, __value, __pe); \
	}                                                                                   \
	__NVSHMEM_BOTH __T nvshmem_##__name##_atomic_fetch_add(__T *__dest, __T __value,    \
	                                                       int __pe) {                  \
		return __nvshmem::__fetch_add(__NVSHMEM_NAME(__name, _fetch_add), __dest,    \
		                              __value, __pe);                               \
	}                                                                                   \
	__NVSHMEM_BOTH __T nvshmem_##__name##_atomic_compare_swap(__T *__dest, __T __cond,  \
	                                                          __T __value, int __pe) {  \
		return __nvshmem::__compare_swap(__NVSHMEM_NAME(__name, _compare_swap),      \
		                                 __dest, __cond, __value, __pe);            \
	}
#define __NVSHMEM_SWAPS(__op, __name, __T)                                                  \
	__NVSHMEM_BOTH __T nvshmem_##__name##_atomic_fetch(const __T *__source, int __pe) { \
		return __nvshmem::__fetch(__NVSHMEM_NAME(__name, _fetch), __source, __pe);   \
	}                                                                                   \
	__NVSHMEM_BOTH void nvshmem_##__name##_atomic_set(__T *__dest, __T __value,         \
	                                                  int __pe) {                       \
		__nvshmem::__swap(__NVSHMEM_NAME(__name, _set), __dest, __value, __pe);      \
	}                                                                                   \
	__NVSHMEM_BOTH __T nvshmem_##__name##_atomic_swap(__T *__dest, __T __value,         \
	                                                  int __pe) {                       \
		return __nvshmem::__swap(__NVSHMEM_NAME(__name, _swap), __dest, __value,     \
		                         __pe);                                             \
	}
#define __NVSHMEM_BITS(__op, __name, __T)                                                   \
	__NVSHMEM_BOTH void nvshmem_##__name##_atomic##__op(__T *__dest, __T __value,      \
	                                                     int __pe) {                    \
		__nvshmem::__fetch##__op(__NVSHMEM_NAME(__name, __op), __dest, __value,    \
		                          __pe);                                            \
	}                                                                                   \
	__NVSHMEM_BOTH __T nvshmem_##__name##_atomic_fetch##__op(__T *__dest, __T __value, \
	                                                          int __pe) {               \
		return __nvshmem::__fetch##__op(__NVSHMEM_NAME(__name, _fetch##__op),      \
		                                 __dest, __value, __pe);                    \
	}
__NVSHMEM_COUNTED_TYPES(__NVSHMEM_COUNTS, 0)
__NVSHMEM_SWAPPED_TYPES(__NVSHMEM_SWAPS, 0)
__NVSHMEM_WORD_TYPES(__NVSHMEM_BITS, _and)
__NVSHMEM_WORD_TYPES(__NVSHMEM_BITS, _or)
__NVSHMEM_WORD_TYPES(__NVSHMEM_BITS, _xor)
#undef __NVSHMEM_NAME
#undef __NVSHMEM_COUNTS
#undef __NVSHMEM_SWAPS
#undef __NVSHMEM_BITS
#endif

/* ---- waiting ------------------------------------------------------------------------------
 */

#define __NVSHMEM_WORDS(__name, __what, __T, __n, __status, __values, __each)               \
	__nvshmem::__words<__T> __w = {"nvshmem_" #__name "_" #__what, __at, __n, __status, \
	                               __cmp, __values, __each};
/* end: of the name; V, values: one for all words, or one for each. */
#define __NVSHMEM_WAIT_MANY(__name, __T, __end, __V, __values, __each)                      \
	__NVSHMEM_HERE void nvshmem_##__name##_wait_until_all##__end(                       \
		__T *__at, size_t __n, const int *__status, int __cmp, __V) {               \
		__NVSHMEM_WORDS(__name, wait_until_all##__end, __T, __n, __status,          \
		                __values, __each)                                           \
		__nvshmem::__wait_all(__w);                                                 \
	}                                                                                   \
	__NVSHMEM_HERE size_t nvshmem_##__name##_wait_until_any##__end(                     \
		__T *__at, size_t __n, const int *__status, int __cmp, __V) {               \
		__NVSHMEM_WORDS(__name, wait_until_any##__end, __T, __n, __status,          \
		                __values, __each)                                           \
		return __nvshmem::__wait_any(__w);                                          \
	}                                                                                   \
	__NVSHMEM_HERE size_t nvshmem_##__name##_wait_until_some##__end(                    \
		__T *__at, size_t __n, size_t *__indices, const int *__status, int __cmp,   \
		__V) {                                                                      \
		__NVSHMEM_WORDS(__name, wait_until_some##__end, __T, __n, __status,         \
		                __values, __each)                                           \
		return __nvshmem::__wait_some(__w, __indices);                              \
	}                                                                                   \
	__NVSHMEM_HERE int nvshmem_##__name##_test_all##__end(                              \
		__T *__at, size_t __n, const int *__status, int __cmp, __V) {               \
		__NVSHMEM_WORDS(__name, test_all##__end, __T, __n, __status, __values,      \
		                __each)                                                     \
		return __nvshmem::__test_all(__w);                                          \
	}                                                                                   \
	__NVSHMEM_HERE size_t nvshmem_##__name##_test_any##__end(                           \
		__T *__at, size_t __n, const int *__status, int __cmp, __V) {               \
		__NVSHMEM_WORDS(__name, test_any##__end, __T, __n, __status, __values,      \
		                __each)                                                     \
		return __nvshmem::__test_any(__w);                                          \
	}                                                                                   \
	__NVSHMEM_HERE size_t nvshmem_##__name##_test_some##__end(                          \
		__T *__at, size_t __n, size_t *__indices, const int *__status, int __cmp,   \
		__V) {                                                                      \
		__NVSHMEM_WORDS(__name, test_some##__end, __T, __n, __status, __values,     \
		                __each)                                                     \
		return __nvshmem::__test_some(__w, __indices);                              \
	}
#define __NVSHMEM_WAITS(__op, __name, __T)                                                  \
	__NVSHMEM_HERE void nvshmem_##__name##_wait_until(__T *__at, int __cmp,             \
	                                                  __T __value) {                    \
		__NVSHMEM_WORDS(__name, wait_until, __T, 1, NULL, &__value, false)          \
		__nvshmem::__wait_all(__w);                                                 \
	}                                                                                   \
	__NVSHMEM_HERE int nvshmem_##__name##_test(__T *__at, int __cmp, __T __value) {     \
		__NVSHMEM_WORDS(__name, test, __T, 1, NULL, &__value, false)                \
		return __nvshmem::__test_all(__w);                                          \
	}                                                                                   \
	__NVSHMEM_WAIT_MANY(__name, __T, , __T __value, &__value, false)                    \
	__NVSHMEM_WAIT_MANY(__name, __T, _vector, __T *__values, __values, true)
__NVSHMEM_WAITED_TYPES(__NVSHMEM_WAITS, 0)
__NVSHMEM_HERE uint64_t nvshmem_signal_wait_until(uint64_t *__at, int __cmp,
                                                  uint64_t __value) {
	__nvshmem::__words<uint64_t> __w = {
		"nvshmem_signal_wait_until", __at, 1, NULL, __cmp, &__value, false};
	__nvshmem::__wait_all(__w);
	return __nvshmem::__load(__at);
}
#undef __NVSHMEM_WORDS
#undef __NVSHMEM_WAIT_MANY
#undef __NVSHMEM_WAITS

/* ---- collectives ----------------------------------------------------------------------------
 */

#define __NVSHMEM_SPREADS(__link, __name, __mem, __end, __G, __A, __T)                      \
	__link int __name##broadcast##__mem##__end(nvshmem_team_t __team, __A *__dest,      \
	                                           const __A *__source, size_t __n,         \
	                                           int __root) {                            \
		return __nvshmem::__broadcast<__nvshmem::__G>(                              \
			#__name "broadcast" #__mem #__end, __team, (__T *)__dest,           \
			(const __T *)__source, __n, __root);                                \
	}                                                                                   \
	__link int __name##fcollect##__mem##__end(nvshmem_team_t __team, __A *__dest,       \
	                                          const __A *__source, size_t __n) {        \
		return __nvshmem::__fcollect<__nvshmem::__G>(                               \
			#__name "fcollect" #__mem #__end, __team, (__T *)__dest,            \
			(const __T *)__source, __n);                                        \
	}                                                                                   \
	__link int __name##alltoall##__mem##__end(nvshmem_team_t __team, __A *__dest,       \
	                                          const __A *__source, size_t __n) {        \
		return __nvshmem::__alltoall<__nvshmem::__G>(                               \
			#__name "alltoall" #__mem #__end, __team, (__T *)__dest,            \
			(const __T *)__source, __n);                                        \
	}
#define __NVSHMEM_REDUCE(__link, __begin, __op, __name, __end, __G, __T)                    \
	__link int __begin##__name##__op##reduce##__end(                                \
		nvshmem_team_t __team, __T *__dest, const __T *__source, size_t __n) {      \
		return __nvshmem::__reduce<__nvshmem::__G, __nvshmem::__by##__op>(         \
			#__begin #__name #__op "reduce" #__end, __team, __dest,        \
			__source, __n);                                                     \
	}                                                                                   \
	__link int __begin##__name##__op##reducescatter##__end(                         \
		nvshmem_team_t __team, __T *__dest, const __T *__source, size_t __n) {      \
		return __nvshmem::__reducescatter<__nvshmem::__G, __nvshmem::__by##__op>(  \
			#__begin #__name #__op "reducescatter" #__end, __team, __dest, \
			__source, __n);                                                     \
	}
#define __NVSHMEM_WIDE_SPREADS(__op, __name, __T)                                           \
	__NVSHMEM_SPREADS(__NVSHMEM_HERE, nvshmemx_##__name##_, , _warp, __warp_group, __T, \
	                  __T)                                                              \
	__NVSHMEM_SPREADS(__NVSHMEM_HERE, nvshmemx_##__name##_, , _block, __block_group,    \
	                  __T, __T)
#define __NVSHMEM_WIDE_REDUCE(__op, __name, __T)                                            \
	__NVSHMEM_REDUCE(__NVSHMEM_HERE, nvshmemx_, __op, __name, _warp, __warp_group, __T) \
	__NVSHMEM_REDUCE(__NVSHMEM_HERE, nvshmemx_, __op, __name, _block, __block_group, __T)
__NVSHMEM_MOVED_TYPES(__NVSHMEM_WIDE_SPREADS, 0)
__NVSHMEM_SPREADS(__NVSHMEM_HERE, nvshmemx_, mem, _warp, __warp_group, void, char)
__NVSHMEM_SPREADS(__NVSHMEM_HERE, nvshmemx_, mem, _block, __block_group, void, char)
__NVSHMEM_REDUCTIONS(__NVSHMEM_WIDE_REDUCE)
__NVSHMEM_HERE int nvshmemx_double2_maxloc_reduce_block(nvshmem_team_t __team, double2 *__dest,
                                                        const double2 *__source, size_t __n) {
	return __nvshmem::__reduce<__nvshmem::__block_group, __nvshmem::__by_maxloc>(
		"nvshmemx_double2_maxloc_reduce_block", __team, __dest, __source, __n);
}

#define __NVSHMEM_SYNC(__link, __name, __G, __team_type, __team)                            \
	__link int __name(__team_type) {                                                    \
		return __nvshmem::__barrier<__nvshmem::__G>(#__name, __team);               \
	}
#define __NVSHMEM_SYNCS(__link, __begin, __end, __G)                                        \
	__NVSHMEM_SYNC(__link, __begin##barrier##__end, __G, nvshmem_team_t __team, __team) \
	__NVSHMEM_SYNC(__link, __begin##team_sync##__end, __G, nvshmem_team_t __team,       \
	               __team)                                                              \
	__NVSHMEM_SYNC_ALL(__link, __begin##barrier_all##__end, __G)                        \
	__NVSHMEM_SYNC_ALL(__link, __begin##sync_all##__end, __G)
#define __NVSHMEM_SYNC_ALL(__link, __name, __G)                                             \
	__link void __name() {                                                              \
		__nvshmem::__barrier<__nvshmem::__G>(#__name, NVSHMEM_TEAM_WORLD);          \
	}
__NVSHMEM_SYNCS(__NVSHMEM_HERE, nvshmemx_, _warp, __warp_group)
__NVSHMEM_SYNCS(__NVSHMEM_HERE, nvshmemx_, _block, __block_group)
__NVSHMEM_SYNC(__NVSHMEM_HERE, nvshmemx_barrier_warpgroup, __warpgroup_group,
               nvshmem_team_t __team, __team)

#ifdef __CUDA_ARCH__
#define __NVSHMEM_THREAD_SPREADS(__op, __name, __T)                                         \
	__NVSHMEM_SPREADS(__NVSHMEM_BOTH, nvshmem_##__name##_, , , __thread_group, __T, __T)
#define __NVSHMEM_THREAD_REDUCE(__op, __name, __T)                                          \
	__NVSHMEM_REDUCE(__NVSHMEM_BOTH, nvshmem_, __op, __name, , __thread_group, __T)
__NVSHMEM_MOVED_TYPES(__NVSHMEM_THREAD_SPREADS, 0)
__NVSHMEM_SPREADS(__NVSHMEM_BOTH, nvshmem_, mem, , __thread_group, void, char)
__NVSHMEM_REDUCTIONS(__NVSHMEM_THREAD_REDUCE)
__NVSHMEM_SYNCS(__NVSHMEM_BOTH, nvshmem_, , __thread_group)
#undef __NVSHMEM_THREAD_SPREADS
#undef __NVSHMEM_THREAD_REDUCE
#endif

#undef __NVSHMEM_PUT
#undef __NVSHMEM_GET
#undef __NVSHMEM_IPUT
#undef __NVSHMEM_IGET
#undef __NVSHMEM_PUT_SIGNAL
#undef __NVSHMEM_TRANSFERS
#undef __NVSHMEM_STRIDED
#undef __NVSHMEM_SIGNALLED
#undef __NVSHMEM_WIDE_TYPE
#undef __NVSHMEM_WIDE_SIZE
#undef __NVSHMEM_WIDE_STRIDED
#undef __NVSHMEM_SPREADS
#undef __NVSHMEM_REDUCE
#undef __NVSHMEM_WIDE_SPREADS
#undef __NVSHMEM_WIDE_REDUCE
#undef __NVSHMEM_SYNC
#undef __NVSHMEM_SYNCS
#undef __NVSHMEM_SYNC_ALL
