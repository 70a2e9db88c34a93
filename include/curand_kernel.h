/* curand_kernel.h - random numbers in device code: the generators of the cuRAND device API,
 * with their published sequences.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once
#define CURAND_KERNEL_H_
#define CURANDDISCRETE_H_
#define CURAND_DISCRETE_H_
#define CURAND_XORWOW_PRECALCULATED_H_
#define CURAND_GLOBALS_H
#define CURAND_LOGNORMAL_H_
#define CURAND_MRG32K3A_MATRICES_H_
#define CURAND_NORMAL_H_
#define CURAND_NORMAL_STATIC_H
#define CURAND_PHILOX4X32_X__H_
#define CURAND_POISSON_H_
#define CURAND_UNIFORM_H_

#include "cuda_runtime.h"
#include "curand.h"

#if defined(__cplusplus)
#include "simt/rand/discrete.h"
#include "simt/rand/normal.h"
#include "simt/rand/poisson.h"
#include "simt/rand/uniform.h"
#endif
