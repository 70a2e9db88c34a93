/* nvJitLink.h - links device code at run time: PTX, fat binaries, objects, libraries and
 * LTO-IR become one image, which cuModuleLoadData takes.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef nvJitLink_INCLUDED
#define nvJitLink_INCLUDED

#include <stdint.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
	NVJITLINK_SUCCESS = 0,
	NVJITLINK_ERROR_UNRECOGNIZED_OPTION = 1,
	NVJITLINK_ERROR_MISSING_ARCH = 2,
	NVJITLINK_ERROR_INVALID_INPUT = 3,
	NVJITLINK_ERROR_PTX_COMPILE = 4,
	NVJITLINK_ERROR_NVVM_COMPILE = 5,
	NVJITLINK_ERROR_INTERNAL = 6,
	NVJITLINK_ERROR_THREADPOOL = 7,
	NVJITLINK_ERROR_UNRECOGNIZED_INPUT = 8,
	NVJITLINK_ERROR_FINALIZE = 9,
	NVJITLINK_ERROR_NULL_INPUT = 10,
	NVJITLINK_ERROR_INCOMPATIBLE_OPTIONS = 11,
	NVJITLINK_ERROR_INCORRECT_INPUT_TYPE = 12,
	NVJITLINK_ERROR_ARCH_MISMATCH = 13,
	NVJITLINK_ERROR_OUTDATED_LIBRARY = 14,
	NVJITLINK_ERROR_MISSING_FATBIN = 15,
	NVJITLINK_ERROR_UNRECOGNIZED_ARCH = 16,
	NVJITLINK_ERROR_UNSUPPORTED_ARCH = 17,
	NVJITLINK_ERROR_LTO_NOT_ENABLED = 18
} nvJitLinkResult;

/* What an input is; ANY: it is found out. An index is refused. */
typedef enum {
	NVJITLINK_INPUT_NONE = 0,
	NVJITLINK_INPUT_CUBIN = 1,
	NVJITLINK_INPUT_PTX = 2,
	NVJITLINK_INPUT_LTOIR = 3,
	NVJITLINK_INPUT_FATBIN = 4,
	NVJITLINK_INPUT_OBJECT = 5,
	NVJITLINK_INPUT_LIBRARY = 6,
	NVJITLINK_INPUT_INDEX = 7,
	NVJITLINK_INPUT_ANY = 10
} nvJitLinkInputType;

typedef struct nvJitLink *nvJitLinkHandle;

/* The library exports each function with the version of the interface in its name;
 * programs call it by its plain name. With NVJITLINK_NO_INLINE it is the library's own
 * plain name. */
#ifdef NVJITLINK_NO_INLINE
#define SIMT_NVJITLINK(name, params, versioned_params, args) \
	extern nvJitLinkResult name versioned_params;
#else
#define SIMT_NVJITLINK(name, params, versioned_params, args)  \
	extern nvJitLinkResult __##name##_13_0 versioned_params; \
	static inline nvJitLinkResult name params {               \
		return __##name##_13_0 args;                      \
	}
#endif

/* Makes a handle. The options are those of docs/libraries.md; -arch=sm_N must be among
 * them. After an error there is a handle, too, if there was memory: for the error log,
 * and to be destroyed. */
SIMT_NVJITLINK(nvJitLinkCreate,
               (nvJitLinkHandle * __handle, uint32_t __numOptions, const char **__options),
               (nvJitLinkHandle * __handle, uint32_t __numOptions,
                const char *const *__options),
               (__handle, __numOptions, __options))
/* Frees a handle and sets it to NULL. */
SIMT_NVJITLINK(nvJitLinkDestroy, (nvJitLinkHandle * __handle), (nvJitLinkHandle * __handle),
               (__handle))

/* Adds an input, which is copied and checked. The name, which may be NULL, is for
 * messages. */
SIMT_NVJITLINK(nvJitLinkAddData,
               (nvJitLinkHandle __handle, nvJitLinkInputType __inputType, const void *__data,
                size_t __size, const char *__name),
               (nvJitLinkHandle __handle, nvJitLinkInputType __inputType, const void *__data,
                size_t __size, const char *__name),
               (__handle, __inputType, __data, __size, __name))
/* The same with a file. */
SIMT_NVJITLINK(nvJitLinkAddFile,
               (nvJitLinkHandle __handle, nvJitLinkInputType __inputType,
                const char *__fileName),
               (nvJitLinkHandle __handle, nvJitLinkInputType __inputType,
                const char *__fileName),
               (__handle, __inputType, __fileName))
/* Links what was added. Once for each handle. */
SIMT_NVJITLINK(nvJitLinkComplete, (nvJitLinkHandle __handle), (nvJitLinkHandle __handle),
               (__handle))

/* The image; its size first. There is none with -ptx. */
SIMT_NVJITLINK(nvJitLinkGetLinkedCubinSize, (nvJitLinkHandle __handle, size_t *__size),
               (nvJitLinkHandle __handle, size_t *__size), (__handle, __size))
SIMT_NVJITLINK(nvJitLinkGetLinkedCubin, (nvJitLinkHandle __handle, void *__cubin),
               (nvJitLinkHandle __handle, void *__cubin), (__handle, __cubin))
/* The linked PTX text with its zero: with -lto -ptx alone. */
SIMT_NVJITLINK(nvJitLinkGetLinkedPtxSize, (nvJitLinkHandle __handle, size_t *__size),
               (nvJitLinkHandle __handle, size_t *__size), (__handle, __size))
SIMT_NVJITLINK(nvJitLinkGetLinkedPtx, (nvJitLinkHandle __handle, char *__ptx),
               (nvJitLinkHandle __handle, char *__ptx), (__handle, __ptx))

/* What went wrong, and what -verbose and -time print. A size counts the zero; 0: the log
 * is empty. */
SIMT_NVJITLINK(nvJitLinkGetErrorLogSize, (nvJitLinkHandle __handle, size_t *__size),
               (nvJitLinkHandle __handle, size_t *__size), (__handle, __size))
SIMT_NVJITLINK(nvJitLinkGetErrorLog, (nvJitLinkHandle __handle, char *__log),
               (nvJitLinkHandle __handle, char *__log), (__handle, __log))
SIMT_NVJITLINK(nvJitLinkGetInfoLogSize, (nvJitLinkHandle __handle, size_t *__size),
               (nvJitLinkHandle __handle, size_t *__size), (__handle, __size))
SIMT_NVJITLINK(nvJitLinkGetInfoLog, (nvJitLinkHandle __handle, char *__log),
               (nvJitLinkHandle __handle, char *__log), (__handle, __log))

#undef SIMT_NVJITLINK

/* The version of the library: 13.0. */
extern nvJitLinkResult nvJitLinkVersion(unsigned int *__major, unsigned int *__minor);

#ifdef __cplusplus
}
#endif

#endif
