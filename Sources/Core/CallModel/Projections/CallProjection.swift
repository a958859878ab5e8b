/// The name one platform has for a state of a call, and which of its names may follow which.
///
/// Every step of ``CallState`` shows as a step of the platform's own table, or as no step at all.
public protocol CallProjection: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// The platform's name in documents and vectors.
    static var platform: String { get }

    /// The steps that the platform's documents contain, from a name to all that may follow it.
    static var documented: [AllowedTransitions<Self>] { get }

    /// The steps that those documents omit, each with the reason why it is needed.
    static var closures: [AllowedTransitions<Self>] { get }

    /// The names that a call may first be shown by, if the platform shows none before it begins; else empty.
    static var entries: [Self] { get }

    /// The platform's name; `nil` when the platform shows no call at all.
    init?(of state: CallState)
}

extension CallProjection {
    /// Whether the platform allows this step. A call that is shown has to end under a name, so a step to no name is
    /// refused.
    public static func allows(from old: Self?, to new: Self?) -> Bool {
        guard let new else { return old == nil }
        guard let old else { return entries.contains(new) }
        func knows(_ steps: AllowedTransitions<Self>) -> Bool { steps.from == old && steps.to.contains(new) }
        return old == new || documented.contains(where: knows) || closures.contains(where: knows)
    }

    public static var entries: [Self] { [] }
}

/// Steps that a platform allows, and the evidence for them.
public struct AllowedTransitions<Name: Hashable & Sendable>: Hashable, Sendable {
    /// The name before the steps.
    public let from: Name
    /// The names that may follow.
    public let to: [Name]
    /// Where the platform documents the steps, or why it omits them.
    public let because: String

    /// Describes steps and their evidence.
    public init(_ from: Name, to: [Name], because: String) {
        self.from = from
        self.to = to
        self.because = because
    }
}

/// The fifteen names the documents of the product use for a call, derived from its regions.
///
/// If several regions are not at rest, the one that a person must know first gives the name: a broken link, then our
/// hold, then the peer's, then a renegotiation.
public enum CanonicalName: String, CaseIterable, Hashable, Sendable, Codable {
    /// There is no call yet.
    case idle = "IDLE"
    /// The call was dialed, and the exchange does not have it yet.
    case requesting = "REQUESTING"
    /// The exchange has the dialed call, or the person answered and media does not flow yet.
    case connecting = "CONNECTING"
    /// A call rings on this device.
    case ringingInbound = "RINGING_INBOUND"
    /// A dialed call rings at the other side.
    case ringingOutbound = "RINGING_OUTBOUND"
    /// The two sides can talk.
    case active = "ACTIVE"
    /// This side holds the call.
    case onHold = "ON_HOLD"
    /// The other side holds the call.
    case remoteHold = "REMOTE_HOLD"
    /// The path to the other side was lost and is being restored.
    case reconnecting = "RECONNECTING"
    /// The descriptions are being exchanged again; sound may continue.
    case renegotiating = "RENEGOTIATING"
    /// This side hung up, and the exchange has not confirmed it.
    case disconnecting = "DISCONNECTING"
    /// The call ended, and no other name says how.
    case ended = "ENDED"
    /// The call could not be set up, or failed; also a dialed call that was declined or not answered.
    case failed = "FAILED"
    /// An incoming call ended before it was answered or declined.
    case missed = "MISSED"
    /// The path was not restored in time. `ENDED` follows.
    case dropped = "DROPPED"

    /// The name of a state.
    public init(of state: CallState) {
        switch state.progress {
        case .idle: self = .idle
        case .requesting: self = .requesting
        case .connecting, .answering: self = .connecting
        case .ringing: self = state.direction == .outbound ? .ringingOutbound : .ringingInbound
        case .active: self = Self.whileActive(state)
        // A dropped call is named so while the device cleans up; then it has ended.
        case .disconnecting(.dropped): self = .dropped
        case .disconnecting: self = .disconnecting
        case .ended(let reason): self = Self.afterEnd(reason, state.direction)
        }
    }

    private static func whileActive(_ state: CallState) -> CanonicalName {
        if state.link.isDown { return .reconnecting }
        if state.hold.isHeld { return .onHold }
        if state.remoteHold == .on { return .remoteHold }
        return state.link == .renegotiating ? .renegotiating : .active
    }

