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
