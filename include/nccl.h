/* nccl.h - collective communication: NCCL's interface. docs/nccl.md says how it is done.
 * Every function has a second name that begins with p, for tools that put their own
 * before it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define NCCL_H_

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#ifdef __cplusplus
#include <cuda_fp8.h>
#endif
#include <limits.h>
#include <stddef.h>
#include <stdint.h>

#define NCCL_MAJOR 2
#define NCCL_MINOR 27
#define NCCL_PATCH 7
#define NCCL_SUFFIX ""
#define NCCL_VERSION(__major, __minor, __patch)                         \
	(((__major) <= 2 && (__minor) <= 8)                             \
	         ? (__major) * 1000 + (__minor) * 100 + (__patch)       \
	         : (__major) * 10000 + (__minor) * 100 + (__patch))
#define NCCL_VERSION_CODE 22707

#ifdef __cplusplus
extern "C" {
#endif

/* One rank of a communicator; memory that ranks have registered together. */
typedef struct ncclComm *ncclComm_t;
typedef struct ncclWindow *ncclWindow_t;
#define NCCL_COMM_NULL NULL

#define NCCL_UNIQUE_ID_BYTES 128
typedef struct {
	char internal[NCCL_UNIQUE_ID_BYTES];
} ncclUniqueId;

typedef enum {
	ncclSuccess = 0,
	ncclUnhandledCudaError = 1,
	ncclSystemError = 2,
	ncclInternalError = 3,
	ncclInvalidArgument = 4,
	ncclInvalidUsage = 5,
	ncclRemoteError = 6, /* another rank has failed or ended */
	ncclInProgress = 7,
	ncclNumResults = 8
} ncclResult_t;

#define NCCL_CONFIG_UNDEF_INT INT_MIN
#define NCCL_CONFIG_UNDEF_PTR NULL
#define NCCL_SPLIT_NOCOLOR -1
#define NCCL_UNDEF_FLOAT -1.0f

/* Flags of windows, policies of ncclConfig_t, flags of ncclCommShrink, Revoke and Suspend.
 * What came after 2.27 is here, too, where programs can tell by its name. */
#define NCCL_WIN_DEFAULT 0x00
#define NCCL_WIN_COLL_SYMMETRIC 0x01
#define NCCL_WIN_STRICT_ORDERING 0x02
#define NCCL_WIN_REQUIRED_ALIGNMENT 4096
#define NCCL_CTA_POLICY_DEFAULT 0x00
#define NCCL_CTA_POLICY_EFFICIENCY 0x01
#define NCCL_CTA_POLICY_ZERO 0x02
#define NCCL_SHRINK_DEFAULT 0x00
#define NCCL_SHRINK_ABORT 0x01
#define NCCL_REVOKE_DEFAULT 0x00
#define NCCL_SUSPEND_MEM 0x01
#define NCCL_API_MAGIC 0xcafebeef

/* Begins as NCCL_CONFIG_INITIALIZER. blocking = 0: calls that make or end communicators
 * may return before they are done; here they are done. commName is used in reports. The
 * rest steers a GPU and is kept, without effect. */
typedef struct ncclConfig_v22700 {
	size_t size;
	unsigned int magic;
	unsigned int version;
	int blocking;
	int cgaClusterSize;
	int minCTAs;
	int maxCTAs;
	const char *netName;
	int splitShare;
	int trafficClass;
	const char *commName;
	int collnetEnable;
	int CTAPolicy;
	int shrinkShare;
	int nvlsCTAs;
} ncclConfig_t;

#define NCCL_CONFIG_INITIALIZER                        \
	{sizeof(ncclConfig_t),  0xcafebeef,            \
	 NCCL_VERSION_CODE,     NCCL_CONFIG_UNDEF_INT, \
	 NCCL_CONFIG_UNDEF_INT, NCCL_CONFIG_UNDEF_INT, \
	 NCCL_CONFIG_UNDEF_INT, NCCL_CONFIG_UNDEF_PTR, \
	 NCCL_CONFIG_UNDEF_INT, NCCL_CONFIG_UNDEF_INT, \
	 NCCL_CONFIG_UNDEF_PTR, NCCL_CONFIG_UNDEF_INT, \
	 NCCL_CONFIG_UNDEF_INT, NCCL_CONFIG_UNDEF_INT, \
	 NCCL_CONFIG_UNDEF_INT}

typedef struct ncclSimInfo_v22200 {
	size_t size;
	unsigned int magic;
	unsigned int version;
	float estimatedTime;
} ncclSimInfo_t;

