import CallModel

/// One call, as the person and the system know it. Its state consists of parallel regions.
///
/// The line handles the progress of signaling (`CallModel`). This machine decides the reports to the system, the orders
/// to the line and the completion of actions.
struct PhoneCall: Hashable, Sendable {
    let id: CallUUID
    let direction: CallDirection
    /// Identifiers by which pushes and the INVITE may refer to the call. They are learned as they come and never
    /// changed.
    var session: CallSessionID?
    /// The round in which the session rings this device. It grows if the session rings again while the call comes in.
    var round: RingRound = .first
    var vendor: VendorCallID?
    var organization: OrganizationID?
    /// The provider where the call waits according to a push, or over which it will be placed; `nil` if unknown, which
    /// means the exchange.
    var provider: SignalingProvider?
    /// The edge of the vendor's network where the call waits, according to the latest push.
    var edge: VendorEdge?
    var display: CallDisplay
    /// Inbound: whether the exchange has told who calls. Until then the display may have a carrier's number.
    var isCallerTold = false
    /// Outbound: the party that the line must call, and the settings of the call.
    var dialled: DialedParty?
    var stage: CallStage
    var report = ReportState()
    /// Inbound: the person answered in the app before the system had the call. The value says what becomes of an active
    /// call then.
    var awaitedAnswer: ActiveCallPolicy?
    var line: CallLine?
    /// The state that the person, or the system in the person's name, asked for. A hold does not change it.
    var isMuted = false
    /// The state that was asked for; the line follows.
    var isHeld = false
    /// The transactions under way. They make a second tap harmless.
    var requests: TransactionKinds = []
    /// Whether the timer for the INVITE runs.
    var awaitsInvite = false
    /// Whether an unmute now counts as the system's own.
    var guardsUnmute = false
    /// The needs of the call beside signaling.
    var marks = RingFlags()

    /// The provider of the call, as far as known.
    var currentProvider: SignalingProvider { line?.registration.provider ?? provider ?? .exchange }

    /// Whether the person answered or placed the call.
    var isTaken: Bool { stage != .ringing }

    /// Whether audio belongs to this call: it is connected and not held.
    var isActive: Bool { stage == .connected && !isHeld }
}

/// The progress of a call between the person, the system and the exchange. The other regions depend on it.
enum CallStage: Hashable, Sendable {
    /// Inbound: the call rings. At most ``PhoneLimits/ringDuration``.
    /// Leaves to: `.answering` (answer action), `.over` or removed (end action, limit, end of the line, refusal).
    case ringing
    /// Inbound: answered; the answer actions wait for media. At most ``PhoneLimits/answerWait``.
    /// Leaves to: `.connected` (media flows), `.over` or removed (limit, failure, end).
    case answering([SystemActionID])
    /// Outbound: the system was asked and has not started the call. At most ``PhoneLimits/dialWait``.
    /// Leaves to: `.started` (start action), `.abandoned` (given up), removed (refused, limit).
    case requested
    /// Outbound: given up before the system started the call; its start action will fail.
    /// Leaves to: removed.
    case abandoned
    /// Outbound: the system started the call; the exchange is not reachable yet. At most ``PhoneLimits/dialWait``.
    /// Leaves to: `.dialing` (connection ready), removed (limit, end action).
    case started
    /// Outbound: the exchange has the call. Its line limits the time.
    /// Leaves to: `.connected` (media flows), removed (end).
    case dialing
    /// The call is connected.
    /// Leaves to: `.over` or removed.
    case connected
    /// The call has ended, but a report has not completed. The system would ignore an end that it gets before then
    /// (pitfall 6). The value is the reason that the system must still get; `nil` if the system ended the call. At most
    /// ``PhoneLimits/reportWait``.
    case over(SystemEndReason?)

    /// Whether the call counts against the limit and can be acted upon.
    var isLive: Bool {
        switch self {
        case .ringing, .answering, .requested, .started, .dialing, .connected: true
        case .abandoned, .over: false
        }
    }

    /// Whether the call is inbound and its INVITE is pending or not settled.
    var isIncoming: Bool {
        switch self {
        case .ringing, .answering: true
        case .requested, .abandoned, .started, .dialing, .connected, .over: false
        }
    }
}

/// The calls that have not ended, the oldest first.
struct CallSet: Hashable, Sendable {
    private(set) var calls: [PhoneCall] = []

    /// The number of calls that count against the limit.
    var liveCount: Int { calls.count { $0.stage.isLive } }

    /// The call that audio belongs to. If there are several for a moment, it is the latest.
    var active: PhoneCall? { calls.last { $0.isActive } }

    subscript(_ id: CallUUID) -> PhoneCall? { calls.first { $0.id == id } }

    /// The call of a line.
    func call(on line: LineID) -> PhoneCall? { calls.first { $0.line?.id == line } }

    mutating func add(_ call: PhoneCall) { calls.append(call) }

    mutating func remove(_ id: CallUUID) { calls.removeAll { $0.id == id } }

    /// Changes a call in place; `nil` if the call does not exist.
    @discardableResult
    mutating func change<Result>(_ id: CallUUID, _ body: (inout PhoneCall) -> Result) -> Result? {
        guard let index = calls.firstIndex(where: { $0.id == id }) else { return nil }
        return body(&calls[index])
    }
}
