import CNativeMedia

/// One deadline on a loop. Confined to that loop's thread, on which it also has to be released.
final class LoopTimer {
    private final class Callback: Sendable {
        let fire: @Sendable () -> Void
        init(_ fire: @escaping @Sendable () -> Void) { self.fire = fire }
    }

    /// Nothing here waits longer; keeps the arithmetic of the loop's clock from overflowing.
    private static let longest: Duration = .seconds(86_400)

    private let handle: OpaquePointer
    private let callback: Callback

    init(on loop: EventLoop, fire: @escaping @Sendable () -> Void) {
        callback = Callback(fire)
        let context = Unmanaged.passUnretained(callback).toOpaque()
        handle = cm_timer_create(
            loop.handle,
            { context in
                guard let context else { return }
                Unmanaged<Callback>.fromOpaque(context).takeUnretainedValue().fire()
            }, context)
    }

    deinit { cm_timer_free(handle) }

    /// Fires once after `delay`, in place of what was armed.
    func arm(after delay: Duration) {
        cm_timer_arm(handle, min(delay, Self.longest).microseconds)
    }

    func disarm() { cm_timer_arm(handle, -1) }
}

extension Duration {
    /// Whole microseconds, at least zero.
    fileprivate var microseconds: Int64 {
        let (seconds, attoseconds) = max(self, .zero).components
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }
}
