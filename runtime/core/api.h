/* api.h - the public interface: devices, memory, modules, launches, streams, graphs. It
 * includes one header for each of them. Every call returns a status whose number is that
 * of the CUDA error of the same meaning, so that CUDA's own names become thin shims.
 * Device addresses are 64-bit numbers; they are valid host addresses, too, but only as
 * far as allocations reach.
 *
 *     struct simt_device *dev;
 *     simt_device_open(NULL, &dev);
 *     simt_module_load_file(dev, "saxpy.ptx", NULL, &module);
 *     simt_function_find(module, "saxpy", &saxpy);
 *     simt_alloc(dev, bytes, &x);  simt_copy_in(dev, x, host, bytes);
 *     simt_launch(saxpy, &(struct simt_launch){.grid = {64, 1, 1}, .block = {256, 1, 1},
 *                                             .args = args});
 *
 * A fault of a kernel is sticky: every later call on the device returns it until the
 * device is reset, or simt_device_recover forgets it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/call.h"
#include "api/check.h"
#include "api/device.h"
#include "api/event.h"
#include "api/fault.h"
#include "api/function.h"
#include "api/graph.h"
#include "api/inject.h"
#include "api/launch.h"
#include "api/memory.h"
#include "api/memory_file.h"
#include "api/module.h"
#include "api/schedule.h"
#include "api/status.h"
#include "api/stream.h"
#include "api/texture.h"
#include "api/timeline.h"
