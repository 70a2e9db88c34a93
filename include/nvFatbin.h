/* nvFatbin.h - makes fat binaries at run time: containers of device code for several
 * architectures, of which cuModuleLoadData takes what fits.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef nvFatbin_INCLUDED
#define nvFatbin_INCLUDED

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
	NVFATBIN_SUCCESS = 0,
	NVFATBIN_ERROR_INTERNAL = 1,
	NVFATBIN_ERROR_ELF_ARCH_MISMATCH = 2,
	NVFATBIN_ERROR_ELF_SIZE_MISMATCH = 3,
	NVFATBIN_ERROR_MISSING_PTX_VERSION = 4,
	NVFATBIN_ERROR_NULL_POINTER = 5,
	NVFATBIN_ERROR_COMPRESSION_FAILED = 6,
	NVFATBIN_ERROR_COMPRESSED_SIZE_EXCEEDED = 7,
	NVFATBIN_ERROR_UNRECOGNIZED_OPTION = 8,
	NVFATBIN_ERROR_INVALID_ARCH = 9,
	NVFATBIN_ERROR_INVALID_NVVM = 10,
	NVFATBIN_ERROR_EMPTY_INPUT = 11,
	NVFATBIN_ERROR_MISSING_PTX_ARCH = 12,
	NVFATBIN_ERROR_PTX_ARCH_MISMATCH = 13,
	NVFATBIN_ERROR_MISSING_FATBIN = 14,
	NVFATBIN_ERROR_INVALID_INDEX = 15,
	NVFATBIN_ERROR_IDENTIFIER_REUSE = 16,
	NVFATBIN_ERROR_INTERNAL_PTX_OPTION = 17
} nvFatbinResult;

typedef struct _nvFatbinHandle *nvFatbinHandle;

/* A sentence about a status; NULL for success. */
extern const char *nvFatbinGetErrorString(nvFatbinResult __result);

/* Makes a handle. Options: -32 -64 -c -compress=true|false -compress-all
 * -compress-mode=default|size|speed|balance|none -cuda -opencl -g
 * -host=linux|windows|mac. */
extern nvFatbinResult nvFatbinCreate(nvFatbinHandle *__handle_indirect,
                                     const char **__options, size_t __optionsCount);
/* Frees a handle and sets it to NULL. */
extern nvFatbinResult nvFatbinDestroy(nvFatbinHandle *__handle_indirect);

/* Each adds an entry, which is copied. arch: the number after sm_. identifier: the name
 * of the source, optionsCmdLine: options for compiling it; both may be NULL, and are
 * recorded in the entry. */
extern nvFatbinResult nvFatbinAddPTX(nvFatbinHandle __handle, const char *__code, size_t __size,
                                     const char *__arch, const char *__identifier,
                                     const char *__optionsCmdLine);
/* A cubin: what NVRTC and nvJitLink of this library give for one, or machine code, which
 * other drivers load. */
extern nvFatbinResult nvFatbinAddCubin(nvFatbinHandle __handle, const void *__code,
                                       size_t __size, const char *__arch,
                                       const char *__identifier);
extern nvFatbinResult nvFatbinAddLTOIR(nvFatbinHandle __handle, const void *__code,
                                       size_t __size, const char *__arch,
                                       const char *__identifier,
                                       const char *__optionsCmdLine);
/* The PTX of an object of the host's: every entry of its fat binaries. */
extern nvFatbinResult nvFatbinAddReloc(nvFatbinHandle __handle, const void *__code,
                                       size_t __size);
/* Adds an index of LTO-IR libraries: refused with NVFATBIN_ERROR_INVALID_INDEX. */
extern nvFatbinResult nvFatbinAddIndex(nvFatbinHandle __handle, const void *__code,
                                       size_t __size, const char *__identifier);

/* The finished fat binary; its size must be asked for first. */
extern nvFatbinResult nvFatbinSize(nvFatbinHandle __handle, size_t *__size);
extern nvFatbinResult nvFatbinGet(nvFatbinHandle __handle, void *__buffer);

/* The version of the library: 13.0. */
extern nvFatbinResult nvFatbinVersion(unsigned int *__major, unsigned int *__minor);

#ifdef __cplusplus
}
#endif

#endif
