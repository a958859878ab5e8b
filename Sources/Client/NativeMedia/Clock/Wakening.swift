import Dispatch

/// Lets the clock's thread sleep until there is something to do.
struct Wakening: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func wake() { semaphore.signal() }

    /// May return once too often, never once too late.
    func wait() { semaphore.wait() }
}
