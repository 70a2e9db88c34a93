/* progress.h - a line on the terminal about kernels that take long.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/launch.h"

struct simt_device;

/* Lives as long as the launch runs. */
struct progress {
	struct progress *next,
		**link; /* of those that run; link is NULL: this one is not among them */
	const struct launch *launch;
	u64 start_ns;
};

void progress_begin(struct progress *p, const struct simt_device *dev,
                    const struct launch *l);
void progress_end(struct progress *p);
