public import CallModel

/// The phase of a session. Each case holds the data that exists in that phase only.
public enum RingPhase: Hashable, Sendable, Codable {
    /// Devices ring, at most until the deadline.
    /// Leads to: `claimed` (answer, claim), `voicemail` (no device left), `ended` (caller gone, no device left).
    case ringing
    /// One leg has the call; the caller and the leg are being joined.
    /// Leads to: `active` (bridged), `ringing`, `voicemail`, `apology`, `parked` (winner lost), `ended` (caller gone).
    case claimed(Claim)
    /// The caller and the winner talk, at most ``RingLimits/callTimeMax``; or the winner consults another device, and
    /// the caller waits.
    /// Leads to: `claimed` (handed over, taken back), `parked`, `ended`.
    case active(Conversation)
    /// The caller waits to be retrieved.
    /// Leads to: `claimed` (retrieved), `apology` (not retrieved in time), `ended` (caller gone).
    case parked(Parking)
    /// The caller hears a greeting or leaves a message.
    /// Leads to: `claimed` (rescue), `ended`.
    case voicemail(Voicemail)
    /// The caller hears an apology, at most until the given time.
    /// Leads to: `ended`.
    case apology(until: Duration)
    /// The call is over. Legs may still have to be hung up.
    case ended(RingOutcome)
}

/// The caller and the winner talk.
public struct Conversation: Hashable, Sendable, Codable {
    /// The winner's device.
    public let device: DeviceID
    /// The winner's leg.
    public let leg: LegID
    /// When the conversation began.
    public let since: Duration
}

/// The device that has the call. It is decided once per epoch.
public struct Claim: Hashable, Sendable, Codable {
    /// The origin of a claim, and the progress of the bridge.
    public enum Stage: Hashable, Sendable, Codable {
        /// The device said that it will answer. The lease lapses.
        case leased(until: Duration)
        /// The device has answered.
        case joining(BridgeAttempt)
    }

    /// The device.
    public let device: DeviceID
    /// The leg of the device. A device that claims before it has a leg gets one.
    public let leg: LegID
    /// How often the claim was vacated before.
    public let epoch: UInt32
    /// The progress of the claim.
    public internal(set) var stage: Stage
}

/// The progress of joining the caller and the winner.
public struct BridgeAttempt: Hashable, Sendable, Codable {
    /// The event that is awaited. Each wait ends at a time, so that no caller hears lasting silence.
    public enum Step: Hashable, Sendable, Codable {
        /// The carrier was told and has not replied.
        case asked(until: Duration)
        /// The leg of the caller, or of a merged caller, must be answered first.
        case awaitingParent(until: Duration)
        /// The carrier accepted the command; its event is awaited.
        case confirming(until: Duration)
        /// The command is repeated at that time.
        case pausing(until: Duration)
        /// Both legs are looked at; the flags say which were found alive.
        case looking(parent: Bool, leg: Bool, until: Duration)

        /// When the wait is over.
        var until: Duration {
            switch self {
            case .asked(let until), .awaitingParent(let until), .confirming(let until), .pausing(let until),
                .looking(_, _, let until):
                until
            }
        }
    }

    /// When the losers are hung up; nil once they were.
    var losersAt: Duration?
    /// When the winner is given up.
    let givenUpAt: Duration
    /// How often the bridge was tried.
    var attempts: UInt8 = 1
    /// The event that is awaited.
    var step: Step
}
