/* host.h - readings of the machine, whose processors are the device.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/vec.h"

/* Each returns false where the system does not tell it. */
bool host_clock(bool highest, u32 *mhz);
bool host_temperature(int *celsius);
/* Since some time in the past. */
bool host_energy(u64 *microjoules);

/* How busy the processors were, in per cent, since the call before, or for a twentieth
 * of a second. */
u32 host_busy(void);

struct host_process {
	u32 pid, device; /* the device that it calls its first */
	u64 bytes;       /* that it has allocated there */
	u64 cpu_ticks;   /* of processors, since it began */
};
VEC_TYPE(host_processes, struct host_process);

/* Finds the processes in which a device is open, as far as this user may look. */
void host_find_processes(struct arena *a, struct host_processes *out);
/* Writes the program's name, as it was called. False: there is no such process. */
bool host_process_name(u32 pid, char *out, size_t room);
