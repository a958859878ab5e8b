import PhoneCore

/// What the machines have in common, so that a test reads as a transcript: an event, and the effects.
protocol Decider {
    associatedtype Event
    associatedtype Effect
    mutating func handle(_ event: Event, into effects: inout [Effect])
}

extension Decider {
    /// What follows from one event.
    mutating func after(_ event: Event) -> [Effect] {
        var effects: [Effect] = []
        handle(event, into: &effects)
        return effects
    }

    /// What follows from several, one after the other.
    mutating func after(_ events: [Event]) -> [Effect] { events.flatMap { after($0) } }
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
