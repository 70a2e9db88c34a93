/* ptx.h - cuda::ptx: PTX instructions as functions, in parts by what they are for.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simt/cxx/ptx_base.h"

#include "simt/cxx/ptx_bulk.h"
#include "simt/cxx/ptx_integer.h"
#include "simt/cxx/ptx_mbarrier.h"
#include "simt/cxx/ptx_memory.h"
#include "simt/cxx/ptx_multimem.h"
#include "simt/cxx/ptx_remote.h"
#include "simt/cxx/ptx_sreg.h"
#include "simt/cxx/ptx_tensor.h"
#include "simt/cxx/ptx_warp.h"
