/* logger.h - the loggers of cuBLASLt, cuSPARSE and cuSOLVER: lines about calls, if they
 * are asked for by a level, by a bit of the mask, or in the environment by
 * NAME_LOG_LEVEL, NAME_LOG_MASK and NAME_LOG_FILE. A line goes to the file (standard
 * output where there is none) and to the callback.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <pthread.h>
#include <stdio.h>

#include "base/base.h"

/* Level n is bit n - 1 of the mask. */
enum lib_log_level { LIB_LOG_ERROR = 1, LIB_LOG_CALL = 5, LIB_LOG_MOST = 5 };

typedef void (*lib_log_callback)(int level, const char *function, const char *message);

struct lib_logger {
	const char *library;   /* as lines name it: cusolver */
	const char *variables; /* what the environment's names begin with: CUSOLVER */
	pthread_mutex_t lock;
	bool is_ready; /* the environment has been read */
	bool is_disabled;
	s32 level, mask;
	FILE *file;
	bool is_ours; /* the file */
	lib_log_callback callback;
};

#define LIB_LOGGER(library, variables) \
	{library, variables, .lock = PTHREAD_MUTEX_INITIALIZER}

/* Tells of a call that happened at this level. */
void lib_log(struct lib_logger *l, enum lib_log_level level, const char *function,
             const char *message);

void lib_log_to(struct lib_logger *l, lib_log_callback callback);
void lib_log_set_level(struct lib_logger *l, s32 level);
void lib_log_set_mask(struct lib_logger *l, s32 mask);
void lib_log_disable(struct lib_logger *l);
/* A file of the program, or null. */
void lib_log_set_file(struct lib_logger *l, FILE *file);
/* Opens the file. False: it cannot be opened, and the logger keeps the one it has. */
bool lib_log_open(struct lib_logger *l, const char *path);
