public import CallModel
public import PushPayload

/// A notice of a missed or dropped call, with its progress to the person.
public struct Notice: Hashable, Sendable, Codable {
    /// The progress of a notice.
    public enum Stage: String, Hashable, Sendable, Codable {
        /// The exchange reported the end of a call that this device does not know yet.
        /// Leaves to: `waiting`, `settled` (the call itself ended here).
        case heard
        /// The call rang or had just been answered when its process ended. It may ring on: with the next push, or on
        /// another device of the person. At most ``PhoneLimits/outcomeWait``.
        /// Leaves to: `waiting` (the exchange says so, or no outcome comes in time), `settled` (it rings again, was
        /// answered elsewhere, cleared).
        case unsure
        /// The notice was ordered to be shown and is not confirmed.
        /// Leaves to: `shown` (confirmed), `withdrawing` (better news, cleared), `settled` (the person knows).
        case waiting
        /// The notification center shows the notice.
        /// Leaves to: `withdrawing` (better news, read, cleared).
        case shown
        /// The notice was ordered to be removed and is not confirmed.
        /// Leaves to: `settled` (confirmed).
        case withdrawing
        /// The notice is done or was not needed. It is kept for a while, so that later news of the same call cause no
        /// second notice.
        case settled
    }

    /// The call's name for the system, which is also the notification's identifier.
    public let id: CallUUID
    /// Whether the call was missed or cut off.
    public internal(set) var kind: NoticeKind
    /// The reason of the end, as far as known.
    public internal(set) var reason: EndReason
    /// The exchange's account of that end, as in ``CallEnd``; `nil` if there is none. Accounts of other ends are
    /// dropped.
    public internal(set) var reported: Ending?
    /// The organization of the call, as far as known.
    public internal(set) var organization: OrganizationID?
    /// The caller as the notice shows it.
    public internal(set) var display: CallDisplay
    /// The wall-clock time of the device, only for display.
    public internal(set) var time: WallTime?
    /// The progress of the notice to the person.
    public internal(set) var stage: Stage

    /// The stored names, which earlier versions wrote.
    private enum CodingKeys: String, CodingKey {
        case id, kind, reason
        case reported = "told"
        case organization, display, time, stage
    }

    /// The class of the call, as far as known. It says whether a missed call was rejected for lack of room or settled
    /// by another device since.
    public var disposition: CallDisposition {
        switch kind {
        case .missed: CallDisposition(reason, .inbound, isAnswered: false)
        case .dropped: .dropped
        }
    }

    /// Whether no device of the person answered the inbound call, as far as known.
    public var isUntaken: Bool { disposition.isUntaken(.inbound) }

    /// Whether the person must see the notice and has not.
    public var isUnread: Bool { stage == .waiting || stage == .shown }
}

extension Notice {
    init(_ outcome: CallOutcome, _ kind: NoticeKind, _ stage: Stage) {
        self.init(
            id: outcome.id, kind: kind, reason: outcome.reason, reported: outcome.reported.of(outcome.reason),
            organization: outcome.organization, display: outcome.display, time: outcome.time, stage: stage)
    }

    /// Learns how the call ended. The stronger reason counts, with its account.
    ///
    /// - Returns: whether the new reason is stronger.
    mutating func learn(_ reason: EndReason, _ reported: Ending?) -> Bool {
        let isStronger = reason > self.reason
        if isStronger {
            self.reason = reason
            self.reported = nil
        }
        if let reported, reported.reason == self.reason {
            self.reported = self.reported?.joined(with: reported) ?? reported
        }
        return isStronger
    }
}

extension Ending? {
    /// The account, if it has this reason.
    func of(_ reason: EndReason) -> Ending? { self?.reason == reason ? self : nil }
}

/// The subject of a notice.
public enum NoticeKind: String, CaseIterable, Hashable, Sendable, Codable {
    /// An inbound call was not answered.
    case missed
    /// A call was cut off because its process ended.
    case dropped
}

/// The outcome of a call that has ended on this device.
public struct CallOutcome: Hashable, Sendable {
    /// The call's name toward the system.
    public var id: CallUUID
    /// Whether the person called or was called.
    public var direction: CallDirection
    /// Why the call ended here.
    public var reason: EndReason
    /// The organization whose call it was; `nil`: unknown.
    public var organization: OrganizationID?
    /// The other side, as it was shown.
    public var display: CallDisplay
    /// When it ended, by the device's clock; `nil`: unknown.
    public var time: WallTime?
    /// The exchange's account of that end; `nil` if there is none.
    public var reported: Ending?

    public init(
        _ id: CallUUID, _ direction: CallDirection, _ reason: EndReason, organization: OrganizationID? = nil,
        display: CallDisplay = .unknown, time: WallTime? = nil, reported: Ending? = nil
    ) {
        self.id = id
        self.direction = direction
        self.reason = reason
        self.organization = organization
        self.display = display
        self.time = time
        self.reported = reported
    }

    /// Whether no device of the person answered an inbound call. A call that was rejected during another call counts.
    public var isMissed: Bool {
        direction == .inbound && !reason.impliesConnected && !reason.isSettledByUser
    }
}
