public import WireJSON

/// The state machine of an HTTP/1.1 service. It takes requests with the time and returns answers.
package protocol HTTPParty: Sendable {
    /// The further effects that its shell carries out in order.
    associatedtype Effect: Sendable = Never

    static var kind: StandinKind { get }

    var faults: HTTPFaultPlan { get set }

    /// Answers one request of a client.
    mutating func handle(_ request: StandinRequest, at now: Duration) -> StandinResponse
    /// The party's answer for a planned failure with this status.
    func failure(_ status: Int) -> StandinResponse
    /// Answers one request to the control by the segments after `/standin`; nil for an unknown request.
    mutating func control(_ request: StandinRequest, _ segments: [Substring], at now: Duration) -> StandinResponse?

    /// The time at which something is due without a request; nil if nothing is.
    var nextMoment: Duration? { get }
    mutating func pass(to now: Duration)
    /// Returns and removes the deliveries to be sent now.
    mutating func removeDeliveries() -> [StandinDelivery]
    /// What a delivery brings, for its log line.
    func name(of delivery: StandinDelivery) -> String
    /// Handles the result of a delivery: the status of the answer, nil if none arrived.
    mutating func delivered(_ delivery: StandinDelivery, status: Int?, at now: Duration)
    /// Returns and removes the effects to be carried out now.
    mutating func removeEffects() -> [Effect]
    /// The note in the log line of this answer.
    func note(_ request: StandinRequest, _ response: StandinResponse) -> String
}

extension HTTPParty {
    package var nextMoment: Duration? { nil }
    package mutating func pass(to now: Duration) {}
    package mutating func removeDeliveries() -> [StandinDelivery] { [] }
    package func name(of delivery: StandinDelivery) -> String { "notification" }
    package mutating func delivered(_ delivery: StandinDelivery, status: Int?, at now: Duration) {}
    package mutating func removeEffects() -> [Effect] { [] }
}

/// The services that have a stand-in.
public enum StandinKind: String, Hashable, Sendable, CaseIterable {
    /// Apple Push Notification service.
    case apns
    /// Firebase Cloud Messaging and Google's token endpoint.
    case fcm
    /// Telnyx Call Control.
    case telnyx
    /// Sign in with Apple.
    case apple
}

/// A POST that a party sends by itself to an address of ours.
public struct StandinDelivery: Hashable, Sendable {
    /// The party's number for it.
    public var number: Int
    /// The whole address, `http` or `https`.
    public var url: String
    /// The headers, among them the signature of a webhook.
    public var headers: [StandinHeader]
    /// The body, which the signature covers.
    public var body: [UInt8]

    public init(number: Int, url: String, headers: [StandinHeader] = [], body: [UInt8]) {
        self.number = number
        self.url = url
        self.headers = headers
        self.body = body
    }
}

/// The log line of one request, or of one delivery by the stand-in. It is safe to print, because it contains no complete
/// token or secret.
public struct StandinLogEntry: Hashable, Sendable {
    /// When the request was answered, since 1970 by the stand-in's clock.
    public var at: Duration
    /// The stand-in.
    public var party: StandinKind
    /// The method of the request; `SENT` for a delivery. At Telnyx's edge it is the sender of the message: `PHONE` or
    /// `EDGE`.
    public var method: String
    /// The path of the request, with long segments shortened. At Telnyx's edge it is the name of the message,
    /// in a delivery that of the event.
    public var path: String
    /// The HTTP status of the answer; 0 if none arrived.
    public var status: Int
    /// The party's note.
    public var note: String

    public init(at: Duration, party: StandinKind, method: String, path: String, status: Int, note: String) {
        self.at = at
        self.party = party
        self.method = method
        self.path = path
        self.status = status
        self.note = note
    }

    /// The line as JSON, for `--json`.
    public var object: JSONObject {
        [
            "at_ms": .integer(at.wholeMilliseconds), "standin": .string(party.rawValue), "method": .string(method),
            "path": .string(path), "status": .integer(Int64(status)), "note": .string(note),
        ]
    }

    /// Shortens a path: long segments such as device tokens and call identifiers keep their first eight characters.
    static func shortened(_ path: some StringProtocol) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false)
            .map { part in part.count > 40 ? "\(part.prefix(8))…" : String(part) }
            .joined(separator: "/")
    }
}