#define NCCL_SIM_INFO_INITIALIZER \
	{sizeof(ncclSimInfo_t), 0x74685283, NCCL_VERSION_CODE, NCCL_UNDEF_FLOAT}

typedef enum { ncclNumOps_dummy = 5 } ncclRedOp_dummy_t;
/* From ncclNumOps to ncclMaxRedOp: made by ncclRedOpCreatePreMulSum. */
typedef enum {
	ncclSum = 0,
	ncclProd = 1,
	ncclMax = 2,
	ncclMin = 3,
	ncclAvg = 4,
	ncclNumOps = 5,
	ncclMaxRedOp = 0x7fffffff >> (32 - 8 * sizeof(ncclRedOp_dummy_t))
} ncclRedOp_t;

typedef enum {
	ncclInt8 = 0,
	ncclChar = 0,
	ncclUint8 = 1,
	ncclInt32 = 2,
	ncclInt = 2,
	ncclUint32 = 3,
	ncclInt64 = 4,
	ncclUint64 = 5,
	ncclFloat16 = 6,
	ncclHalf = 6,
	ncclFloat32 = 7,
	ncclFloat = 7,
	ncclFloat64 = 8,
	ncclDouble = 8,
	ncclBfloat16 = 9,
	ncclFloat8e4m3 = 10,
	ncclFloat8e5m2 = 11,
	ncclNumTypes = 12
} ncclDataType_t;

/* Where the scalar of an operation is: in memory of the device, read by each collective,
 * or of the host, read at once. */
typedef enum { ncclScalarDevice = 0, ncclScalarHostImmediate = 1 } ncclScalarResidence_t;

/* The text of a result; what went wrong last in this process (comm is not looked at). */
const char *ncclGetErrorString(ncclResult_t __result);
const char *pncclGetErrorString(ncclResult_t __result);
const char *ncclGetLastError(ncclComm_t __comm);
const char *pncclGetLastError(ncclComm_t __comm);

/* Memory that other ranks reach without a copy; here any device memory is such. */
ncclResult_t ncclMemAlloc(void **__ptr, size_t __size);
ncclResult_t pncclMemAlloc(void **__ptr, size_t __size);
ncclResult_t ncclMemFree(void *__ptr);
ncclResult_t pncclMemFree(void *__ptr);
/* NCCL_VERSION_CODE of the library. */
ncclResult_t ncclGetVersion(int *__version);
ncclResult_t pncclGetVersion(int *__version);
/* What the ranks of a communicator need to find each other. One rank makes it and gives
 * it to the others by its own means; the process has to live until all ranks have
 * joined. */
ncclResult_t ncclGetUniqueId(ncclUniqueId *__uniqueId);
ncclResult_t pncclGetUniqueId(ncclUniqueId *__uniqueId);
/* Makes a communicator, for the device that is current: each rank calls it, from threads
 * or processes of its own, or between ncclGroupStart and ncclGroupEnd. Returns when all
 * ranks have joined. */
ncclResult_t ncclCommInitRankConfig(ncclComm_t *__comm, int __nranks,
                                    ncclUniqueId __commId, int __rank,
                                    ncclConfig_t *__config);
ncclResult_t pncclCommInitRankConfig(ncclComm_t *__comm, int __nranks,
                                     ncclUniqueId __commId, int __rank,
                                     ncclConfig_t *__config);
ncclResult_t ncclCommInitRank(ncclComm_t *__comm, int __nranks, ncclUniqueId __commId,
                              int __rank);
ncclResult_t pncclCommInitRank(ncclComm_t *__comm, int __nranks, ncclUniqueId __commId,
                               int __rank);
/* With several ids, the same ones in the same order at each rank; the first is where
 * ranks meet. */
ncclResult_t ncclCommInitRankScalable(ncclComm_t *__newcomm, int __nranks, int __myrank,
                                      int __nId, ncclUniqueId *__commIds,
                                      ncclConfig_t *__config);
ncclResult_t pncclCommInitRankScalable(ncclComm_t *__newcomm, int __nranks, int __myrank,
                                       int __nId, ncclUniqueId *__commIds,
                                       ncclConfig_t *__config);
/* Makes communicators for all devices of this process: devlist[i] has rank i; NULL:
 * device i. */
