/// A refusal that somebody must look into. Safe to log: it holds no token, no payload.
public struct PushAlarm: Hashable, Sendable, CustomStringConvertible {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A request of ours was wrong.
        case ourRequest
        /// Keys, teams, topics or projects do not fit together.
        case configuration
        /// An answer nobody has described.
        case unknownAnswer
        /// More is waiting for a device, or for the service, than is taken in.
        case overload
    }

    public let service: PushService
    public let kind: Kind
    /// The HTTP status, or 0 when it did not come to one.
    public let status: Int
    /// The service's own word for it, as far as it is one of the known words; of an overload, what is full: `device` or
    /// `queue`.
    public let reason: String

    public init(_ service: PushService, _ kind: Kind, status: Int, reason: String) {
        self.service = service
        self.kind = kind
        self.status = status
        self.reason = reason
    }

    static func overload(_ service: PushService, isWhole: Bool) -> PushAlarm {
        PushAlarm(service, .overload, status: 0, reason: isWhole ? "queue" : "device")
    }

    public var description: String { "\(service.rawValue) \(status) \(reason): \(kind.rawValue)" }
}
