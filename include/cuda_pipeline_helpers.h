/* cuda_pipeline_helpers.h - what the pipeline headers share in the toolkit.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cuda_pipeline_primitives.h"
