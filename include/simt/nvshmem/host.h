/* host.h - NVSHMEM's functions for host code, which the library has. Those that device
 * code has, too, are in device.h for it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <simt/nvshmem/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- a job: begins and ends ---------------------------------------------------------
 */

/* The PEs that one launcher has started (nvshmrun, mpirun, srun) are the job. The device
 * that is current is the PE's. */
void nvshmem_init(void);
int nvshmem_init_thread(int __requested, int *__provided);
/* They find each other by a communicator of MPI or by a number that one of them has made.
 */
int nvshmemx_init_attr(unsigned __flags, nvshmemx_init_attr_t *__attr);
int nvshmemx_get_uniqueid(nvshmemx_uniqueid_t *__id);
int nvshmemx_set_attr_uniqueid_args(int __rank, int __nranks,
                                    const nvshmemx_uniqueid_t *__id,
                                    nvshmemx_init_attr_t *__attr);
int nvshmemx_set_attr_mpi_comm_args(void *__mpi_comm, nvshmemx_init_attr_t *__attr);
int nvshmemx_hostlib_init_attr(unsigned __flags, nvshmemx_init_attr_t *__attr);
void nvshmemx_hostlib_finalize(void);
int nvshmemx_init_status(void);
void nvshmem_query_thread(int *__provided);
void nvshmem_finalize(void);
/* Modules that are loaded by hand need nothing: these check that there is a job. */
int nvshmemx_cumodule_init(CUmodule __module);
int nvshmemx_cumodule_finalize(CUmodule __module);
int nvshmemx_culibrary_init(CUlibrary __library);
int nvshmemx_culibrary_finalize(CUlibrary __library);

/* ---- memory ---------------------------------------------------------------------------
 */

/* All PEs call them, with the same sizes. */
void *nvshmem_malloc(size_t __size);
void *nvshmem_calloc(size_t __count, size_t __size);
void *nvshmem_align(size_t __alignment, size_t __size);
void nvshmem_free(void *__p);
/* Any memory may be the local end of a transfer: these check and remember. */
int nvshmemx_buffer_register(void *__p, size_t __size);
int nvshmemx_buffer_unregister(void *__p);
void nvshmemx_buffer_unregister_all(void);
/* Not there: NULL and an error. */
void *nvshmemx_buffer_register_symmetric(void *__p, size_t __size, int __flags);
int nvshmemx_buffer_unregister_symmetric(void *__p, size_t __size);

/* ---- teams ----------------------------------------------------------------------------
 */

int nvshmem_team_get_config(nvshmem_team_t __team, nvshmem_team_config_t *__config);
int nvshmem_team_split_strided(nvshmem_team_t __parent, int __start, int __stride, int __size,
                               const nvshmem_team_config_t *__config, long __mask,
                               nvshmem_team_t *__team);
int nvshmem_team_split_2d(nvshmem_team_t __parent, int __xrange,
                          const nvshmem_team_config_t *__xconfig, long __xmask,
                          nvshmem_team_t *__xteam, const nvshmem_team_config_t *__yconfig,
                          long __ymask, nvshmem_team_t *__yteam);
void nvshmem_team_destroy(nvshmem_team_t __team);
/* A team of PEs that agree on a number, without a parent. */
int nvshmemx_team_get_uniqueid(nvshmemx_team_uniqueid_t *__id);
int nvshmemx_team_init(nvshmem_team_t *__team, nvshmem_team_config_t *__config, long __mask,
                       int __npes, int __me);

/* ---- kernels that wait for those of other PEs ------------------------------------------
 */

int nvshmemx_qp_create(int __n, nvshmemx_qp_handle_t **__handles);

/* ---- in streams -------------------------------------------------------------------------
 */

#define __NVSHMEM_MOVES(__op, __name, __type)                                              \
	void nvshmemx_##__name##_p_on_stream(__type *__dest, const __type __value, int __pe, \
	                                     cudaStream_t __stream);                        \
	__type nvshmemx_##__name##_g_on_stream(const __type *__source, int __pe,            \
	                                       cudaStream_t __stream);                      \
	__NVSHMEM_MOVES_OF(nvshmemx_##__name##_, , __type)                                  \
	int nvshmemx_##__name##_alltoall_on_stream(nvshmem_team_t __team, __type *__dest,   \
	                                           const __type *__source, size_t __n,      \
	                                           cudaStream_t __stream);                  \
	int nvshmemx_##__name##_broadcast_on_stream(nvshmem_team_t __team, __type *__dest,  \
	                                            const __type *__source, size_t __n,     \
	                                            int __root, cudaStream_t __stream);     \
	int nvshmemx_##__name##_fcollect_on_stream(nvshmem_team_t __team, __type *__dest,   \
	                                           const __type *__source, size_t __n,      \
	                                           cudaStream_t __stream);
