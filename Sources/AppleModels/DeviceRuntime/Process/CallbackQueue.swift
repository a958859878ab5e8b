package import Dispatch

/// Where a framework calls the app.
package struct CallbackQueue: Sendable {
    /// The label of the main queue. On Linux each look at it is another object, so that only the label tells.
    private static let mainLabel = DispatchQueue.main.label

    private let queue: DispatchQueue?

    /// A queue; nil is the main one.
    package init(_ queue: DispatchQueue?) {
        self.queue = queue.flatMap { $0.label == Self.mainLabel ? nil : $0 }
    }

    /// The main queue.
    package static let main = CallbackQueue(nil)

    /// The queue as an app knows it.
    package var dispatchQueue: DispatchQueue { queue ?? .main }

    /// The queue whose callback is running.
    @TaskLocal private static var running: String?

    /// Which queue runs the code that asks, if a framework called it there.
    static var runningKey: String? { running }

    private var key: String { queue.map { "\($0.label) \(ObjectIdentifier($0))" } ?? Self.mainLabel }

    /// Runs code of the app on this queue, and returns when it has returned.
    package func run(as process: ProcessHandle, _ body: @escaping @Sendable () -> Void) async {
        let key = key
        guard let queue else {
            await MainActor.run { process.run { Self.$running.withValue(key) { body() } } }
            return
        }
        await withCheckedContinuation { done in
            queue.async {
                process.run { Self.$running.withValue(key) { body() } }
                done.resume()
            }
        }
    }
}

extension CallbackQueue {
    /// A serial queue of a framework's own: not the main one.
    package static let frameworkOwn = CallbackQueue(DispatchQueue(label: "apple.framework.completion"))
}
