/* steering.h - schedules that are chosen, as devices have them: settings, files.
 * See docs/schedules.md.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/core/device.h"

/* Reads the options and SIMT_SCHEDULE, SIMT_SEED, SIMT_WEAK, SIMT_RECORD_SCHEDULE and
 * SIMT_REPLAY_SCHEDULE, before the backend is chosen. */
enum simt_status steering_open(struct simt_device *dev,
                               const struct simt_device_options *o);
/* Launches take the plain schedule, if no other was chosen; false: no memory. */
bool steering_plain(struct simt_device *dev);
void steering_close(struct simt_device *dev);
/* Called before and after a launch, if dev->steer. The second returns the status of the
 * launch, which would be s otherwise. */
enum simt_status steering_begin(struct simt_device *dev, struct launch *l);
enum simt_status steering_end(struct simt_device *dev, const struct launch *l,
                              enum simt_status s);
