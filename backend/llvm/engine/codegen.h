/* codegen.h - from LLVM modules to an object (engine.h has what surrounds it).
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/llvm/engine/engine.h"

/* Once, when LLVM has been started. */
void codegen_start(void);
/* Verifies, optimises and makes code of the job's modules, which are taken over, on
 * threads of its own where there are several. False, and job->error, if LLVM has a
 * complaint. The object is in `a`; it is empty if the job only shows. Run it guarded. */
bool codegen(struct engine_job *job, struct arena *a, struct engine_object *object);
