/// A service that collects crashes, such as Crashlytics. An adapter in the app is its only user.
nonisolated public protocol CrashSink: Sendable {
    /// A step on the way to a crash.
    func leave(breadcrumb: String)

    /// Something went wrong, and the app went on.
    func record(failure: String)

    /// What stands beside a crash; `nil` takes it away.
    func set(_ key: CrashKey, to value: String?)
}
