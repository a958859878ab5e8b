internal import Synchronization

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