#define __NVSHMEM_PUT_GET_OF(__prefix, __bits, __type)                                      \
	void __prefix##put##__bits##_on_stream(__type *__dest, const __type *__source,      \
	                                       size_t __n, int __pe, cudaStream_t __stream); \
	void __prefix##put##__bits##_nbi_on_stream(__type *__dest, const __type *__source,  \
	                                           size_t __n, int __pe,                    \
	                                           cudaStream_t __stream);                  \
	void __prefix##get##__bits##_on_stream(__type *__dest, const __type *__source,      \
	                                       size_t __n, int __pe, cudaStream_t __stream); \
	void __prefix##get##__bits##_nbi_on_stream(__type *__dest, const __type *__source,  \
	                                           size_t __n, int __pe,                    \
	                                           cudaStream_t __stream);                  \
	void __prefix##put##__bits##_signal_on_stream(                                      \
		__type *__dest, const __type *__source, size_t __n, uint64_t *__signal,     \
		uint64_t __value, int __op, int __pe, cudaStream_t __stream);               \
	void __prefix##put##__bits##_signal_nbi_on_stream(                                  \
		__type *__dest, const __type *__source, size_t __n, uint64_t *__signal,     \
		uint64_t __value, int __op, int __pe, cudaStream_t __stream);
#define __NVSHMEM_MOVES_OF(__prefix, __bits, __type)                                        \
	__NVSHMEM_PUT_GET_OF(__prefix, __bits, __type)                                      \
	void __prefix##iput##__bits##_on_stream(__type *__dest, const __type *__source,     \
	                                        ptrdiff_t __dst, ptrdiff_t __sst,           \
	                                        size_t __n, int __pe,                       \
	                                        cudaStream_t __stream);                     \
	void __prefix##iget##__bits##_on_stream(__type *__dest, const __type *__source,     \
	                                        ptrdiff_t __dst, ptrdiff_t __sst,           \
	                                        size_t __n, int __pe, cudaStream_t __stream);
#define __NVSHMEM_MOVES_OF_SIZE(__op, __bits, __type) \
	__NVSHMEM_MOVES_OF(nvshmemx_, __bits, void)
__NVSHMEM_MOVED_TYPES(__NVSHMEM_MOVES, 0)
__NVSHMEM_SIZES(__NVSHMEM_MOVES_OF_SIZE, 0)
__NVSHMEM_PUT_GET_OF(nvshmemx_, mem, void)
#undef __NVSHMEM_MOVES
#undef __NVSHMEM_MOVES_OF
#undef __NVSHMEM_MOVES_OF_SIZE
#undef __NVSHMEM_PUT_GET_OF

#define __NVSHMEM_WAITS(__op, __name, __type)                                               \
	void nvshmemx_##__name##_wait_until_on_stream(__type *__at, int __cmp,              \
	                                              __type __value,                       \
	                                              cudaStream_t __stream);               \
	void nvshmemx_##__name##_wait_until_all_on_stream(                                  \
		__type *__at, size_t __n, const int *__status, int __cmp, __type __value,   \
		cudaStream_t __stream);                                                     \
	void nvshmemx_##__name##_wait_until_all_vector_on_stream(                           \
		__type *__at, size_t __n, const int *__status, int __cmp, __type *__values, \
		cudaStream_t __stream);
__NVSHMEM_WAITED_TYPES(__NVSHMEM_WAITS, 0)
#undef __NVSHMEM_WAITS
void nvshmemx_signal_op_on_stream(uint64_t *__signal, uint64_t __value, int __op, int __pe,
                                  cudaStream_t __stream);
void nvshmemx_signal_wait_until_on_stream(uint64_t *__signal, int __cmp, uint64_t __value,
                                          cudaStream_t __stream);
void nvshmemx_quiet_on_stream(cudaStream_t __stream);

int nvshmemx_alltoallmem_on_stream(nvshmem_team_t __team, void *__dest, const void *__source,
                                   size_t __n, cudaStream_t __stream);
int nvshmemx_broadcastmem_on_stream(nvshmem_team_t __team, void *__dest,
                                    const void *__source, size_t __n, int __root,
                                    cudaStream_t __stream);
int nvshmemx_fcollectmem_on_stream(nvshmem_team_t __team, void *__dest, const void *__source,
                                   size_t __n, cudaStream_t __stream);
