/// Whether a promise was kept.
public struct Verdict: Hashable, Sendable, CustomStringConvertible {
    /// When it had to be.
    public let at: Duration
    /// What had to be.
    public let promise: String
    public let isHeld: Bool
    /// What was instead; empty when it was kept.
    public let found: String

    init(at: Duration, _ promise: String, _ isHeld: Bool, found: @autoclosure () -> String = "") {
        self.at = at
        self.promise = promise
        self.isHeld = isHeld
        self.found = isHeld ? "" : found()
    }

    public var description: String { isHeld ? promise : "\(promise); but \(found)" }
}
