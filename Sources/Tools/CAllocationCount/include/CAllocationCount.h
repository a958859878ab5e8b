#pragma once
#include <stdint.h>

/// Counts the objects the Swift runtime allocates in this process from now on, on any thread.
///
/// Between this and `carillon_stop_counting_allocations` let only one thread of the process run Swift. Source: the runtime's
/// `_swift_allocObject` hook, exported by libswiftCore (observed in Swift 6.3).
void carillon_start_counting_allocations(void);

/// Stops, and says how many there were since the start.
uint64_t carillon_stop_counting_allocations(void);

/// Bytes that malloc has given out in this process and not got back, in all its arenas. Source: mallinfo(3). 0 where the
/// system has no glibc.
uint64_t carillon_allocated_bytes(void);
