/* device_vars.h - where a thread is: threadIdx and the like.
 *
 * The attribute simt_sreg("%tid") makes a variable stand for the special registers
 * %tid.x, %tid.y and %tid.z: it has no memory, and its members read the register.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#define __SIMT_SREG(name) __attribute__((simt_sreg(name)))

extern const __device__ uint3 threadIdx __SIMT_SREG("%tid");
extern const __device__ uint3 blockIdx __SIMT_SREG("%ctaid");
extern const __device__ dim3 blockDim __SIMT_SREG("%ntid");
extern const __device__ dim3 gridDim __SIMT_SREG("%nctaid");

static const int warpSize = 32;
