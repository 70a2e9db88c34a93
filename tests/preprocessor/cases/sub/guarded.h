#ifndef GUARDED_H
#define GUARDED_H
guarded __INCLUDE_LEVEL__
#endif
// end
