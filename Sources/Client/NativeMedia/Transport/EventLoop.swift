import CNativeMedia

/// A thread with the sockets and timers of its connections, used as executor of their actors.
///
/// `@unchecked`: the handle never changes, and its C functions may be called from any thread.
final class EventLoop: SerialExecutor, @unchecked Sendable {
    let handle: OpaquePointer

    private final class Work: Sendable {
        let run: @Sendable () -> Void
        /// Keeps the loop alive until its work is done.
        let loop: EventLoop

        init(loop: EventLoop, run: @escaping @Sendable () -> Void) {
            self.loop = loop
            self.run = run
        }
    }

    /// Nil if the system provides no thread.
    init?() {
        guard let handle = cm_loop_create() else { return nil }
        self.handle = handle
    }

    deinit { cm_loop_stop(handle) }

    /// Runs `work` later on the loop's thread, in the order posted.
    func post(_ work: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(Work(loop: self, run: work))
        cm_loop_post(
            handle,
            { context in
                guard let context else { return }
                Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run()
            }, box.toOpaque())
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        post { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func checkIsolated() {
        precondition(cm_loop_is_current(handle), "work of a connection outside its loop")
    }
}

/// One deadline on a loop. Isolation: that loop's thread, on which it must also be released.
final class LoopTimer {
    private final class Callback: Sendable {
        let fire: @Sendable () -> Void
        init(_ fire: @escaping @Sendable () -> Void) { self.fire = fire }
    }

    /// The longest delay, which avoids overflow in the loop's clock; no timer here needs more.
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

    /// Fires once after `delay`, replacing an earlier deadline.
    func arm(after delay: Duration) {
        cm_timer_arm(handle, min(delay, Self.longest).microseconds)
    }

    func disarm() { cm_timer_arm(handle, -1) }
}

extension Duration {
    /// The duration in whole microseconds, at least zero.
    fileprivate var microseconds: Int64 {
        let (seconds, attoseconds) = max(self, .zero).components
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }
}
