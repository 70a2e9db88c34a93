/* nvPTXCompiler.h - compiles a PTX text at run time: checks it, and makes an image that
 * cuModuleLoadData takes. In libnvptxcompiler_static.a.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef NV_PTX_COMPILER_H
#define NV_PTX_COMPILER_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nvPTXCompiler *nvPTXCompilerHandle;

typedef enum {
	NVPTXCOMPILE_SUCCESS = 0,
	NVPTXCOMPILE_ERROR_INVALID_COMPILER_HANDLE = 1,
	NVPTXCOMPILE_ERROR_INVALID_INPUT = 2,
	NVPTXCOMPILE_ERROR_COMPILATION_FAILURE = 3,
	NVPTXCOMPILE_ERROR_INTERNAL = 4,
	NVPTXCOMPILE_ERROR_OUT_OF_MEMORY = 5,
	NVPTXCOMPILE_ERROR_COMPILER_INVOCATION_INCOMPLETE = 6,
	NVPTXCOMPILE_ERROR_UNSUPPORTED_PTX_VERSION = 7,
	NVPTXCOMPILE_ERROR_UNSUPPORTED_DEVSIDE_SYNC = 8,
	NVPTXCOMPILE_ERROR_CANCELLED = 9
} nvPTXCompileResult;

/* The version of the library: 13.0. */
nvPTXCompileResult nvPTXCompilerGetVersion(unsigned int *__major, unsigned int *__minor);
/* The versions of PTX that are read, ascending: major and minor of each. */
nvPTXCompileResult nvPTXCompilerGetNumSupportedVersions(int *__numVersions);
nvPTXCompileResult nvPTXCompilerGetSupportedVersions(int (*versions)[2]);

/* Makes a handle for a text, which is copied. */
nvPTXCompileResult nvPTXCompilerCreate(nvPTXCompilerHandle *__compiler, size_t __ptxCodeLen,
                                       const char *__ptxCode);
/* Frees a handle. */
nvPTXCompileResult nvPTXCompilerDestroy(nvPTXCompilerHandle *__compiler);
/* Compiles with ptxas's options; --gpu-name (-arch) must be among them. */
nvPTXCompileResult nvPTXCompilerCompile(nvPTXCompilerHandle __compiler,
                                        int __numCompileOptions,
                                        const char *const *__compileOptions);
/* callback(payload, NULL) is asked while compiling; 1: the compilation is cancelled. */
nvPTXCompileResult nvPTXCompilerSetFlowCallback(nvPTXCompilerHandle compiler,
                                                int (*__callback)(void *, void *),
                                                void *payload);

/* The image; its size first. */
nvPTXCompileResult nvPTXCompilerGetCompiledProgramSize(nvPTXCompilerHandle __compiler,
                                                       size_t *__binaryImageSize);
nvPTXCompileResult nvPTXCompilerGetCompiledProgram(nvPTXCompilerHandle __compiler,
                                                   void *__binaryImage);
/* What was wrong with the text or the options, and what --verbose prints; sizes do not
 * count the zero that ends a log. */
nvPTXCompileResult nvPTXCompilerGetErrorLogSize(nvPTXCompilerHandle __compiler,
                                                size_t *__errorLogSize);
nvPTXCompileResult nvPTXCompilerGetErrorLog(nvPTXCompilerHandle __compiler, char *__errorLog);
nvPTXCompileResult nvPTXCompilerGetInfoLogSize(nvPTXCompilerHandle __compiler,
                                               size_t *__infoLogSize);
nvPTXCompileResult nvPTXCompilerGetInfoLog(nvPTXCompilerHandle __compiler, char *__infoLog);

#ifdef __cplusplus
}
#endif

#endif
