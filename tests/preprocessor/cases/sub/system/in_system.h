#define TWICE 1
#define TWICE 2
#warning not shown
in_system
