/* device.h - what the feature tests need of the device headers.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

struct uint3 {
	unsigned x, y, z;
};
extern const __device__ uint3 threadIdx __attribute__((simt_sreg("%tid")));
