/* cuda_fp4.hpp - the toolkit has inline bodies here; ours are in the header itself.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cuda_fp4.h"
