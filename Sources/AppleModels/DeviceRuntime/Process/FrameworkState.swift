package import DeviceModel
internal import Synchronization

/// The state of one framework in one process: its objects and the completions it owes.
///
/// A part is made when the process first uses the framework and ends with the process.
package protocol FrameworkState: AnyObject, Sendable {
    /// Makes the framework's part in a process.
    init(process: ProcessHandle)

    /// Hands a callback to the app if it belongs to this framework. Returns when the app's code has returned.
    func receive(_ callback: AppCallback) async

    /// The same for the frameworks whose states are not part of the machine.
    func receive(_ callback: FrameworkCallback) async

    /// Abandons the answers owed to a process that has ended, and releases its objects.
    func end()
}

extension FrameworkState {
    /// Does nothing, for a framework that owes no answers.
    package func end() {}

    /// Ignores the callback, for a framework that has none of this kind.
    package func receive(_ callback: AppCallback) async {}

    /// Ignores the callback, for a framework that has none of this kind.
    package func receive(_ callback: FrameworkCallback) async {}
}

/// An answer that a framework owes the app.
///
/// A process that dies gets no answer. Only a task that awaits one is resumed then, as it would otherwise stay in
/// memory forever; its value cannot be mistaken for an answer of the system.
package struct PendingCompletion<Answer: Sendable>: Sendable {
    /// Gives the answer.
    package let give: @Sendable (Answer) -> Void
    private let abandonment: Answer?

    /// - Parameter abandonment: The value that resumes an awaiting task if the process ends; nil for a completion
    ///   handler.
    package init(_ give: @escaping @Sendable (Answer) -> Void, abandonment: Answer? = nil) {
        self.give = give
        self.abandonment = abandonment
    }

    /// Abandons the answer, as the process has ended.
    package func abandon() {
        if let abandonment { give(abandonment) }
    }
}

/// Detects whether a delegate implements an optional method.
///
/// Swift on Linux has no optional requirements, so every optional method has a default implementation that calls
/// `missed`. The model calls the method and checks whether the default ran.
public enum OptionalMethodDetector {
    private final class Flag: Sendable {
        let isRaised = Mutex(false)
    }

    @TaskLocal private static var flag: Flag?

    /// Called by a default implementation, to report that the delegate does not implement the method.
    public static func missed() {
        flag?.isRaised.withLock { $0 = true }
    }

    /// Calls a delegate's method and returns whether the delegate implements it.
    package static func implements(_ call: () -> Void) -> Bool {
        let fresh = Flag()
        $flag.withValue(fresh) { call() }
        return fresh.isRaised.withLock { !$0 }
    }

    /// The same for an `async` method.
    package static func implements(_ call: () async -> Void) async -> Bool {
        let fresh = Flag()
        await $flag.withValue(fresh) { await call() }
        return fresh.isRaised.withLock { !$0 }
    }
}
