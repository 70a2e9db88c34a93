/* generator.c - generators: their types, options and lives.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/rand/generator.h"

#include "runtime/driver/table.h"
#include "runtime/libs/call.h"

/* ---- types ---- */

/* Threads of each ordering; 0: the type does not have it. */
struct type {
	curandRngType_t type;
	const struct stream_kind *kind;
	u32 best, legacy, dynamic, seeded;
	bool no_offset;
};

/* The dynamic ones are those of an H200: for XORWOW of bits and uniform numbers, for
 * MTGP32 of the first 200 blocks. */
static const struct type types[] = {
	{CURAND_RNG_PSEUDO_XORWOW, &xorwow_kind, 4096, 4096, 2816, 4096, false},
	{CURAND_RNG_PSEUDO_MRG32K3A, &mrg32k3a_kind, 81920, 4096, 270336, 0, false},
	{CURAND_RNG_PSEUDO_MTGP32, &mtgp32_kind, 192 * 256, 64 * 256, 924 * 256, 0, true},
	{CURAND_RNG_PSEUDO_MT19937, &mt19937_kind, 65536, 65536, 0, 0, true},
	{CURAND_RNG_PSEUDO_PHILOX4_32_10, &philox_kind, 65536, 65536, 67584, 0, false},
	{CURAND_RNG_QUASI_SOBOL32, NULL, 0, 0, 0, 0, false},
	{CURAND_RNG_QUASI_SCRAMBLED_SOBOL32, NULL, 0, 0, 0, 0, false},
	{CURAND_RNG_QUASI_SOBOL64, NULL, 0, 0, 0, 0, false},
	{CURAND_RNG_QUASI_SCRAMBLED_SOBOL64, NULL, 0, 0, 0, 0, false},
};

static const struct type *type_of(curandRngType_t t) {
	for (u32 i = 0; i < countof(types); i++)
		if (types[i].type == t)
			return &types[i];
	return NULL;
}

static u32 threads_of(const struct type *t, curandOrdering_t o) {
	switch (o) {
	case CURAND_ORDERING_PSEUDO_BEST:
	case CURAND_ORDERING_PSEUDO_DEFAULT: return t->best;
	case CURAND_ORDERING_PSEUDO_LEGACY: return t->legacy;
	case CURAND_ORDERING_PSEUDO_SEEDED: return t->seeded;
	case CURAND_ORDERING_PSEUDO_DYNAMIC: return t->dynamic;
	default: return 0;
	}
}

/* The states begin anew where the generator is, so that a new seed or ordering changes
 * the numbers from here on. MTGP32 and MT19937 begin with their first numbers. Philox's
 * position is its offset and the threads that gave all of their results since that was
 * set: so it is in NVIDIA's library. */
static u64 restart_at(const struct curandGenerator_st *g) {
	return type_of(g->type)->no_offset ? 0 : g->offset + g->given;
}

void generator_restart(struct curandGenerator_st *g) {
	const struct type *t = type_of(g->type);
	g->position = 0;
	if (!t->kind)
		return;
	struct origin *o = &g->origin;
	o->kind = t->kind;
	o->seed = g->seed;
	o->threads = threads_of(t, g->ordering);
	o->seed_each = g->ordering == CURAND_ORDERING_PSEUDO_SEEDED;
	u64 row = (u64)o->threads * t->kind->lanes, at = restart_at(g);
	g->position = at % row;
	o->skip = at / row;
	o->skip_column = (u32)(g->position / t->kind->lanes);
	o->epoch++;
}

/* ---- lives ---- */

static pthread_mutex_t generators_lock = PTHREAD_MUTEX_INITIALIZER;
static struct arena generators_memory;
static struct curandGenerator_st *free_generators;
static u64 serials;

static struct curandGenerator_st *generator_new(void) {
	pthread_mutex_lock(&generators_lock);
	struct curandGenerator_st *g = free_generators;
	if (g) {
		free_generators = g->next_free;
	} else if (arena_reserve(&generators_memory, sizeof *g, 64)) {
		g = arena_new(&generators_memory, struct curandGenerator_st);
		pthread_mutex_init(&g->lock, NULL);
	}
	if (g)
		g->serial = ++serials;
	pthread_mutex_unlock(&generators_lock);
	return g;
}