ncclResult_t ncclCommInitAll(ncclComm_t *__comm, int __ndev, const int *__devlist);
ncclResult_t pncclCommInitAll(ncclComm_t *__comm, int __ndev, const int *__devlist);
/* Ends the work of a communicator: what was queued is done, and nothing more is queued.
 */
ncclResult_t ncclCommFinalize(ncclComm_t __comm);
ncclResult_t pncclCommFinalize(ncclComm_t __comm);
/* Frees the communicator after its work is done. */
ncclResult_t ncclCommDestroy(ncclComm_t __comm);
ncclResult_t pncclCommDestroy(ncclComm_t __comm);
/* Frees the communicator; its operations that wait for other ranks end with an error. */
ncclResult_t ncclCommAbort(ncclComm_t __comm);
ncclResult_t pncclCommAbort(ncclComm_t __comm);
/* Makes communicators of the ranks with the same color, ordered by key and then by rank.
 * NCCL_SPLIT_NOCOLOR: none. config NULL: that of comm. */
ncclResult_t ncclCommSplit(ncclComm_t __comm, int __color, int __key,
                           ncclComm_t *__newcomm, ncclConfig_t *__config);
ncclResult_t pncclCommSplit(ncclComm_t __comm, int __color, int __key,
                            ncclComm_t *__newcomm, ncclConfig_t *__config);
/* Makes a communicator without some ranks, which do not call it. */
ncclResult_t ncclCommShrink(ncclComm_t __comm, int *__excludeRanksList,
                            int __excludeRanksCount, ncclComm_t *__newcomm,
                            ncclConfig_t *__config, int __shrinkFlags);
ncclResult_t pncclCommShrink(ncclComm_t __comm, int *__excludeRanksList,
                             int __excludeRanksCount, ncclComm_t *__newcomm,
                             ncclConfig_t *__config, int __shrinkFlags);
/* Ends all operations; the communicator can only be split, shrunk or destroyed then. Every
 * rank calls it. flags: NCCL_REVOKE_DEFAULT. */
ncclResult_t ncclCommRevoke(ncclComm_t __comm, int __revokeFlags);
ncclResult_t pncclCommRevoke(ncclComm_t __comm, int __revokeFlags);
/* An id for one ncclCommGrow of this communicator; one rank makes it. */
ncclResult_t ncclCommGetUniqueId(ncclComm_t __comm, ncclUniqueId *__uniqueId);
ncclResult_t pncclCommGetUniqueId(ncclComm_t __comm, ncclUniqueId *__uniqueId);
/* Makes a communicator with more ranks. The old ranks keep their numbers: they give their
 * communicator and rank -1, and the one that has made the id gives it. New ones give
 * NULL, the id, and a number from the old count on. */
ncclResult_t ncclCommGrow(ncclComm_t __comm, int __nRanks, const ncclUniqueId *__uniqueId,
                          int __rank, ncclComm_t *__newcomm, ncclConfig_t *__config);
ncclResult_t pncclCommGrow(ncclComm_t __comm, int __nRanks, const ncclUniqueId *__uniqueId,
                           int __rank, ncclComm_t *__newcomm, ncclConfig_t *__config);
/* Waits for what was called, and takes no calls until it is resumed. A communicator has no
 * memory of a device, so there is none to give back. flags: NCCL_SUSPEND_MEM. */
ncclResult_t ncclCommSuspend(ncclComm_t __comm, int __flags);
ncclResult_t pncclCommSuspend(ncclComm_t __comm, int __flags);
ncclResult_t ncclCommResume(ncclComm_t __comm);
ncclResult_t pncclCommResume(ncclComm_t __comm);
/* How much memory of the device the communicator has, and whether it is suspended. */
typedef enum {
	ncclStatGpuMemSuspend = 0,
	ncclStatGpuMemSuspended = 1,
	ncclStatGpuMemPersist = 2,
	ncclStatGpuMemTotal = 3
} ncclCommMemStat_t;
ncclResult_t ncclCommMemStats(ncclComm_t __comm, ncclCommMemStat_t __stat,
                              uint64_t *__value);
ncclResult_t pncclCommMemStats(ncclComm_t __comm, ncclCommMemStat_t __stat,
                               uint64_t *__value);
