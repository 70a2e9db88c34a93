/* mma.h - products of small matrices by a warp: fragments in namespace nvcuda::wmma.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define __CUDA_MMA_H__
#define __CUDA_MMA_HPP__

#if defined(__cplusplus) && defined(__CUDACC__) /* for others it is empty */

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_runtime.h"

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700

#include "simt/wmma/fragment.h"

#include "simt/wmma/operand.h"

#include "simt/wmma/memory.h"
#include "simt/wmma/product.h"

#include "simt/wmma/done.h"

#endif

#endif
