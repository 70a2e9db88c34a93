/* nvvm.h - libNVVM: NVVM IR, as text or bitcode, becomes PTX at run time; for C and C++.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
	NVVM_SUCCESS = 0,
	NVVM_ERROR_OUT_OF_MEMORY = 1,
	NVVM_ERROR_PROGRAM_CREATION_FAILURE = 2,
	NVVM_ERROR_IR_VERSION_MISMATCH = 3,
	NVVM_ERROR_INVALID_INPUT = 4,
	NVVM_ERROR_INVALID_PROGRAM = 5,
	NVVM_ERROR_INVALID_IR = 6,
	NVVM_ERROR_INVALID_OPTION = 7,
	NVVM_ERROR_NO_MODULE_IN_PROGRAM = 8,
	NVVM_ERROR_COMPILATION = 9,
	NVVM_ERROR_CANCELLED = 10
} nvvmResult;

/* Modules that are compiled together. Programs are independent of each other; one program
 * belongs to one thread at a time. */
typedef struct _nvvmProgram *nvvmProgram;

/* The name of a result. */
const char *nvvmGetErrorString(nvvmResult __result);

/* The version of this interface; of NVVM IR and its debug information; and of the LLVM whose
 * text and bitcode is read for an architecture such as "compute_90" (older ones are, too). */
nvvmResult nvvmVersion(int *__major, int *__minor);
nvvmResult nvvmIRVersion(int *__majorIR, int *__minorIR, int *__majorDbg, int *__minorDbg);
nvvmResult nvvmLLVMVersion(const char *__arch, int *__major);

/* Programs. Destroying one sets the variable to NULL. */
nvvmResult nvvmCreateProgram(nvvmProgram *__prog);
nvvmResult nvvmDestroyProgram(nvvmProgram *__prog);

/* Adds a copy of a module; `name` may be NULL. Of a lazy module only what the others use is
 * taken. Errors in a module are found when the program is verified or compiled. */
nvvmResult nvvmAddModuleToProgram(nvvmProgram __prog, const char *__buffer, size_t __size,
                                  const char *__name);
nvvmResult nvvmLazyAddModuleToProgram(nvvmProgram __prog, const char *__buffer,
                                      size_t __size, const char *__name);

/* Makes PTX of all modules, or checks them only. Options are in docs/nvvm.md. */
nvvmResult nvvmCompileProgram(nvvmProgram __prog, int __numOptions,
                              const char **__options);
nvvmResult nvvmVerifyProgram(nvvmProgram __prog, int __numOptions, const char **__options);

/* The PTX, and the messages of the last compilation or verification. Sizes include the zero
 * at the end. */
nvvmResult nvvmGetCompiledResultSize(nvvmProgram __prog, size_t *__bufferSizeRet);
nvvmResult nvvmGetCompiledResult(nvvmProgram __prog, char *__buffer);
nvvmResult nvvmGetProgramLogSize(nvvmProgram __prog, size_t *__bufferSizeRet);
nvvmResult nvvmGetProgramLog(nvvmProgram __prog, char *__buffer);

#ifdef __cplusplus
}
#endif
