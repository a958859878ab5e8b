/// Names a transaction the phone asked the system for. At most one of a kind is under way for a call, so no counter
/// is needed.
public struct SystemRequestID: Hashable, Sendable, CustomStringConvertible {
    /// The call it is chiefly about.
    public let call: CallUUID
    /// What was asked.
    public let verb: SystemVerb

    /// Names a request.
    public init(_ call: CallUUID, _ verb: SystemVerb) {
        self.call = call
        self.verb = verb
    }

    /// Safe to log.
    public var description: String { "\(verb.rawValue) \(call)" }
}
