package import Dispatch

/// The queue on which a framework calls the app.
package struct CallbackQueue: Sendable {
    /// The label of the main queue. On Linux `DispatchQueue.main` returns a new object each time, so only the label
    /// identifies it.
    private static let mainLabel = DispatchQueue.main.label

    private let queue: DispatchQueue?

    /// Wraps a queue; nil means the main queue.
    package init(_ queue: DispatchQueue?) {
        self.queue = queue.flatMap { $0.label == Self.mainLabel ? nil : $0 }
        guard let queue = self.queue else {
            Self.mainIsNamed
            return
        }
        if queue.getSpecific(key: Self.name) == nil { queue.setSpecific(key: Self.name, value: key) }
    }

    /// Sets the main queue's name once. Every device of the test process uses it, and setting it again would race with
    /// threads that read it.
    private static let mainIsNamed: Void = DispatchQueue.main.setSpecific(key: name, value: mainLabel)

    /// The main queue.
    package static let main = CallbackQueue(nil)

    /// The queue as a Dispatch object.
    package var dispatchQueue: DispatchQueue { queue ?? .main }

    private static let name = DispatchSpecificKey<String>()

    /// The key of the queue that runs the calling code, if a framework uses that queue.
    static var runningKey: String? { DispatchQueue.getSpecific(key: name) }

    private var key: String { queue.map { "\($0.label) \(ObjectIdentifier($0))" } ?? Self.mainLabel }

    /// Runs code of the app on this queue, and returns when the code has returned.
    package func run(as process: ProcessHandle, _ body: @escaping @Sendable () -> Void) async {
        guard let queue else {
            await MainActor.run { process.run { body() } }
            return
        }
        await withCheckedContinuation { done in
            queue.async {
                process.run { body() }
                done.resume()
            }
        }
    }
}

extension CallbackQueue {
    /// A serial queue of the frameworks, which is not the main queue.
    package static let frameworkOwn = CallbackQueue(DispatchQueue(label: "apple.framework.completion"))
}

extension ProcessHandle {
    /// Notes that a push is being delivered on the current queue (true), or no longer (false).
    package func noteReportsHere(_ isDelivering: Bool) {
        let queue = isDelivering ? CallbackQueue.runningKey : nil
        kernel.change { $0.pushQueue = queue }
    }

    /// Whether the calling code runs on the queue that delivers the push (C7). True if no push is being delivered.
    package var isOnPushQueue: Bool {
        let queue = CallbackQueue.runningKey
        return kernel.read { state in state.pushQueue.map { $0 == queue } ?? true }
    }
}
