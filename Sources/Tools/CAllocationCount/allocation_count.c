#include "CAllocationCount.h"

#include <stdatomic.h>
#include <stddef.h>

typedef void *(*allocate_object)(const void *metadata, size_t size, size_t alignment_mask);
extern allocate_object _swift_allocObject;

static atomic_uint_fast64_t count;
static _Atomic(allocate_object) original;

static void *count_and_allocate(const void *metadata, size_t size, size_t alignment_mask) {
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
    return atomic_load_explicit(&original, memory_order_relaxed)(metadata, size, alignment_mask);
}

uint64_t carillon_swift_allocations(void) {
    allocate_object none = NULL;
    if (atomic_compare_exchange_strong(&original, &none, _swift_allocObject)) _swift_allocObject = count_and_allocate;
    return atomic_load_explicit(&count, memory_order_relaxed);
}
