#include "ir/opt/ssa.h"
void pass_gvn(struct opt *o) { (void)o; }
