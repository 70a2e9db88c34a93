/* types.h - NVSHMEM's constants and types, and the tables of the types that its functions
 * have: one row is all functions of that type.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#ifndef __CUDACC_RTC__
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#endif
#include <cuda_bf16.h>
#include <cuda_fp16.h>

/* C has only their bits. */
#ifdef __cplusplus
typedef __half __nvshmem_half;
typedef __nv_bfloat16 __nvshmem_bfloat16;
#else
typedef __half_raw __nvshmem_half;
typedef __nv_bfloat16_raw __nvshmem_bfloat16;
#endif

/* The version of OpenSHMEM that it is like, and its own. */
#define NVSHMEM_MAJOR_VERSION 1
#define NVSHMEM_MINOR_VERSION 3
#define NVSHMEM_VENDOR_MAJOR_VERSION 3
#define NVSHMEM_VENDOR_MINOR_VERSION 4
#define NVSHMEM_VENDOR_PATCH_VERSION 5
#define NVSHMEM_VENDOR_PACKAGE_VERSION 0
#define NVSHMEM_VENDOR_VERSION 30405
#define NVSHMEM_VENDOR_STRING "NVSHMEM v3.4.5"
#define NVSHMEM_MAX_NAME_LEN 256

typedef enum nvshmemi_cmp_type {
	NVSHMEM_CMP_EQ = 0,
	NVSHMEM_CMP_NE = 1,
	NVSHMEM_CMP_GT = 2,
	NVSHMEM_CMP_LE = 3,
	NVSHMEM_CMP_LT = 4,
	NVSHMEM_CMP_GE = 5,
	NVSHMEM_CMP_SENTINEL = 0x7fffffff
} nvshmemx_cmp_type_t;

typedef enum nvshmemi_thread_support {
	NVSHMEM_THREAD_SINGLE = 0,
	NVSHMEM_THREAD_FUNNELED = 1,
	NVSHMEM_THREAD_SERIALIZED = 2,
	NVSHMEM_THREAD_MULTIPLE = 3,
	NVSHMEM_THREAD_TYPE_SENTINEL = 0x7fffffff
} nvshmemx_thread_support_t;

typedef enum {
	NVSHMEM_STATUS_NOT_INITIALIZED = 0,
	NVSHMEM_STATUS_IS_BOOTSTRAPPED = 1,
	NVSHMEM_STATUS_IS_INITIALIZED = 2,
	NVSHMEM_STATUS_LIMITED_MPG = 3,
	NVSHMEM_STATUS_FULL_MPG = 4,
	NVSHMEM_STATUS_INVALID = 0x7fffffff
} nvshmemx_init_status_t;

typedef enum {
	NVSHMEM_SIGNAL_SET = 9,
	NVSHMEM_SIGNAL_ADD = 10
} nvshmemx_signal_op_t;

typedef enum {
	NVSHMEM_PE_INVALID = -1,
	NVSHMEMX_PE_ANY = 1 << 15,
	NVSHMEMX_PE_ALL = 1 << 15
} nvshmem_pe_index_t;

typedef enum {
	NVSHMEMX_QP_HOST = 0,
	NVSHMEMX_QP_DEFAULT = 1,
	NVSHMEMX_QP_ANY = 0x7fffffff,
	NVSHMEMX_QP_ALL = 0x7fffffff
} nvshmemx_qp_handle_index_t;

enum nvshmemx_status {
	NVSHMEMX_SUCCESS = 0,
	NVSHMEMX_ERROR_INVALID_VALUE = 1,
	NVSHMEMX_ERROR_OUT_OF_MEMORY = 2,
	NVSHMEMX_ERROR_NOT_SUPPORTED = 3,
	NVSHMEMX_ERROR_SYMMETRY = 4,
	NVSHMEMX_ERROR_GPU_NOT_SELECTED = 5,
	NVSHMEMX_ERROR_COLLECTIVE_LAUNCH_FAILED = 6,
	NVSHMEMX_ERROR_INTERNAL = 7,
	NVSHMEMX_ERROR_SENTINEL = 0x7fffffff
};

