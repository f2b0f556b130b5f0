#include "AllocatorSettings.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>

void allocator_settings_give_back(void) { malloc_trim(0); }
#else
void allocator_settings_give_back(void) {}
#endif
