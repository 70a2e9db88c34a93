/* toolkit_parts.h - cuda_runtime.h is one header here and many in a toolkit: the names by which programs ask whether one
 * of those has been included.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#define __CUDA_DEVICE_RUNTIME_API_H__
#define __DRIVER_FUNCTIONS_H__
#define __HOST_CONFIG_H__

#if defined(__CUDACC__)
#define __COMMON_FUNCTIONS_H__
#define __DEVICE_ATOMIC_FUNCTIONS_HPP__
#define __DEVICE_ATOMIC_FUNCTIONS_H__
#define __DEVICE_DOUBLE_FUNCTIONS_HPP__
#define __DEVICE_DOUBLE_FUNCTIONS_H__
#define __DEVICE_FUNCTIONS_HPP__
#define __DEVICE_FUNCTIONS_H__
#define __MATH_FUNCTIONS_HPP__
#define __MATH_FUNCTIONS_H__
#define __SM_100_RT_HPP__
#define __SM_100_RT_H__
#define __SM_20_ATOMIC_FUNCTIONS_HPP__
#define __SM_20_ATOMIC_FUNCTIONS_H__
#define __SM_20_INTRINSICS_HPP__
#define __SM_20_INTRINSICS_H__
#define __SM_30_INTRINSICS_HPP__
#define __SM_30_INTRINSICS_H__
#define __SM_32_ATOMIC_FUNCTIONS_HPP__
#define __SM_32_ATOMIC_FUNCTIONS_H__
#define __SM_32_INTRINSICS_HPP__
#define __SM_32_INTRINSICS_H__
#define __SM_35_ATOMIC_FUNCTIONS_H__
#define __SM_35_INTRINSICS_H__
#define __SM_60_ATOMIC_FUNCTIONS_HPP__
#define __SM_60_ATOMIC_FUNCTIONS_H__
#define __SM_61_INTRINSICS_HPP__
#define __SM_61_INTRINSICS_H__
#define __SM_70_RT_HPP__
#define __SM_70_RT_H__
#define __SM_80_RT_HPP__
#define __SM_80_RT_H__
#define __SM_90_RT_HPP__
#define __SM_90_RT_H__
#define __SURFACE_INDIRECT_FUNCTIONS_H__
#define __TEXTURE_INDIRECT_FUNCTIONS_H__
#endif
