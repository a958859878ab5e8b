import CallModel

/// One call as the person and the system know it: parallel regions side by side.
///
/// How signalling proceeds is its line's business (`CallModel`); this machine decides what the system is told, what the
/// line is ordered and when an action is complete.
struct PhoneCall: Hashable, Sendable {
    let id: CallUUID
    let direction: CallDirection
    /// Names by which pushes and the INVITE may speak of it. Learned as they come, never changed.
    var session: CallSessionID?
    /// Which ringing of this device by that session it is; grows if it is rung for anew while it comes in.
    var round: RingRound = .first
    var vendor: VendorCallID?
    var organization: OrganizationID?
    /// With whom it waits, as a push says, or is to be placed; `nil` while nothing has said it, which means the exchange.
    var provider: SignalingProvider?
    /// Where in the vendor's network it waits, as the push that came last says.
    var edge: VendorEdge?
    var display: CallDisplay
    /// Outbound: whom the line is to call, and what goes with the call.
    var dialled: DialledParty?
    var stage: CallStage
    var report = ReportRegion()
    var line: BoundLine?
    /// As the person, or the system in the person's name, asked. Hold does not touch it.
    var isMuted = false
    /// As asked for; the line follows.
    var isHeld = false
    /// The transactions we asked for: a second tap finds the first here.
    var requests: VerbSet = []
    /// Whether the deadline for the INVITE runs.
    var awaitsInvite = false
    /// Whether an unmute would be the system's own doing.
    var guardsUnmute = false
    /// What it wants of the exchange beside signalling.
    var marks = RingMarks()

    /// With whom it is, as far as is known.
    var currentProvider: SignalingProvider { line?.registration.provider ?? provider ?? .exchange }

    /// Whether the person took or placed it.
    var isTaken: Bool { stage != .ringing }

    /// Whether it is the one that sound belongs to: it stands and is not held.
    var isActive: Bool { stage == .connected && !isHeld }
}

/// How far a call is between the person, the system and the exchange: the region the others hang on.
enum CallStage: Hashable, Sendable {
    /// Inbound: nobody has acted. At most ``PhoneLimits/ringDuration``.
    /// Leaves to: `.answering` (answer action), `.over` or removed (end action, limit, end of the line, refusal).
    case ringing
    /// Inbound: taken; the actions wait for media. At most ``PhoneLimits/answerWait``.
    /// Leaves to: `.connected` (media flows), `.over` or removed (limit, failure, end).
    case answering([SystemActionID])
    /// Outbound: the system was asked and has not begun. At most ``PhoneLimits/dialWait``.
    /// Leaves to: `.started` (start action), `.abandoned` (given up), removed (refused, limit).
    case requested
    /// Outbound: given up before the system began; its start action will fail. Leaves to: removed.
    case abandoned
    /// Outbound: the system began, the exchange cannot be reached yet. At most ``PhoneLimits/dialWait``.
    /// Leaves to: `.dialing` (connection ready), removed (limit, end action).
    case started
    /// Outbound: the exchange has it. Its line keeps the time.
    /// Leaves to: `.connected` (media flows), removed (end).
    case dialing
    /// The call stands. Leaves to: `.over` or removed.
    case connected
    /// Over in every way but one: a report has not come to completion, and an end told before would be lost (pitfall 6).
    /// The reason is what is left to tell; `nil` if the system ended it. At most ``PhoneLimits/reportWait``.
    case over(SystemEndReason?)

    /// Whether the call counts: against the limit, and as something that can be acted upon.
    var isLive: Bool {
        switch self {
        case .ringing, .answering, .requested, .started, .dialing, .connected: true
        case .abandoned, .over: false
        }
    }

    /// Whether an INVITE is still to come, or has come and is not settled.
    var isIncoming: Bool {
        switch self {
        case .ringing, .answering: true
        case .requested, .abandoned, .started, .dialing, .connected, .over: false
        }
    }
}

/// The calls that are not over, the oldest first.
struct CallSet: Hashable, Sendable {
    private(set) var calls: [PhoneCall] = []

    /// Those that count against the limit.
    var liveCount: Int { calls.count { $0.stage.isLive } }

    /// The one that sound belongs to; of several that of the latest, though there is never more than one for long.
    var active: PhoneCall? { calls.last { $0.isActive } }

    subscript(_ id: CallUUID) -> PhoneCall? { calls.first { $0.id == id } }

    /// The call of a line.
    func call(on line: LineID) -> PhoneCall? { calls.first { $0.line?.id == line } }

    mutating func add(_ call: PhoneCall) { calls.append(call) }

    mutating func remove(_ id: CallUUID) { calls.removeAll { $0.id == id } }

    /// Changes a call in its place. `nil` if there is no such call.
    @discardableResult
    mutating func change<Result>(_ id: CallUUID, _ body: (inout PhoneCall) -> Result) -> Result? {
        guard let index = calls.firstIndex(where: { $0.id == id }) else { return nil }
        return body(&calls[index])
    }
}
