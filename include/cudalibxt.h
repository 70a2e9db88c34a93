/* cudalibxt.h - arrays that are spread over devices, as libraries describe them.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef _CUDA_LIB_XT_H_
#define _CUDA_LIB_XT_H_

#include <cuda_runtime.h>

#define CUDA_XT_DESCRIPTOR_VERSION 0x01000000 /* plus CUDART_VERSION */
#define MAX_CUDA_DESCRIPTOR_GPUS   64

typedef enum cudaXtCopyType_t {
	LIB_XT_COPY_HOST_TO_DEVICE,
	LIB_XT_COPY_DEVICE_TO_HOST,
	LIB_XT_COPY_DEVICE_TO_DEVICE
} cudaLibXtCopyType;

typedef enum libFormat_t {
	LIB_FORMAT_CUFFT = 0,
	LIB_FORMAT_UNDEFINED = 1
} libFormat;

typedef struct cudaXtDesc_t {
	int version;
	int nGPUs;
	int GPUs[MAX_CUDA_DESCRIPTOR_GPUS];
	void *data[MAX_CUDA_DESCRIPTOR_GPUS];  /* the part of each device */
	size_t size[MAX_CUDA_DESCRIPTOR_GPUS]; /* and its bytes */
	void *cudaXtState;
} cudaXtDesc;

typedef struct cudaLibXtDesc_t {
	int version;
	cudaXtDesc *descriptor;
	libFormat library;
	int subFormat; /* the library's: in which order numbers are */
	void *libDescriptor;
} cudaLibXtDesc;

#endif
