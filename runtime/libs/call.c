/* call.c - the way from a library to the runtime of its process: the one that is linked
 * into the program, or libcudart.
 * SPDX-License-Identifier: Apache-2.0 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/libs/gate.h"
#include "runtime/libs/links.h"
#include "runtime/libs/process.h"

#pragma weak __cudaLibraryGate

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const struct lib_gate *gate;

typedef const struct lib_gate *(*gate_function)(void);

static void find_gate(void) {
	gate_function get = __cudaLibraryGate;
	void *symbol = get ? NULL : process_function(PROCESS_GATE);
	void *lib = get || symbol ? NULL
	                          : dlopen("libcudart.so.13", RTLD_NOW | RTLD_LOCAL);
	if (lib)
		symbol = dlsym(lib, "__cudaLibraryGate");
	if (symbol)
		memcpy(&get, &symbol, sizeof get);
	const struct lib_gate *found = get ? get() : NULL;
	if (found && found->bytes >= sizeof *found)
		gate = found;
	else
		fprintf(stderr,
		        "simt: a library finds no libcudart.so.13 of simt's: %s\n",
		        lib || found ? "another one is loaded" : dlerror());
}

static inline const struct lib_gate *the_gate(void) {
	pthread_once(&once, find_gate);
	return gate;
}

cudaError_t lib_submit(cudaStream_t stream, const struct lib_work *w) {
	const struct lib_gate *g = the_gate();
	return g ? g->submit(stream, w) : cudaErrorSharedObjectInitFailed;
}

cudaError_t lib_submit_steps(cudaStream_t stream, const struct lib_steps *s) {
	const struct lib_gate *g = the_gate();
	return g ? g->submit_steps(stream, s) : cudaErrorSharedObjectInitFailed;
}

cudaError_t lib_wait(cudaStream_t stream) {
	const struct lib_gate *g = the_gate();
	return g ? g->wait(stream) : cudaErrorSharedObjectInitFailed;
}

/* From here to lib_fail: there is a call, so there is a gate. */

bool lib_reads(struct lib_call *c, const char *argument, const struct lib_box *box) {
	return gate->access(c, LIB_READS, argument, box);
}

bool lib_writes(struct lib_call *c, const char *argument, const struct lib_box *box) {
	return gate->access(c, LIB_WRITES, argument, box);
}

bool lib_updates(struct lib_call *c, const char *argument, const struct lib_box *box) {
	return gate->access(c, LIB_READS | LIB_WRITES, argument, box);
}

void *lib_scratch(struct lib_call *c, u64 bytes) {
	return gate->scratch(c, bytes);
}

void lib_parallel(struct lib_call *c, u64 n, void (*fn)(void *ctx, u64 i), void *ctx) {
	gate->parallel(c, n, fn, ctx);
}

u32 lib_threads(const struct lib_call *c) {
	return gate->threads(c);
}

void lib_fail(struct lib_call *c, cudaError_t e) {
	gate->fail(c, e);
}

void lib_fail_stream(struct lib_call *c, cudaError_t e) {
	gate->fail_stream(c, e);
}

void *lib_token(void) {
	return gate->token();
}

void lib_resume(void *token) {
	gate->resume(token);
}

bool lib_finish(void *token) {
	return gate->finish(token);
}

bool lib_is_over(const struct lib_call *c) {
	return gate->is_over(c);
}

void lib_state(struct lib_state *out) {
	const struct lib_gate *g = the_gate();
	*out = (struct lib_state){0};
	if (g)
		g->state(out);
}

void lib_place(const void *pc, char *text, size_t bytes) {
	const struct lib_gate *g = the_gate();
	if (g)
		g->place(pc, text, bytes);
	else if (bytes)
		*text = 0;
}

void lib_trace_links(const char *name, u32 func, double bytes, u32 nrank,
                     const int *device, u32 ndevice) {
	const struct lib_gate *g = the_gate();
	if (g && g->bytes > offsetof(struct lib_gate, links))
		g->links(name, func, bytes, nrank, device, ndevice);
}

const struct driver_table *lib_driver(void) {
	const struct lib_gate *g = the_gate();
	return g ? g->driver : NULL;
}

cudaError_t lib_current_device(int *device) {
	const struct lib_gate *g = the_gate();
	return g ? g->current_device(device) : cudaErrorSharedObjectInitFailed;
}

bool lib_is_capturing(cudaStream_t stream) {
	const struct lib_gate *g = the_gate();
	return g && g->is_capturing(stream);
}

enum cudaMemoryType lib_memory_type(const void *p) {
	const struct lib_gate *g = the_gate();
	return g ? g->memory_type(p) : cudaMemoryTypeUnregistered;
}

cudaError_t lib_publish(u64 value) {
	const struct lib_gate *g = the_gate();
	return g ? g->publish(value) : cudaErrorSharedObjectInitFailed;
}

/* A format is known by its address: callers pass literals. */
static bool is_new(const char *format) {
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	static const char *said[64];
	u32 i = 0;
	pthread_mutex_lock(&lock);
	while (i < countof(said) && said[i] && said[i] != format)
		i++;
	bool fresh = i < countof(said) && !said[i];
	if (fresh)
		said[i] = format;
	pthread_mutex_unlock(&lock);
	return fresh;
}

static bool is_set(const char *name) {
	const char *s = getenv(name);
	return s && *s && strcmp(s, "0") != 0;
}

void lib_say(const char *format, ...) {
	if (!is_set("SIMT_LIBS_LOG") && !is_set("SIMT_VERBOSE"))
		return;
	if (!is_new(format))
		return;
	va_list ap;
	va_start(ap, format);
	flockfile(stderr);
	fputs("simt: ", stderr);
	vfprintf(stderr, format, ap);
	fputc('\n', stderr);
	funlockfile(stderr);
	va_end(ap);
}