typedef int32_t nvshmem_team_t;
typedef nvshmem_team_t nvshmemx_team_t;
typedef int nvshmemx_qp_handle_t;
typedef uint64_t nvshmemx_team_uniqueid_t;

enum {
	NVSHMEM_TEAM_INVALID = -1,
	NVSHMEM_TEAM_WORLD = 0,
	NVSHMEM_TEAM_WORLD_INDEX = 0,
	NVSHMEM_TEAM_SHARED = 1,
	NVSHMEM_TEAM_SHARED_INDEX = 1,
	NVSHMEMX_TEAM_NODE = 2,
	NVSHMEM_TEAM_NODE_INDEX = 2,
	NVSHMEMX_TEAM_SAME_MYPE_NODE = 3,
	NVSHMEM_TEAM_SAME_MYPE_NODE_INDEX = 3
};

typedef struct {
	int version;
	int num_contexts;
	nvshmemx_team_uniqueid_t uniqueid;
	char padding[48];
} nvshmem_team_config_v2;
typedef nvshmem_team_config_v2 nvshmem_team_config_t;
#define NVSHMEM_TEAM_CONFIG_INITIALIZER                         \
	{                                                       \
		(2 << 16) + (int)sizeof(nvshmem_team_config_t), \
		-1,                                             \
		~(nvshmemx_team_uniqueid_t)0,                   \
		{ 0 }                                           \
	}
#define NVSHMEM_TEAM_CONFIG_MASK_NUM_CONTEXTS 1
#define NVSHMEM_TEAM_CONFIG_MASK_UNIQUEID 2

/* How PEs find each other: nvshmemx_init_attr. */
typedef struct {
	int version;
	char internal[124];
} nvshmemx_uniqueid_v1;
typedef nvshmemx_uniqueid_v1 nvshmemx_uniqueid_t;
#define NVSHMEMX_UNIQUEID_INITIALIZER                         \
	{                                                     \
		(1 << 16) + (int)sizeof(nvshmemx_uniqueid_t), \
		{ 0 }                                         \
	}

typedef struct {
	int version;
	nvshmemx_uniqueid_v1 *id;
	int myrank;
	int nranks;
} nvshmemx_uniqueid_args_v1;
typedef nvshmemx_uniqueid_args_v1 nvshmemx_uniqueid_args_t;
#define NVSHMEMX_UNIQUEID_ARGS_INITIALIZER \
	{ (1 << 16) + (int)sizeof(nvshmemx_uniqueid_args_t), NULL, -1, -1 }

typedef struct {
	int version;
	nvshmemx_uniqueid_args_t uid_args;
	int cuda_device_id;
	char content[92];
} nvshmemx_init_args_v2;
typedef nvshmemx_init_args_v2 nvshmemx_init_args_t;
#define NVSHMEMX_INIT_ARGS_INITIALIZER                         \
	{                                                      \
		(2 << 16) + (int)sizeof(nvshmemx_init_args_t), \
		NVSHMEMX_UNIQUEID_ARGS_INITIALIZER,            \
		-1,                                            \
		{ 0 }                                          \
	}

typedef struct {
	int version;
	void *mpi_comm; /* an MPI_Comm *: its address */
	nvshmemx_init_args_t args;
} nvshmemx_init_attr_v2;
typedef nvshmemx_init_attr_v2 nvshmemx_init_attr_t;
#define NVSHMEMX_INIT_ATTR_INITIALIZER                         \
	{                                                      \
		(2 << 16) + (int)sizeof(nvshmemx_init_attr_t), \
		NULL,                                          \
		NVSHMEMX_INIT_ARGS_INITIALIZER                 \
	}

enum {
	NVSHMEMX_INIT_THREAD_PES = 1,
	NVSHMEMX_INIT_WITH_MPI_COMM = 1 << 1,
	NVSHMEMX_INIT_WITH_SHMEM = 1 << 2,
	NVSHMEMX_INIT_WITH_UNIQUEID = 1 << 3,
	NVSHMEMX_INIT_MAX = 1 << 31
};

