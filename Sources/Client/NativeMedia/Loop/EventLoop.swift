import CNativeMedia

/// The thread that owns the sockets and timers of its connections, as an executor for their actors.
///
/// `@unchecked`: the handle never changes, and the C functions called on it are made for any thread.
final class EventLoop: SerialExecutor, @unchecked Sendable {
    let handle: OpaquePointer

    private final class Work: Sendable {
        let run: @Sendable () -> Void
        /// A loop lives until its work is done.
        let loop: EventLoop

        init(loop: EventLoop, run: @escaping @Sendable () -> Void) {
            self.loop = loop
            self.run = run
        }
    }

    /// nil when the system refuses a thread.
    init?() {
        guard let handle = cm_loop_create() else { return nil }
        self.handle = handle
    }

    deinit { cm_loop_stop(handle) }

    /// Runs `work` on the loop's thread, later, in the order posted.
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
