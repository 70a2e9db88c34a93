/* vector_types.h - what the headers of 16-bit floats need of it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

struct float2 {
	float x, y;
};
