#pragma once
#include <stdint.h>

/// Counts the objects the Swift runtime allocates in this process from now on, on any thread.
///
/// While it counts, the runtime takes a slower way through retain and release that does not know tagged text: between this and
/// `carillon_stop_counting_allocations` run only code on plain values. Source: the runtime's `_swift_allocObject` hook,
/// exported by libswiftCore (observed in Swift 6.3).
void carillon_start_counting_allocations(void);

/// Stops, and says how many there were since the start.
uint64_t carillon_stop_counting_allocations(void);
