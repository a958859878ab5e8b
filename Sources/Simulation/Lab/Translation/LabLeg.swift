import CallModel

/// A phone's leg at the carrier that rings, or ended without an answer.
///
/// Two tell why it ended, in either order: the phone's client, and the exchange, which alone knows what became of the
/// call. A carrier ends the leg of a phone that lost as if the caller had given up, and a phone in the background leaves
/// the carrier before that. So the reason follows from what both told, and not from who told it first.
struct LabLeg: Hashable, Sendable {
    /// The client's own id of the call.
    let call: String
    /// The ring session that rings the phone; nil if none does.
    let session: String?
    /// Why it ended as the phone's client has it; nil while it rings.
    private var own: EndReason?
    /// Why the phone stopped ringing as the exchange told it; nil until it does.
    private var told: EndReason?

    init(call: String, session: String? = nil, told: EndReason? = nil) {
        self.call = call
        self.session = session
        self.told = told
    }

    /// Why it ended; nil while it rings.
    var reason: EndReason? { own.map { max($0, told ?? $0) } }

    mutating func ends(_ reason: EndReason) { own = max(own ?? reason, reason) }

    /// The exchange's newest word counts; nil takes the one before back.
    mutating func isTold(_ reason: EndReason?) { told = reason }
}