int nvshmemx_barrier_on_stream(nvshmem_team_t __team, cudaStream_t __stream);
void nvshmemx_barrier_all_on_stream(cudaStream_t __stream);
int nvshmemx_team_sync_on_stream(nvshmem_team_t __team, cudaStream_t __stream);
void nvshmemx_sync_all_on_stream(cudaStream_t __stream);
#define __NVSHMEM_REDUCES(__op, __name, __type)                                             \
	int nvshmemx_##__name##__op##reduce_on_stream(                                  \
		nvshmem_team_t __team, __type *__dest, const __type *__source, size_t __n,  \
		cudaStream_t __stream);                                                     \
	int nvshmemx_##__name##__op##reducescatter_on_stream(                           \
		nvshmem_team_t __team, __type *__dest, const __type *__source, size_t __n,  \
		cudaStream_t __stream);
__NVSHMEM_REDUCTIONS(__NVSHMEM_REDUCES)
#undef __NVSHMEM_REDUCES

/* ---- what kernels can call, too ----------------------------------------------------------
 */

#ifndef __CUDA_ARCH__
int nvshmem_my_pe(void);
int nvshmem_n_pes(void);
void nvshmem_info_get_version(int *__major, int *__minor);
void nvshmem_info_get_name(char *__name);
void nvshmemx_vendor_get_version_info(int *__major, int *__minor, int *__patch);
/* Ends all PEs. */
void nvshmem_global_exit(int __status);
/* Where the memory of another PE is in this process; NULL: p is not symmetric. */
void *nvshmem_ptr(const void *__p, int __pe);
/* NULL: there is no multicast. */
void *nvshmemx_mc_ptr(nvshmem_team_t __team, const void *__p);
int nvshmem_team_my_pe(nvshmem_team_t __team);
int nvshmem_team_n_pes(nvshmem_team_t __team);
int nvshmem_team_translate_pe(nvshmem_team_t __from, int __pe, nvshmem_team_t __to);

void nvshmem_fence(void);
void nvshmem_quiet(void);
uint64_t nvshmem_signal_fetch(uint64_t *__signal);
void nvshmemx_signal_op(uint64_t *__signal, uint64_t __value, int __op, int __pe);

#define __NVSHMEM_MOVES(__op, __name, __type)                                               \
	void nvshmem_##__name##_p(__type *__dest, const __type __value, int __pe);          \
	__type nvshmem_##__name##_g(const __type *__source, int __pe);                      \
	__NVSHMEM_MOVES_OF(nvshmem_##__name##_, , __type)                                   \
	int nvshmem_##__name##_alltoall(nvshmem_team_t __team, __type *__dest,              \
	                                const __type *__source, size_t __n);                \
	int nvshmem_##__name##_broadcast(nvshmem_team_t __team, __type *__dest,             \
	                                 const __type *__source, size_t __n, int __root);   \
	int nvshmem_##__name##_fcollect(nvshmem_team_t __team, __type *__dest,              \
	                                const __type *__source, size_t __n);
#define __NVSHMEM_PUT_GET_OF(__prefix, __bits, __type)                                      \
	void __prefix##put##__bits(__type *__dest, const __type *__source, size_t __n,      \
	                           int __pe);                                               \
	void __prefix##put##__bits##_nbi(__type *__dest, const __type *__source,            \
	                                 size_t __n, int __pe);                             \
	void __prefix##get##__bits(__type *__dest, const __type *__source, size_t __n,      \
	                           int __pe);                                               \
	void __prefix##get##__bits##_nbi(__type *__dest, const __type *__source,            \
	                                 size_t __n, int __pe);
#define __NVSHMEM_MOVES_OF(__prefix, __bits, __type)                                        \
	__NVSHMEM_PUT_GET_OF(__prefix, __bits, __type)                                      \
	void __prefix##iput##__bits(__type *__dest, const __type *__source,                 \
	                            ptrdiff_t __dst, ptrdiff_t __sst, size_t __n, int __pe); \
	void __prefix##iget##__bits(__type *__dest, const __type *__source,                 \
	                            ptrdiff_t __dst, ptrdiff_t __sst, size_t __n, int __pe);
#define __NVSHMEM_MOVES_OF_SIZE(__op, __bits, __type) \
	__NVSHMEM_MOVES_OF(nvshmem_, __bits, void)
__NVSHMEM_MOVED_TYPES(__NVSHMEM_MOVES, 0)
__NVSHMEM_SIZES(__NVSHMEM_MOVES_OF_SIZE, 0)
__NVSHMEM_PUT_GET_OF(nvshmem_, mem, void)
#undef __NVSHMEM_MOVES
#undef __NVSHMEM_MOVES_OF
#undef __NVSHMEM_MOVES_OF_SIZE
#undef __NVSHMEM_PUT_GET_OF

