// faults.cu WAY: PEs that come together again and again, in host code, in streams and in kernels, that allocate, split teams,
// end the job and begin another, until one is killed.
// SPDX-License-Identifier: Apache-2.0
#include "pes.h"

__global__ void together(uint64_t *signal, uint64_t round) {
	nvshmemx_signal_op(signal, round, NVSHMEM_SIGNAL_SET, (nvshmem_my_pe() + 1) % nvshmem_n_pes());
	nvshmem_signal_wait_until(signal, NVSHMEM_CMP_GE, round);
	nvshmem_barrier_all();
}

__global__ void reduced(float *to, const float *from, int n) {
	nvshmemx_float_sum_reduce_block(NVSHMEM_TEAM_WORLD, to, from, n);
}

enum { N = 5000 };
static uint64_t *words;
static float *a, *b;

static void allocate() {
	words = (uint64_t *)nvshmem_calloc(1, 8);
	a = (float *)nvshmem_calloc(N, 4);
	b = (float *)nvshmem_calloc(N, 4);
}

static void one(int way, uint64_t round) {
	int next = (me + 1) % n;
	nvshmem_team_t team;
	void *p;
	switch (way) {
	case 0: nvshmem_barrier_all(); break;
	case 1: nvshmemx_barrier_all_on_stream(0); break;
	case 2: together<<<1, 1>>>(words, round); break;
	case 3: reduced<<<1, 64>>>(a, b, 200); break;
	case 4:
		nvshmemx_float_sum_reduce_on_stream(NVSHMEM_TEAM_WORLD, a, b, N, 0);
		nvshmemx_float_put_signal_on_stream(a, b, N, words, 1, NVSHMEM_SIGNAL_ADD, next, 0);
		break;
	case 5:
		p = nvshmem_malloc(round % 7 * 3000000 + 1);
		nvshmem_free(p);
		break;
	case 6:
		if (nvshmem_team_split_strided(NVSHMEM_TEAM_WORLD, 0, 1, n, NULL, 0, &team) == 0) {
			nvshmem_float_fcollect(team, a, b, N / n);
			nvshmem_team_destroy(team);
		}
		break;
	default:
		nvshmem_float_get(a, b, N, next);
		nvshmem_uint64_atomic_fetch_add(words, 1, next);
		nvshmem_free(b);
		nvshmem_free(a);
		nvshmem_free(words);
		nvshmem_finalize();
		nvshmem_init();
		allocate();
		break;
	}
}

int main(int argc, char **argv) {
	int way = argc > 1 ? atoi(argv[1]) : 0;
	nvshmem_init();
	me = nvshmem_my_pe();
	n = nvshmem_n_pes();
	printf("begun\n");
	fflush(stdout);
	allocate();
	for (uint64_t round = 1;; round++) {
		one(way % 9 < 8 ? way % 9 : round % 8, round);
		cudaError_t e = cudaDeviceSynchronize();
		if (e != cudaSuccess) {
			printf("%s\n", cudaGetErrorString(e));
			return 4;
		}
	}
}
