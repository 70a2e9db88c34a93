// words: -Isub -isystem sub/system
#include "sub/guarded.h"
#include "sub/guarded.h"
#include "sub/once.h"
#include <once.h>
#define NAME <guarded.h>
#define PART next
#include NAME
#define CAT(a) <a.h>
#include CAT(next)
#include CAT(PART)
#import "sub/deep.h"
#import "sub/deep.h"
#include "in_system.h"
__INCLUDE_LEVEL__ __FILE__ __FILE_NAME__ __BASE_FILE__ __LINE__
#line 100 "other.c"
__LINE__ __FILE__
# 7 "third.c" 3
seven










eighteen
