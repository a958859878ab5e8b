public import CallModel
public import PushPayload

/// What became of one call, and how far the person has been told.
public struct Notice: Hashable, Sendable, Codable {
    /// How far the person has been told.
    public enum Stage: String, Hashable, Sendable, Codable {
        /// The exchange spoke of a call of which this device knows nothing yet.
        /// Leaves to: `waiting`, `settled` (the call itself is over here).
        case heard
        /// It rang when its process ended, or had just been taken, and may ring on: with the next push, or on another
        /// device of the person's.
        /// At most ``PhoneLimits/outcomeWait``.
        /// Leaves to: `waiting` (the exchange says so, or nobody says anything), `settled` (it rings again, was taken
        /// elsewhere, cleared).
        case unsure
        /// To be shown; ordered, not confirmed.
        /// Leaves to: `shown` (confirmed), `withdrawing` (better news, cleared), `settled` (the person knows).
        case waiting
        /// In the notification center.
        /// Leaves to: `withdrawing` (better news, read, cleared).
        case shown
        /// To be taken away; ordered, not confirmed.
        /// Leaves to: `settled` (confirmed).
        case withdrawing
        /// Nothing to tell, or told. Kept for a while, so that the same news later tells nothing again.
        case settled
    }

    /// The call's name toward the system, and the notification's identifier.
    public let id: CallUUID
    public internal(set) var kind: NoticeKind
    /// How it ended, as far as is known.
    public internal(set) var reason: EndReason
    /// What the exchange said of that end, as in ``CallEnd``; `nil` if nothing. Of another end nothing is kept.
    public internal(set) var told: Ending?
    public internal(set) var organization: OrganizationID?
    public internal(set) var display: CallDisplay
    /// When, by the device's calendar; for people only.
    public internal(set) var time: WallTime?
    public internal(set) var stage: Stage

    /// How the call counts, as far as is known: of one that was missed, whether it was turned away for want of room or
    /// settled by another device since.
    public var disposition: CallDisposition {
        switch kind {
        case .missed: CallDisposition(reason, .inbound, isAnswered: false)
        case .dropped: .dropped
        }
    }

    /// Whether it came in and was not taken by any device of the person's, as far as is known.
    public var isUntaken: Bool { disposition.isUntaken(.inbound) }

    /// Whether the person is to know of it and does not yet.
    public var isUnread: Bool { stage == .waiting || stage == .shown }
}

extension Notice {
    init(_ outcome: CallOutcome, _ kind: NoticeKind, _ stage: Stage) {
        self.init(
            id: outcome.id, kind: kind, reason: outcome.reason, told: outcome.told.of(outcome.reason),
            organization: outcome.organization, display: outcome.display, time: outcome.time, stage: stage)
    }

    /// Takes in how it ended: the stronger reason counts, with what was said of it.
    ///
    /// - Returns: whether this one is stronger.
    mutating func learn(_ reason: EndReason, _ told: Ending?) -> Bool {
        let isStronger = reason > self.reason
        if isStronger {
            self.reason = reason
            self.told = nil
        }
        if let told, told.reason == self.reason { self.told = self.told?.joined(with: told) ?? told }
        return isStronger
    }
}

extension Ending? {
    /// It, if it is one for that reason.
    func of(_ reason: EndReason) -> Ending? { self?.reason == reason ? self : nil }
}

/// What a notice tells.
public enum NoticeKind: String, CaseIterable, Hashable, Sendable, Codable {
    /// Somebody called and nobody took it.
    case missed
    /// A call was cut off by the end of the process that held it.
    case dropped
}

/// An inbound or outbound call that is over on this device.
public struct CallOutcome: Hashable, Sendable {
    public var id: CallUUID
    public var direction: CallDirection
    public var reason: EndReason
    public var organization: OrganizationID?
    public var display: CallDisplay
    public var time: WallTime?
    /// What the exchange said of that end; `nil` if nothing.
    public var told: Ending?

    public init(
        _ id: CallUUID, _ direction: CallDirection, _ reason: EndReason, organization: OrganizationID? = nil,
        display: CallDisplay = .unknown, time: WallTime? = nil, told: Ending? = nil
    ) {
        self.id = id
        self.direction = direction
        self.reason = reason
        self.organization = organization
        self.display = display
        self.time = time
        self.told = told
    }

    /// Whether nobody of the person's took a call that came in. Turned down while in another call counts.
    public var isMissed: Bool {
        direction == .inbound && !reason.impliesConnected && !reason.isSettledByUser
    }
}
