/* cuda_stdint.h - integers of fixed width, for toolkits older than C99.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdint.h>