/* Reads NCCL_DEBUG and NCCL_DEBUG_FILE again. */
void ncclResetDebugInit(void);
void pncclResetDebugInit(void);
/* The first error of work that was queued, of this rank or of others; ncclSuccess. */
ncclResult_t ncclCommGetAsyncError(ncclComm_t __comm, ncclResult_t *__asyncError);
ncclResult_t pncclCommGetAsyncError(ncclComm_t __comm, ncclResult_t *__asyncError);
ncclResult_t ncclCommCount(const ncclComm_t __comm, int *__count);
ncclResult_t pncclCommCount(const ncclComm_t __comm, int *__count);
ncclResult_t ncclCommCuDevice(const ncclComm_t __comm, int *__device);
ncclResult_t pncclCommCuDevice(const ncclComm_t __comm, int *__device);
ncclResult_t ncclCommUserRank(const ncclComm_t __comm, int *__rank);
ncclResult_t pncclCommUserRank(const ncclComm_t __comm, int *__rank);
/* Announces a buffer. Kept, without effect: every buffer is used where it lies. */
ncclResult_t ncclCommRegister(const ncclComm_t __comm, void *__buff, size_t __size,
                              void **__handle);
ncclResult_t pncclCommRegister(const ncclComm_t __comm, void *__buff, size_t __size,
                               void **__handle);
ncclResult_t ncclCommDeregister(const ncclComm_t __comm, void *__handle);
ncclResult_t pncclCommDeregister(const ncclComm_t __comm, void *__handle);
/* The same for memory that all ranks register together. */
ncclResult_t ncclCommWindowRegister(ncclComm_t __comm, void *__buff, size_t __size,
                                    ncclWindow_t *__win, int __winFlags);
ncclResult_t pncclCommWindowRegister(ncclComm_t __comm, void *__buff, size_t __size,
                                     ncclWindow_t *__win, int __winFlags);
ncclResult_t ncclCommWindowDeregister(ncclComm_t __comm, ncclWindow_t __win);
ncclResult_t pncclCommWindowDeregister(ncclComm_t __comm, ncclWindow_t __win);
ncclResult_t ncclWinGetUserPtr(ncclComm_t __comm, ncclWindow_t __win,
                               void **__outUserPtr);
ncclResult_t pncclWinGetUserPtr(ncclComm_t __comm, ncclWindow_t __win,
                                void **__outUserPtr);
/* An operation that multiplies what each rank sends by that rank's scalar, then sums. */
ncclResult_t ncclRedOpCreatePreMulSum(ncclRedOp_t *__op, void *__scalar,
                                      ncclDataType_t __datatype,
                                      ncclScalarResidence_t __residence,
                                      ncclComm_t __comm);
ncclResult_t pncclRedOpCreatePreMulSum(ncclRedOp_t *__op, void *__scalar,
                                       ncclDataType_t __datatype,
                                       ncclScalarResidence_t __residence,
                                       ncclComm_t __comm);
ncclResult_t ncclRedOpDestroy(ncclRedOp_t __op, ncclComm_t __comm);
ncclResult_t pncclRedOpDestroy(ncclRedOp_t __op, ncclComm_t __comm);
/* Collectives: each rank calls the same ones in the same order, with the same counts and
 * types. A count is in elements.
 *
 * op of all sendbuffs, to root's recvbuff. */
ncclResult_t ncclReduce(const void *__sendbuff, void *__recvbuff, size_t __count,
                        ncclDataType_t __datatype, ncclRedOp_t __op, int __root,
                        ncclComm_t __comm, cudaStream_t __stream);
ncclResult_t pncclReduce(const void *__sendbuff, void *__recvbuff, size_t __count,
                         ncclDataType_t __datatype, ncclRedOp_t __op, int __root,
                         ncclComm_t __comm, cudaStream_t __stream);
/* Root's buff to all others. */
ncclResult_t ncclBcast(void *__buff, size_t __count, ncclDataType_t __datatype,
                       int __root, ncclComm_t __comm, cudaStream_t __stream);
ncclResult_t pncclBcast(void *__buff, size_t __count, ncclDataType_t __datatype,
                        int __root, ncclComm_t __comm, cudaStream_t __stream);
/* Root's sendbuff to every recvbuff. */
ncclResult_t ncclBroadcast(const void *__sendbuff, void *__recvbuff, size_t __count,
                           ncclDataType_t __datatype, int __root, ncclComm_t __comm,
                           cudaStream_t __stream);
ncclResult_t pncclBroadcast(const void *__sendbuff, void *__recvbuff, size_t __count,
                            ncclDataType_t __datatype, int __root, ncclComm_t __comm,
                            cudaStream_t __stream);
/* op of all sendbuffs, to every recvbuff. */
ncclResult_t ncclAllReduce(const void *__sendbuff, void *__recvbuff, size_t __count,
                           ncclDataType_t __datatype, ncclRedOp_t __op, ncclComm_t __comm,
                           cudaStream_t __stream);
