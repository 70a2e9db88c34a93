/* cuda_stdint.h - integers of fixed width, for toolkits older than C99.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#ifndef __cuda_stdint_h__
#define __cuda_stdint_h__
#endif

#include <stdint.h>
