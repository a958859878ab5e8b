#pragma once
#include <stdint.h>

/// How many objects the Swift runtime has allocated in this process since the first call. Any thread; that first call counts
/// from zero. Source: the runtime's `_swift_allocObject` hook, exported by libswiftCore (observed in Swift 6.3).
uint64_t carillon_swift_allocations(void);