#define __NVSHMEM_COUNTS(__op, __name, __type)                                              \
	void nvshmem_##__name##_atomic_inc(__type *__dest, int __pe);                       \
	__type nvshmem_##__name##_atomic_fetch_inc(__type *__dest, int __pe);               \
	void nvshmem_##__name##_atomic_add(__type *__dest, __type __value, int __pe);       \
	__type nvshmem_##__name##_atomic_fetch_add(__type *__dest, __type __value,          \
	                                           int __pe);                               \
	__type nvshmem_##__name##_atomic_compare_swap(__type *__dest, __type __cond,        \
	                                              __type __value, int __pe);
#define __NVSHMEM_SWAPS(__op, __name, __type)                                               \
	__type nvshmem_##__name##_atomic_fetch(const __type *__source, int __pe);           \
	void nvshmem_##__name##_atomic_set(__type *__dest, __type __value, int __pe);       \
	__type nvshmem_##__name##_atomic_swap(__type *__dest, __type __value, int __pe);
#define __NVSHMEM_BITS(__op, __name, __type)                                                \
	void nvshmem_##__name##_atomic##__op(__type *__dest, __type __value, int __pe);    \
	__type nvshmem_##__name##_atomic_fetch##__op(__type *__dest, __type __value,       \
	                                              int __pe);
__NVSHMEM_COUNTED_TYPES(__NVSHMEM_COUNTS, 0)
__NVSHMEM_SWAPPED_TYPES(__NVSHMEM_SWAPS, 0)
__NVSHMEM_WORD_TYPES(__NVSHMEM_BITS, _and)
__NVSHMEM_WORD_TYPES(__NVSHMEM_BITS, _or)
__NVSHMEM_WORD_TYPES(__NVSHMEM_BITS, _xor)
#undef __NVSHMEM_COUNTS
#undef __NVSHMEM_SWAPS
#undef __NVSHMEM_BITS

int nvshmem_alltoallmem(nvshmem_team_t __team, void *__dest, const void *__source,
                        size_t __n);
int nvshmem_broadcastmem(nvshmem_team_t __team, void *__dest, const void *__source,
                         size_t __n, int __root);
int nvshmem_fcollectmem(nvshmem_team_t __team, void *__dest, const void *__source,
                        size_t __n);
int nvshmem_barrier(nvshmem_team_t __team);
void nvshmem_barrier_all(void);
int nvshmem_team_sync(nvshmem_team_t __team);
void nvshmem_sync_all(void);
#define __NVSHMEM_REDUCES(__op, __name, __type)                                             \
	int nvshmem_##__name##__op##reduce(nvshmem_team_t __team, __type *__dest,       \
	                                       const __type *__source, size_t __n);         \
	int nvshmem_##__name##__op##reducescatter(                                      \
		nvshmem_team_t __team, __type *__dest, const __type *__source, size_t __n);
__NVSHMEM_REDUCTIONS(__NVSHMEM_REDUCES)
#undef __NVSHMEM_REDUCES
#endif
#define nvshmem_sync nvshmem_team_sync

#ifdef __cplusplus
}

/* Launches func on all PEs so that all its ctas run together; a grid of 0: as many as
 * can. */
static inline int nvshmemx_collective_launch_query_gridsize(const void *__func, dim3 __block,
                                                            void **__args, size_t __shared,
                                                            int *__gridsize) {
	int __device, __nsm, __each;
	(void)__args;
	if (cudaGetDevice(&__device) != cudaSuccess ||
	    cudaDeviceGetAttribute(&__nsm, cudaDevAttrMultiProcessorCount, __device) !=
	            cudaSuccess ||
	    cudaOccupancyMaxActiveBlocksPerMultiprocessor(
		    &__each, __func, (int)(__block.x * __block.y * __block.z), __shared) !=
	            cudaSuccess)
		return NVSHMEMX_ERROR_INTERNAL;
	*__gridsize = __nsm * __each;
	return NVSHMEMX_SUCCESS;
}

static inline int nvshmemx_collective_launch(const void *__func, dim3 __grid, dim3 __block,
                                             void **__args, size_t __shared,
                                             cudaStream_t __stream) {
	int __most = 0;
	int __r = nvshmemx_collective_launch_query_gridsize(__func, __block, __args, __shared,
	                                                    &__most);
	if (__r != NVSHMEMX_SUCCESS)
		return __r;
	if (__grid.x == 0 && __grid.y == 0 && __grid.z == 0)
		__grid = dim3((unsigned)__most, 1, 1);
	return cudaLaunchCooperativeKernel(__func, __grid, __block, __args, __shared,
	                                   __stream) == cudaSuccess
	               ? NVSHMEMX_SUCCESS
	               : NVSHMEMX_ERROR_COLLECTIVE_LAUNCH_FAILED;
}
#endif
