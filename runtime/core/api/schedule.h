/* schedule.h - orders of execution that are chosen: SIMT_SCHEDULE, docs/schedules.md.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

struct simt_device;

struct simt_steer_info { /* of the last launch */
	uint64_t seed, choices;
	bool pruned;     /* another one has shown, or will show, all that it could */
	bool complete;   /* there was no other left when simt_steer_next said so */
	bool exhaustive; /* all schedules in turn */
	bool listed;     /* its list of choices identifies it, not its seed */
};

/* Chooses another schedule for the next launch. False: there is none left, or the limit
 * is reached. */
bool simt_steer_next(struct simt_device *dev);
/* Forgets the schedules that were tried: another kernel follows. */
void simt_steer_restart(struct simt_device *dev);
/* False: schedules are not chosen. */
bool simt_steer_info(const struct simt_device *dev, struct simt_steer_info *info);
/* Prints the last launch's choices, as "replay:..." takes them. */
void simt_steer_print(const struct simt_device *dev, FILE *out);

#ifdef __cplusplus
}
#endif
