import PhoneCore

/// What the machines have in common, so that a test reads as a transcript: an event, and the decision.
protocol Decider {
    associatedtype Event
    associatedtype Decision
    mutating func handle(_ event: Event, at now: Duration, into decisions: inout [Decision])
}

extension Decider {
    /// What follows from one event.
    mutating func after(_ event: Event) -> [Decision] {
        var decisions: [Decision] = []
        handle(event, at: .zero, into: &decisions)
        return decisions
    }

    /// What follows from several, one after the other.
    mutating func after(_ events: [Event]) -> [Decision] { events.flatMap { after($0) } }
}

extension NetworkWatch: Decider {}
extension ConnectionMachine: Decider {}
extension Connections: Decider {}
extension OrganizationState: Decider {}
extension SessionLifecycle: Decider {}
extension CredentialRefresh: Decider {}
extension PushTokenRegistration: Decider {}
extension PushKeyRegistration: Decider {}
extension MissedCallNotices: Decider {}
extension SignIn: Decider {}
extension SignOut: Decider {}
extension RingRequests: Decider {}
