/* video.h - the selector word of video instructions, packed once by the decoder.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "ir/ir.h"

/* Selectors and signs of the operands of `in`, as the video helpers of ir/num_video.h read them. */
u64 video_pack(const struct inst *in);
