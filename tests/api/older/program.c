/* program.c - what a program of CUDA 12 or 11 does that CUDA 13 has changed: it declares
 * the interface of its own release (OLDER is 12 or 11) and is linked with the library of
 * that name.
 * SPDX-License-Identifier: Apache-2.0 */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef struct stream *stream_t;
typedef struct graph *graph_t;
typedef struct node *node_t;
typedef struct exec *exec_t;

int cudaGetDeviceProperties(void *, int);
int cudaMalloc(void **, size_t);
int cudaMallocManaged(void **, size_t, unsigned);
int cudaFree(void *);
int cudaMemset(void *, int, size_t);
int cudaMemcpy(void *, const void *, size_t, int);
int cudaMemAdvise(const void *, size_t, int, int);
int cudaMemPrefetchAsync(const void *, size_t, int, stream_t);
int cudaPointerGetAttributes(void *, const void *);
int cudaStreamCreate(stream_t *);
int cudaStreamSynchronize(stream_t);
int cudaStreamBeginCapture(stream_t, int);
int cudaStreamEndCapture(stream_t, graph_t *);
int cudaStreamGetCaptureInfo(stream_t, int *, unsigned long long *);
int cudaStreamGetCaptureInfo_v2(stream_t, int *, unsigned long long *, graph_t *,
                                const node_t **, size_t *);
int cudaMemsetAsync(void *, int, size_t, stream_t);
int cudaGraphCreate(graph_t *, unsigned);
int cudaGraphAddEmptyNode(node_t *, graph_t, const node_t *, size_t);
int cudaGraphAddDependencies(graph_t, const node_t *, const node_t *, size_t);
int cudaGraphRemoveDependencies(graph_t, const node_t *, const node_t *, size_t);
int cudaGraphGetEdges(graph_t, node_t *, node_t *, size_t *);
int cudaGraphNodeGetDependencies(node_t, node_t *, size_t *);
int cudaGraphNodeGetDependentNodes(node_t, node_t *, size_t *);
int cudaGraphLaunch(exec_t, stream_t);
int cudaThreadSynchronize(void);
int cudaRuntimeGetVersion(int *);
int cudaDeviceGetAttribute(int *, int, int);
const char *cudaGetErrorName(int);
#if OLDER == 12
int cudaGetDeviceProperties_v2(void *, int);
int cudaGraphInstantiate(exec_t *, graph_t, unsigned long long);
struct location {
	int type, id;
};
int cudaMemAdvise_v2(const void *, size_t, int, struct location);
int cudaGraphGetEdges_v2(graph_t, node_t *, node_t *, void *, size_t *);
#else
int cudaGraphInstantiate(exec_t *, graph_t, node_t *, char *, size_t);
int cudaGraphExecUpdate(exec_t, graph_t, node_t *, int *);
int cudaUnbindTexture(const void *);
int cudaGetDriverEntryPoint(const char *, void **, unsigned long long);
#endif

