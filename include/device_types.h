/* device_types.h - enumerations of device functions.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define __DEVICE_TYPES_H__

enum cudaRoundMode {
	cudaRoundNearest,
	cudaRoundZero,
	cudaRoundPosInf,
	cudaRoundMinInf,
};
