/* device_types.h - enumerations of device functions.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

enum cudaRoundMode {
	cudaRoundNearest,
	cudaRoundZero,
	cudaRoundPosInf,
	cudaRoundMinInf,
};