    /// A call to this device that was neither answered nor declined is missed. A call from it that was not answered has
    /// failed to be set up.
    private static func afterEnd(_ reason: EndReason, _ direction: CallDirection) -> CanonicalName {
        switch (reason, direction) {
        case (.failed, _), (.unreachable, _), (.incompatible, _): .failed
        case (.noAnswer, .inbound), (.cancelled, .inbound): .missed
        case (.noAnswer, .outbound), (.busy, .outbound), (.declined, .outbound): .failed
        case (.cancelled, .outbound), (.busy, .inbound), (.declined, .inbound), (.declinedElsewhere, _),
            (.answeredElsewhere, _), (.dropped, _), (.completed, _):
            .ended
        }
    }
}

extension CanonicalName: CallProjection {
    public static let platform = "canonical"

    public static let documented: [AllowedTransitions<CanonicalName>] = [
        AllowedTransitions(.idle, to: [.requesting, .connecting, .ringingInbound], because: "table"),
        AllowedTransitions(.requesting, to: [.ringingOutbound], because: "table"),
        AllowedTransitions(.connecting, to: [.ringingOutbound, .failed], because: "table"),
        AllowedTransitions(
            .ringingInbound, to: [.active, .missed, .ended, .failed], because: "table; FAILED: from any state"),
        AllowedTransitions(.ringingOutbound, to: [.active, .failed, .missed], because: "table"),
        AllowedTransitions(
            .active, to: [.onHold, .remoteHold, .reconnecting, .renegotiating, .ended, .dropped, .failed],
            because: "table; FAILED: from any state"),
        AllowedTransitions(.onHold, to: [.active, .failed], because: "table; FAILED: from any state"),
        AllowedTransitions(.remoteHold, to: [.failed], because: "FAILED: from any state"),
        AllowedTransitions(
            .reconnecting, to: [.active, .dropped, .ended, .failed], because: "table; FAILED: from any state"),
        AllowedTransitions(.renegotiating, to: [.active, .failed], because: "table; FAILED: from any state"),
        AllowedTransitions(.dropped, to: [.ended, .failed], because: "table; FAILED: from any state"),
        AllowedTransitions(.disconnecting, to: [.ended, .failed], because: "table; FAILED: from any state"),
        AllowedTransitions(.requesting, to: [.failed], because: "FAILED: from any state"),
    ]

    public static let closures: [AllowedTransitions<CanonicalName>] = [
        AllowedTransitions(
            .requesting, to: [.connecting],
            because: "two platforms' names of one phase; ours tells an offer in the making from an INVITE sent"),
        AllowedTransitions(
            .requesting, to: [.disconnecting, .ended],
            because: "REQUESTING could only ring: no cancel, no refusal"),
        AllowedTransitions(
            .connecting, to: [.disconnecting, .ended, .missed],
            because: "the caller could not cancel, the callee not be busy; answering can be overtaken by an end"),
        AllowedTransitions(
            .connecting, to: [.active, .remoteHold],
            because: "answering was missing: between ringing and active the call connects"),
        AllowedTransitions(
            .ringingInbound, to: [.connecting, .disconnecting],
            because: "answering was missing, and DISCONNECTING had no way in"),
        AllowedTransitions(
            .ringingOutbound, to: [.connecting, .disconnecting, .ended],
            because: "answering was missing, cancel too, and DISCONNECTING had no way in"),
        AllowedTransitions(
            .active, to: [.disconnecting],
            because: "DISCONNECTING had no way in"),
        AllowedTransitions(
            .onHold, to: [.disconnecting, .ended, .dropped, .reconnecting, .remoteHold, .renegotiating],
            because: "ON_HOLD could only resume: no hang-up, no network loss, no second hold beneath it"),
        AllowedTransitions(
            .remoteHold, to: [.active, .onHold, .disconnecting, .ended, .dropped, .reconnecting, .renegotiating],
            because: "REMOTE_HOLD had no way out"),
        AllowedTransitions(
            .reconnecting, to: [.onHold, .remoteHold, .disconnecting],
            because: "both holds survive a reconnection; a hang-up waits for its acknowledgement"),
        AllowedTransitions(
            .renegotiating, to: [.onHold, .remoteHold, .reconnecting, .disconnecting, .ended, .dropped],
            because: "RENEGOTIATING could only succeed"),
        AllowedTransitions(
            .disconnecting, to: [.missed],
            because: "a device that stopped ringing by itself missed the call"),
        AllowedTransitions(
            .failed, to: [.ended, .missed],
            because: "stronger news that comes late corrects how the call ended; FAILED never reached ENDED "
                + "while DROPPED did"),
        AllowedTransitions(
            .missed, to: [.ended],
            because: "stronger news that comes late corrects how the call ended; MISSED never reached ENDED "
                + "while DROPPED did"),
        AllowedTransitions(
            .ended, to: [.failed],
            because: "a refusal that crossed the caller's cancel"),
    ]
}
