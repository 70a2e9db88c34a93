/* inject.h - calls that fail on request: SIMT_INJECT, docs/injection.md.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Replaces the rules, from now on; "" for none. */
enum simt_status simt_inject_rules(const char *rules);
/* Whether calls are watched: a rule is about them, or there is a timeline. Else neither
 * simt_inject_call nor simt_trace_call has anything to do. Every call asks, so it costs
 * one load. */
extern volatile uint32_t simt_watchers;
static inline bool simt_watched(void) {
	return simt_watchers != 0;
}
/* The error with which a call of `name` fails instead of being made; 0: it is made. */
int simt_inject_call(const char *name);

#ifdef __cplusplus
}
#endif
