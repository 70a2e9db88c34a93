/* texture.h - formats and descriptions of textures: from the driver interface's to the
 * runtime's and back.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "runtime/driver/driver.h"
#include "texture_types.h"

/* Flags of CUDA_TEXTURE_DESC that have no name and no effect; an H200 takes them. */
enum { TRSF_WITHOUT_NAME = 0x0c };

/* CUDA_ERROR_INVALID_VALUE: there is no such format; CUDA_ERROR_NOT_SUPPORTED: not here.
 */
CUresult format_of(CUarray_format format, unsigned channels,
                   struct cudaChannelFormatDesc *d);
void format_back(const struct cudaChannelFormatDesc *d, CUarray_format *format,
                 unsigned *channels);
/* Integers of 8 and 16 bits: they can be read as fractions. */
bool format_is_small_integer(CUarray_format format);

CUresult resource_of(const CUDA_RESOURCE_DESC *p, struct cudaResourceDesc *r);
/* format: what is in the resource. */
struct cudaTextureDesc texture_of(const CUDA_TEXTURE_DESC *p, CUarray_format format);
/* Returns the format of a resource, if it has one, and its number of channels. */
CUarray_format resource_format(const CUDA_RESOURCE_DESC *p, unsigned *channels);
