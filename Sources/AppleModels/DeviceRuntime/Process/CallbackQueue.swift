package import Dispatch

/// Where a framework calls the app.
package struct CallbackQueue: Sendable {
    /// The label of the main queue. On Linux each look at it is another object, so that only the label tells.
    private static let mainLabel = DispatchQueue.main.label

    private let queue: DispatchQueue?

    /// A queue; nil is the main one.
    package init(_ queue: DispatchQueue?) {
        self.queue = queue.flatMap { $0.label == Self.mainLabel ? nil : $0 }
        guard let queue = self.queue else {
            Self.mainIsNamed
            return
        }
        if queue.getSpecific(key: Self.name) == nil { queue.setSpecific(key: Self.name, value: key) }
    }

    /// Names the main queue, once: every device of the process has it, and naming it anew takes the name from under
    /// whoever reads it at that moment.
    private static let mainIsNamed: Void = DispatchQueue.main.setSpecific(key: name, value: mainLabel)

    /// The main queue.
    package static let main = CallbackQueue(nil)

    /// The queue as an app knows it.
    package var dispatchQueue: DispatchQueue { queue ?? .main }

    private static let name = DispatchSpecificKey<String>()

    /// Which queue runs the code that asks, if it is one a framework calls.
    static var runningKey: String? { DispatchQueue.getSpecific(key: name) }

    private var key: String { queue.map { "\($0.label) \(ObjectIdentifier($0))" } ?? Self.mainLabel }

    /// Runs code of the app on this queue, and returns when it has returned.
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
    /// A serial queue of a framework's own: not the main one.
    package static let frameworkOwn = CallbackQueue(DispatchQueue(label: "apple.framework.completion"))
}

extension ProcessHandle {
    /// Says that a push is being delivered on the queue that runs this, or no more.
    package func noteReportsHere(_ isDelivering: Bool) {
        let queue = isDelivering ? CallbackQueue.runningKey : nil
        kernel.change { $0.pushQueue = queue }
    }

    /// Whether the code that asks runs where the push is being delivered (C7). True where none is.
    package var isOnPushQueue: Bool {
        let queue = CallbackQueue.runningKey
        return kernel.read { state in state.pushQueue.map { $0 == queue } ?? true }
    }
}
