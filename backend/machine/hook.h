/* hook.h - hooks: the functions of backend/watch that the machine and the interpreter
 * call while a launch runs. They are declared here, in one header for each watcher, and
 * implemented in backend/watch, whose own headers neither includes.
 *
 *     hook_check.h    checked mode                if worker->check
 *     hook_count.h    profiles: counts            if worker->counts
 *     hook_record.h   profiles: recorded warps    if launch->recording
 *     hook_steer.h    steered launches            if worker->steer
 *     hook_weak.h     weak mode                   if worker->weak
 *     hook_debug.h    the debugger                if launch->debug
 *
 * Without its watcher no hook is called: the caller tests the pointer, or the decoder has
 * put the watcher's function in the place of the interpreter's. Only the interpreter
 * calls hooks: a watched launch does not run compiled code.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "backend/machine/hook_check.h"
#include "backend/machine/hook_count.h"
#include "backend/machine/hook_debug.h"
#include "backend/machine/hook_record.h"
#include "backend/machine/hook_steer.h"
#include "backend/machine/hook_weak.h"
