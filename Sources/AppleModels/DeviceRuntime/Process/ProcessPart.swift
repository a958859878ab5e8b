package import DeviceModel
internal import Synchronization

/// What one framework keeps in one process: its objects, and the completions it owes.
///
/// Made when the process first touches the framework, gone with the process.
package protocol ProcessPart: AnyObject, Sendable {
    /// The framework's part in a process.
    init(process: ProcessHandle)

    /// Hands a callback to the app if it is this framework's. Returns when the app's code has returned.
    func receive(_ callback: AppCallback) async

    /// The same for the frameworks beside calls and pushes.
    func receive(_ callback: BookCallback) async

    /// The process is gone: what is owed to it is owed no more, and nothing of it is kept.
    func end()
}

extension ProcessPart {
    /// Nothing is owed.
    package func end() {}

    /// Not this framework's.
    package func receive(_ callback: AppCallback) async {}

    /// Not this framework's.
    package func receive(_ callback: BookCallback) async {}
}

/// An answer a framework owes the app.
///
/// A process that dies is never answered. Only a task that awaits is woken then, with what cannot be mistaken for an
/// answer of the system's: else it would stay in memory for ever.
package struct OwedAnswer<Answer: Sendable>: Sendable {
    /// Gives the answer.
    package let give: @Sendable (Answer) -> Void
    private let abandonment: Answer?

    /// - Parameter abandonment: What a task that awaits is woken with; nil for a completion handler.
    package init(_ give: @escaping @Sendable (Answer) -> Void, abandonment: Answer? = nil) {
        self.give = give
        self.abandonment = abandonment
    }

    /// The process is gone.
    package func abandon() {
        if let abandonment { give(abandonment) }
    }
}

/// Tells whether an optional method of a delegate exists.
///
/// Swift on Linux has no optional requirements, so every optional method has a default that calls `missed`. The model
/// calls the method and looks whether the default answered.
public enum OptionalProbe {
    private final class Flag: Sendable {
        let isRaised = Mutex(false)
    }

    @TaskLocal private static var flag: Flag?

    /// Said by a default implementation: nobody implements this.
    public static func missed() {
        flag?.isRaised.withLock { $0 = true }
    }

    /// Runs a call of a delegate's method and tells whether the delegate implements it.
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