static curandStatus_t create(curandGenerator_t *out, curandRngType_t type, bool is_host) {
	if (!out)
		return CURAND_STATUS_NOT_INITIALIZED;
	if (type == CURAND_RNG_TEST || type == CURAND_RNG_PSEUDO_DEFAULT)
		type = CURAND_RNG_PSEUDO_XORWOW;
	if (type == CURAND_RNG_QUASI_DEFAULT)
		type = CURAND_RNG_QUASI_SOBOL32;
	if (!type_of(type))
		return CURAND_STATUS_TYPE_ERROR;
	int device;
	if (!is_host && lib_current_device(&device) != cudaSuccess)
		return CURAND_STATUS_INITIALIZATION_FAILED;
	struct curandGenerator_st *g = generator_new();
	if (!g)
		return CURAND_STATUS_ALLOCATION_FAILED;
	g->type = type;
	g->ordering = is_quasi(type) ? CURAND_ORDERING_QUASI_DEFAULT
	                             : CURAND_ORDERING_PSEUDO_DEFAULT;
	g->is_host = is_host;
	g->is_used = false;
	g->stream = NULL;
	g->seed = g->offset = g->given = 0;
	g->dimensions = 1;
	g->epoch = g->origin.epoch = 0;
	generator_restart(g);
	*out = g;
	return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandCreateGenerator(curandGenerator_t *generator,
                                     curandRngType_t rng_type) {
	return create(generator, rng_type, false);
}

curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator,
                                         curandRngType_t rng_type) {
	return create(generator, rng_type, true);
}

/* A program may have given it other streams, or destroyed the one that it has. Faults of
 * the calls are not the caller's. */
static void wait_for_calls(struct curandGenerator_st *g) {
	int device;
	if (g->is_used && !lib_is_capturing(g->stream) &&
	    lib_current_device(&device) == cudaSuccess)
		lib_driver()->cuCtxSynchronize();
}

curandStatus_t curandDestroyGenerator(curandGenerator_t g) {
	if (!g || g->serial == 0)
		return CURAND_STATUS_NOT_INITIALIZED;
	if (!g->is_host)
		wait_for_calls(g);
	pthread_mutex_lock(&g->lock);
	g->serial = 0;
	arena_drop(&g->states);
	arena_drop(&g->tables);
	g->poisson_mean = 0;
	pthread_mutex_unlock(&g->lock);
	pthread_mutex_lock(&generators_lock);
	g->next_free = free_generators;
	free_generators = g;
	pthread_mutex_unlock(&generators_lock);
	return CURAND_STATUS_SUCCESS;
}

/* ---- options ---- */

curandStatus_t curandSetStream(curandGenerator_t g, cudaStream_t stream) {
	if (!g)
		return CURAND_STATUS_NOT_INITIALIZED;
	g->stream = stream;
	return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t g,
                                                  unsigned long long seed) {
	if (!g)
		return CURAND_STATUS_NOT_INITIALIZED;
	if (is_quasi(g->type))
		return CURAND_STATUS_TYPE_ERROR;
	g->seed = seed;
	generator_restart(g);
	return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOffset(curandGenerator_t g, unsigned long long offset) {
	if (!g)
		return CURAND_STATUS_NOT_INITIALIZED;
	if (type_of(g->type)->no_offset)
		return CURAND_STATUS_TYPE_ERROR;
	g->offset = offset;
	g->given = 0;
	generator_restart(g);
	return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOrdering(curandGenerator_t g, curandOrdering_t order) {
	if (!g)
		return CURAND_STATUS_NOT_INITIALIZED;
	if (is_quasi(g->type) ? order != CURAND_ORDERING_QUASI_DEFAULT
	                      : threads_of(type_of(g->type), order) == 0)
		return CURAND_STATUS_OUT_OF_RANGE;
	if (g->is_host && (order == CURAND_ORDERING_PSEUDO_DYNAMIC ||
	                   (order == CURAND_ORDERING_PSEUDO_BEST &&
	                    g->type == CURAND_RNG_PSEUDO_MT19937)))
		return CURAND_STATUS_OUT_OF_RANGE;
	if (g->ordering == order)
		return CURAND_STATUS_SUCCESS;
	g->ordering = order;
	generator_restart(g);
	return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t g,
                                                       unsigned int num_dimensions) {
	if (!g)
		return CURAND_STATUS_NOT_INITIALIZED;
	if (!is_quasi(g->type))
		return CURAND_STATUS_TYPE_ERROR;
	if (num_dimensions < 1 || num_dimensions > SOBOL_DIMENSIONS)
		return CURAND_STATUS_OUT_OF_RANGE;
	g->dimensions = num_dimensions; /* the sequences go on */
	return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetVersion(int *version) {
	if (!version)
		return CURAND_STATUS_OUT_OF_RANGE;
	*version = CURAND_VERSION;
	return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetProperty(libraryPropertyType type, int *value) {
	static const int parts[] = {CURAND_VER_MAJOR, CURAND_VER_MINOR, CURAND_VER_PATCH};
	if ((unsigned)type >= countof(parts) || !value)
		return CURAND_STATUS_OUT_OF_RANGE;
	*value = parts[type];
	return CURAND_STATUS_SUCCESS;
}
