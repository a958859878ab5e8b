/// An outside party that speaks HTTP/1.1, as a value: requests go in with the time, answers come out.
package protocol HTTPParty: Sendable {
    /// What its shell is to do beside answering and sending, in order.
    associatedtype Effect: Sendable = Never

    static var kind: StandinKind { get }

    var faults: HTTPFaultPlan { get set }

    /// Answers one request of a client.
    mutating func handle(_ request: StandinRequest, at now: Duration) -> StandinResponse
    /// What the party says when it is told to fail with this status.
    func failure(_ status: Int) -> StandinResponse
    /// Answers one request to the control, by the segments after `/standin`; nil: no such thing.
    mutating func control(_ request: StandinRequest, _ segments: [Substring], at now: Duration) -> StandinResponse?

    /// When something is due without a request.
    var nextMoment: Duration? { get }
    mutating func pass(to now: Duration)
    /// What is to be sent now, once.
    mutating func takeDeliveries() -> [StandinDelivery]
    /// What came of something sent: the status of the answer, nil when there was none.
    mutating func delivered(_ delivery: StandinDelivery, status: Int?, at now: Duration)
    /// Effects to be done now, each once.
    mutating func takeEffects() -> [Effect]
    /// What a line about this answer should say.
    func note(_ request: StandinRequest, _ response: StandinResponse) -> String
}

extension HTTPParty {
    package var nextMoment: Duration? { nil }
    package mutating func pass(to now: Duration) {}
    package mutating func takeDeliveries() -> [StandinDelivery] { [] }
    package mutating func delivered(_ delivery: StandinDelivery, status: Int?, at now: Duration) {}
    package mutating func takeEffects() -> [Effect] { [] }
}
