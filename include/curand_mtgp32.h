/* curand_mtgp32.h - MTGP32 for kernels: a generator for each block of up to 256 threads, with
 * parameters of its own.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define CURAND_MTGP32_H

#define MTGPDC_MEXP 11213
#define MTGPDC_N 351
#define MTGPDC_FLOOR_2P 256
#define MTGPDC_CEIL_2P 512
#define MTGPDC_PARAM_TABLE mtgp32dc_params_fast_11213
#define MTGP32_STATE_SIZE 1024
#define MTGP32_STATE_MASK 1023
#define CURAND_NUM_MTGP32_PARAMS 200

/* One set of parameters. Tables are of 4 bits. */
struct mtgp32_params_fast {
	int mexp, pos, sh1, sh2;
	unsigned int tbl[16];         /* of the recursion */
	unsigned int tmp_tbl[16];     /* of the tempering */
	unsigned int flt_tmp_tbl[16]; /* of the tempering of floats from 1 to 2 */
	unsigned int mask;
	unsigned char poly_sha1[21]; /* not filled in */
};
typedef struct mtgp32_params_fast mtgp32_params_fast_t;

/* The same for all sets, in memory of the device. */
struct mtgp32_kernel_params {
	unsigned int pos_tbl[CURAND_NUM_MTGP32_PARAMS];
	unsigned int param_tbl[CURAND_NUM_MTGP32_PARAMS][16];
	unsigned int temper_tbl[CURAND_NUM_MTGP32_PARAMS][16];
	unsigned int single_temper_tbl[CURAND_NUM_MTGP32_PARAMS][16];
	unsigned int sh1_tbl[CURAND_NUM_MTGP32_PARAMS];
	unsigned int sh2_tbl[CURAND_NUM_MTGP32_PARAMS];
	unsigned int mask[1];
};
typedef struct mtgp32_kernel_params mtgp32_kernel_params_t;

/* A generator. Its state is a ring. */
struct curandStateMtgp32 {
	unsigned int s[MTGP32_STATE_SIZE];
	int offset;
	int pIdx; /* of its parameters */
	mtgp32_kernel_params_t *k;
};
typedef struct curandStateMtgp32 curandStateMtgp32_t;
