/* visit.c - what a call in a stream remembers while it waits for other PEs. Its step
 * looks, and if nothing has come rests a little and asks to be called again: what is
 * waited for may be a store of a kernel of another process, which tells no one.
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/nvshmem/job.h"

#include <pthread.h>

enum { VISITS = 256 }; /* calls that wait at once */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct visit all[VISITS];

struct visit *visit_of(const void *payload) {
	const void *token = lib_token();
	struct visit *spare = NULL, *found = NULL;
	pthread_mutex_lock(&lock);
	for (u32 i = 0; i < VISITS && !found; i++)
		if (all[i].token == token && all[i].payload == payload)
			found = &all[i];
		else if (!all[i].token && !spare)
			spare = &all[i];
	if (!found && spare) {
		*spare = (struct visit){.token = token, .payload = payload};
		found = spare;
	}
	pthread_mutex_unlock(&lock);
	if (!found)
		job_fatal("a stream", "more than %d calls wait", VISITS);
	return found;
}

void visit_end(struct visit *v) {
	pthread_mutex_lock(&lock);
	v->token = NULL;
	pthread_mutex_unlock(&lock);
}

bool visit_again(struct visit *v) {
	watch_rest(&v->patience);
	lib_resume(lib_token());
	return false;
}
