/* cuda_fp4.hpp - the toolkit has inline bodies here; ours are in the header itself.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#ifndef __CUDA_FP4_HPP__
#define __CUDA_FP4_HPP__
#endif

#include "cuda_fp4.h"
