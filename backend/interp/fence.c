/* fence.c - fence and membar (PTX 9.7.13.4): host fences of the same strength. All
 * workers are threads of one process, so scopes do not matter beyond the cta: within a
 * cluster everything runs on one thread and is in program order anyway. Proxies do not
 * exist here: every asynchronous copy uses the same memory as loads and stores.
 * SPDX-License-Identifier: Apache-2.0 */
#include "backend/machine/access.h"

enum step exec_fence(struct warp *w, const struct dinst *d, u32 mask) {
	(void)w, (void)mask;
	u32 scope = MOD_GET(d->mods, SCOPE);
	if (scope == MOD_SCOPE_CTA || scope == MOD_SCOPE_CLUSTER)
		return STEP_NEXT;
	switch (MOD_GET(d->mods, SEM)) {
	case MOD_SEM_ACQUIRE: __atomic_thread_fence(__ATOMIC_ACQUIRE); break;
	case MOD_SEM_RELEASE: __atomic_thread_fence(__ATOMIC_RELEASE); break;
	case MOD_SEM_ACQ_REL: __atomic_thread_fence(__ATOMIC_ACQ_REL); break;
	default: __atomic_thread_fence(__ATOMIC_SEQ_CST); /* .sc, and what membar means */
	}
	return STEP_NEXT;
}
