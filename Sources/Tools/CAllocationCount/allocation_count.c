#include "CAllocationCount.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

typedef void *(*allocate_object)(const void *metadata, size_t size, size_t alignment_mask);
extern allocate_object _swift_allocObject;
/// Set by the runtime whenever it meets the hook: from then on retain and release go a slower way, which does not know
/// tagged text and writes where it should not. So the hook resets it.
extern atomic_bool _swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly;

static atomic_uint_fast64_t count;
static allocate_object original;

static void *count_and_allocate(const void *metadata, size_t size, size_t alignment_mask) {
    atomic_store_explicit(
        &_swift_enableSwizzlingOfAllocationAndRefCountingFunctions_forInstrumentsOnly, false, memory_order_relaxed);
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
    return original(metadata, size, alignment_mask);
}

void carillon_start_counting_allocations(void) {
    atomic_store(&count, 0);
    original = _swift_allocObject;
    _swift_allocObject = count_and_allocate;
}

uint64_t carillon_stop_counting_allocations(void) {
    _swift_allocObject = original;
    return atomic_load(&count);
}

uint64_t carillon_allocated_bytes(void) {
#ifdef __GLIBC__
    struct mallinfo2 info = mallinfo2();
    return (uint64_t)info.uordblks + (uint64_t)info.hblkhd;
#else
    return 0;
#endif
}