/* ---- types of functions: f(name, type) or f(op, name, type) -------------------------
 */

#define __NVSHMEM_REDUCED_TYPES(__f, __op)       \
	__f(__op, bfloat16, __nvshmem_bfloat16)       \
	__f(__op, half, __nvshmem_half)                  \
	__f(__op, float, float)                  \
	__f(__op, double, double)                \
	__f(__op, char, char)                    \
	__f(__op, schar, signed char)            \
	__f(__op, short, short)                  \
	__f(__op, int, int)                      \
	__f(__op, long, long)                    \
	__f(__op, longlong, long long)           \
	__NVSHMEM_BIT_TYPES(__f, __op)

#define __NVSHMEM_BIT_TYPES(__f, __op)           \
	__f(__op, uchar, unsigned char)          \
	__f(__op, ushort, unsigned short)        \
	__f(__op, uint, unsigned int)            \
	__f(__op, ulong, unsigned long)          \
	__f(__op, ulonglong, unsigned long long) \
	__f(__op, int8, int8_t)                  \
	__f(__op, int16, int16_t)                \
	__f(__op, int32, int32_t)                \
	__f(__op, int64, int64_t)                \
	__f(__op, uint8, uint8_t)                \
	__f(__op, uint16, uint16_t)              \
	__f(__op, uint32, uint32_t)              \
	__f(__op, uint64, uint64_t)              \
	__f(__op, size, size_t)

/* Moved by put, get, broadcast and their like. */
#define __NVSHMEM_MOVED_TYPES(__f, __op)      \
	__NVSHMEM_REDUCED_TYPES(__f, __op)    \
	__f(__op, ptrdiff, ptrdiff_t)

/* put8 to put128: bits, and a type of this size. */
#define __NVSHMEM_SIZES(__f, __op) \
	__f(__op, 8, int8_t)       \
	__f(__op, 16, int16_t)     \
	__f(__op, 32, int32_t)     \
	__f(__op, 64, int64_t)     \
	__f(__op, 128, int4)

#define __NVSHMEM_WAITED_TYPES(__f, __op) \
	__f(__op, short, short)           \
	__f(__op, ushort, unsigned short) \
	__NVSHMEM_COUNTED_TYPES(__f, __op)

/* Atomic operations: integers that are counted, words of bits, and floats that are moved.
 */
#define __NVSHMEM_COUNTED_TYPES(__f, __op) \
	__f(__op, int, int)                \
	__f(__op, long, long)              \
	__f(__op, longlong, long long)     \
	__f(__op, size, size_t)            \
	__f(__op, ptrdiff, ptrdiff_t)      \
	__NVSHMEM_WORD_TYPES(__f, __op)

#define __NVSHMEM_WORD_TYPES(__f, __op)          \
	__f(__op, uint, unsigned int)            \
	__f(__op, ulong, unsigned long)          \
	__f(__op, ulonglong, unsigned long long) \
	__f(__op, int32, int32_t)                \
	__f(__op, uint32, uint32_t)              \
	__f(__op, int64, int64_t)                \
	__f(__op, uint64, uint64_t)

#define __NVSHMEM_SWAPPED_TYPES(__f, __op) \
	__NVSHMEM_COUNTED_TYPES(__f, __op) \
	__f(__op, float, float)            \
	__f(__op, double, double)

/* f(op, name, type) for each operation of each type that has it. */
#define __NVSHMEM_REDUCTIONS(__f)          \
	__NVSHMEM_BIT_TYPES(__f, _and_)      \
	__NVSHMEM_BIT_TYPES(__f, _or_)       \
	__NVSHMEM_BIT_TYPES(__f, _xor_)      \
	__NVSHMEM_REDUCED_TYPES(__f, _max_)  \
	__NVSHMEM_REDUCED_TYPES(__f, _min_)  \
	__NVSHMEM_REDUCED_TYPES(__f, _sum_)  \
	__NVSHMEM_REDUCED_TYPES(__f, _prod_)