static int failed;
#define CHECK(cond) \
	((cond) ? (void)0 : (void)(failed++, printf("line %d: %s\n", __LINE__, #cond)))
#define OK(call) CHECK((call) == 0)

/* Offsets of fields in the structure of CUDA 12; that of CUDA 11 ends at 728. */
enum {
	MAJOR = 360,
	CLOCK = 348,
	PROCESSORS = 388,
	MEMORY_CLOCK = 608,
	OPTIN = 696,
	RESERVED = 720,
	POOLS = 744,
	SIZE = 1032
};

static int number(const unsigned char *p, size_t at) {
	int v;
	memcpy(&v, p + at, sizeof v);
	return v;
}

static void properties(int (*get)(void *, int), size_t size) {
	unsigned char p[SIZE + 8];
	int v;
	memset(p, 0xa5, sizeof p);
	OK(get(p, 0));
	CHECK(memcmp(p, "simt", 4) == 0 || p[0] != 0xa5);
	CHECK(number(p, MAJOR) == 9);
	OK(cudaDeviceGetAttribute(&v, 13, 0)); /* the clock's rate */
	CHECK(number(p, CLOCK) == v);
	OK(cudaDeviceGetAttribute(&v, 16, 0)); /* multiprocessors */
	CHECK(number(p, PROCESSORS) == v);
	OK(cudaDeviceGetAttribute(&v, 36, 0)); /* the memory's clock */
	CHECK(number(p, MEMORY_CLOCK) == v);
	OK(cudaDeviceGetAttribute(&v, 97, 0)); /* shared memory on request */
	CHECK(number(p, OPTIN) == v);
	OK(cudaDeviceGetAttribute(&v, 111, 0)); /* reserved shared memory */
	CHECK(number(p, RESERVED) == v);
	if (size == SIZE)
		CHECK(number(p, POOLS) == 1);
	CHECK(p[size] == 0xa5 && p[size - 1] != 0xa5);
}

static void memory(void) {
	unsigned char a[32];
	char *p, h[64];
	stream_t s;
	OK(cudaMallocManaged((void **)&p, 64, 1));
	OK(cudaStreamCreate(&s));
	OK(cudaMemAdvise(p, 64, 1, 0));  /* read mostly */
	OK(cudaMemAdvise(p, 64, 3, -1)); /* the host is preferred */
	OK(cudaMemPrefetchAsync(p, 64, 0, s));
	OK(cudaMemPrefetchAsync(p, 64, -1, s));
	CHECK(cudaMemPrefetchAsync(p, 64, 99, s) != 0);
	OK(cudaStreamSynchronize(s));
#if OLDER == 12
	OK(cudaMemAdvise_v2(p, 64, 1, (struct location){1, 0}));
#endif
	OK(cudaMemset(p, 7, 64));
	OK(cudaMemcpy(h, p, 64, 4));
	CHECK(h[63] == 7);
	memset(a, 0xa5, sizeof a);
	OK(cudaPointerGetAttributes(a, p));
	CHECK(number(a, 0) == 3 && a[23] == 0 && a[24] == 0xa5); /* managed; 24 bytes */
	OK(cudaFree(p));
}

static exec_t instantiate(graph_t g) {
	exec_t e = NULL;
#if OLDER == 12
	OK(cudaGraphInstantiate(&e, g, 0));
#else
	node_t bad = (node_t)&e;
	char log[8] = "x";
	int result = -1;
	OK(cudaGraphInstantiate(&e, g, &bad, log, sizeof log));
	CHECK(!bad && !*log);
	OK(cudaGraphExecUpdate(e, g, &bad, &result));
	CHECK(!bad && result == 0);
#endif
	return e;
}

static void graphs(void) {
	graph_t g;
	node_t n[2], from[4], to[4];
	size_t count = 4;
	OK(cudaGraphCreate(&g, 0));
	OK(cudaGraphAddEmptyNode(&n[0], g, NULL, 0));
	OK(cudaGraphAddEmptyNode(&n[1], g, NULL, 0));
	OK(cudaGraphAddDependencies(g, &n[0], &n[1], 1));
	OK(cudaGraphGetEdges(g, from, to, &count));
	CHECK(count == 1 && from[0] == n[0] && to[0] == n[1]);
#if OLDER == 12
	long long edge[4] = {0};
	count = 4;
	OK(cudaGraphGetEdges_v2(g, from, to, edge, &count));
	CHECK(count == 1);
#endif
	count = 4;
	OK(cudaGraphNodeGetDependencies(n[1], from, &count));
	CHECK(count == 1 && from[0] == n[0]);
	count = 4;
	OK(cudaGraphNodeGetDependentNodes(n[0], to, &count));
	CHECK(count == 1 && to[0] == n[1]);
	OK(cudaGraphRemoveDependencies(g, &n[0], &n[1], 1));
	OK(cudaGraphLaunch(instantiate(g), NULL));
}

static void captures(void) {
	stream_t s;
	graph_t g, same;
	const node_t *deps;
	size_t n;
	int status = -1;
	unsigned long long id = 0, id2 = 0;
	char *p;
	OK(cudaMalloc((void **)&p, 64));
	OK(cudaStreamCreate(&s));
	OK(cudaStreamGetCaptureInfo(s, &status, &id));
	CHECK(status == 0);
	OK(cudaStreamBeginCapture(s, 0));
	OK(cudaMemsetAsync(p, 1, 64, s));
	OK(cudaStreamGetCaptureInfo(s, &status, &id));
	OK(cudaStreamGetCaptureInfo_v2(s, &status, &id2, &same, &deps, &n));
	CHECK(status == 1 && id == id2 && n == 1 && deps[0]);
	OK(cudaStreamEndCapture(s, &g));
	OK(cudaGraphLaunch(instantiate(g), s));
	OK(cudaStreamSynchronize(s));
}

int main(void) {
	properties(cudaGetDeviceProperties, 728);
#if OLDER == 12
	properties(cudaGetDeviceProperties_v2, SIZE);
#else
	void *entry = NULL;
	CHECK(cudaUnbindTexture(NULL) == 801);
	OK(cudaGetDriverEntryPoint("cuInit", &entry, 0));
	CHECK(entry);
#endif
	memory();
	graphs();
	captures();
	OK(cudaThreadSynchronize());
	CHECK(strcmp(cudaGetErrorName(801), "cudaErrorNotSupported") == 0);
	printf("%d failed\n", failed);
	return failed != 0;
}