ncclResult_t pncclAllReduce(const void *__sendbuff, void *__recvbuff, size_t __count,
                            ncclDataType_t __datatype, ncclRedOp_t __op,
                            ncclComm_t __comm, cudaStream_t __stream);
/* op of all sendbuffs, of nranks * recvcount elements; rank i gets the i-th part. */
ncclResult_t ncclReduceScatter(const void *__sendbuff, void *__recvbuff,
                               size_t __recvcount, ncclDataType_t __datatype,
                               ncclRedOp_t __op, ncclComm_t __comm,
                               cudaStream_t __stream);
ncclResult_t pncclReduceScatter(const void *__sendbuff, void *__recvbuff,
                                size_t __recvcount, ncclDataType_t __datatype,
                                ncclRedOp_t __op, ncclComm_t __comm,
                                cudaStream_t __stream);
/* Rank i's sendbuff to part i of every recvbuff. */
ncclResult_t ncclAllGather(const void *__sendbuff, void *__recvbuff, size_t __sendcount,
                           ncclDataType_t __datatype, ncclComm_t __comm,
                           cudaStream_t __stream);
ncclResult_t pncclAllGather(const void *__sendbuff, void *__recvbuff, size_t __sendcount,
                            ncclDataType_t __datatype, ncclComm_t __comm,
                            cudaStream_t __stream);
/* Part j of rank i's sendbuff to part i of rank j's recvbuff; count elements each. */
ncclResult_t ncclAlltoAll(const void *__sendbuff, void *__recvbuff, size_t __count,
                          ncclDataType_t __datatype, ncclComm_t __comm,
                          cudaStream_t __stream);
ncclResult_t pncclAlltoAll(const void *__sendbuff, void *__recvbuff, size_t __count,
                           ncclDataType_t __datatype, ncclComm_t __comm,
                           cudaStream_t __stream);
/* Rank i's sendbuff to part i of root's recvbuff. */
ncclResult_t ncclGather(const void *__sendbuff, void *__recvbuff, size_t __count,
                        ncclDataType_t __datatype, int __root, ncclComm_t __comm,
                        cudaStream_t __stream);
ncclResult_t pncclGather(const void *__sendbuff, void *__recvbuff, size_t __count,
                         ncclDataType_t __datatype, int __root, ncclComm_t __comm,
                         cudaStream_t __stream);
/* Part i of root's sendbuff to rank i's recvbuff. */
ncclResult_t ncclScatter(const void *__sendbuff, void *__recvbuff, size_t __count,
                         ncclDataType_t __datatype, int __root, ncclComm_t __comm,
                         cudaStream_t __stream);
ncclResult_t pncclScatter(const void *__sendbuff, void *__recvbuff, size_t __count,
                          ncclDataType_t __datatype, int __root, ncclComm_t __comm,
                          cudaStream_t __stream);
/* From one rank to another, which calls the other function with the same count and type.
 * Those that have to go on together are in one group. */
ncclResult_t ncclSend(const void *__sendbuff, size_t __count, ncclDataType_t __datatype,
                      int __peer, ncclComm_t __comm, cudaStream_t __stream);
ncclResult_t pncclSend(const void *__sendbuff, size_t __count, ncclDataType_t __datatype,
                       int __peer, ncclComm_t __comm, cudaStream_t __stream);
ncclResult_t ncclRecv(void *__recvbuff, size_t __count, ncclDataType_t __datatype,
                      int __peer, ncclComm_t __comm, cudaStream_t __stream);
ncclResult_t pncclRecv(void *__recvbuff, size_t __count, ncclDataType_t __datatype,
                       int __peer, ncclComm_t __comm, cudaStream_t __stream);
/* Calls of one thread in between begin together at the end of the outermost group: it
 * makes no difference in which order the ranks of a process, or sends and receives, are
 * called. */
ncclResult_t ncclGroupStart(void);
ncclResult_t pncclGroupStart(void);
ncclResult_t ncclGroupEnd(void);
ncclResult_t pncclGroupEnd(void);
/* Ends a group without doing it. Times are not modelled: estimatedTime is 0. */
ncclResult_t ncclGroupSimulateEnd(ncclSimInfo_t *__simInfo);
ncclResult_t pncclGroupSimulateEnd(ncclSimInfo_t *__simInfo);

#ifdef __cplusplus
}
#endif
