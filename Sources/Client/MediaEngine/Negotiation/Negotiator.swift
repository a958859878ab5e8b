public import SDP

/// Offer and answer for one audio section (RFC 8829, RFC 3264): descriptions in, descriptions and agreements out.
///
/// A value without clock, randomness or I/O: who owns it makes the credentials, gathers the candidates and carries the text.
/// Every method that throws leaves it as it was.
///
///     offering:   createOffer → (candidates) → localDescription → acceptAnswer
///     answering:  acceptOffer → createAnswer → (candidates) → localDescription
public struct Negotiator: Sendable {
    public let local: LocalMedia
    public private(set) var state = NegotiationState.stable
    /// What we are willing to do from the next description on; one that restarts ICE repeats the direction agreed last.
    public var direction: MediaDirection

    /// What both sides last settled.
    struct Agreement: Hashable, Sendable {
        var layout: SectionLayout
        var generation: IceGeneration
        var remoteUserFragment: String
        /// What our description said.
        var direction: MediaDirection
        var media: NegotiatedMedia
    }

    var settled: Agreement?
    var provisional: Agreement?
    var remoteOffer: RemoteMedia?
    /// The description made last, whether or not it was sent.
    var description: LocalDescription?
    /// Of the description under way, where it restarts ICE or is the first.
    var nextGeneration: IceGeneration
    var version: UInt64 = 0

    /// - Parameter credentials: of the first ICE generation.
    public init(_ local: LocalMedia, credentials: IceCredentials, direction: MediaDirection = .sendrecv) {
        self.local = local
        self.direction = direction
        nextGeneration = IceGeneration(credentials: credentials)
    }

    /// What was agreed last, a provisional answer included; nil before the first.
    public var media: NegotiatedMedia? { (provisional ?? settled)?.media }

    /// Whether audio may go out now: agreed by both sides, and not withdrawn by us since.
    public var maySend: Bool { media.map { $0.sends && direction.sends } ?? false }

    /// The description made last as text, with the candidates known by now; nil when there is none or it was rolled back.
    public var localDescription: String? {
        guard let description else { return nil }
        return description.text(local, generation(of: description.userFragment))
    }

    /// The credentials of the description made last; before and after a rollback those settled, or the first ones.
    public var localCredentials: IceCredentials {
        if let description { return generation(of: description.userFragment).credentials }
        return (settled?.generation ?? nextGeneration).credentials
    }

    /// Gives up the offer under way, ours or the peer's, as if it had not been made.
    ///
    /// - Throws: `wrongState` when none is.
    public mutating func rollBack() throws(MediaError) {
        guard state != .stable else { throw MediaError(.wrongState, "no offer to roll back") }
        if state != .haveRemoteOffer { description = nil }
        remoteOffer = nil
        provisional = nil
        state = .stable
    }

    /// Adds a candidate gathered for the ICE generation with that user fragment. Late ones of a generation that is gone,
    /// doubles, and those beyond `SDPLimits.candidatesMax` are ignored.
    public mutating func addLocalCandidate(_ candidate: IceCandidate, userFragment: String) {
        changeGeneration(userFragment) { generation in
            guard generation.candidates.count < SDPLimits.candidatesMax else { return }
            guard !generation.candidates.contains(candidate) else { return }
            generation.candidates.append(candidate)
        }
    }

    /// Says that the ICE generation with that user fragment has all its candidates.
    public mutating func completeLocalCandidates(userFragment: String) {
        changeGeneration(userFragment) { $0.isComplete = true }
    }

    private mutating func changeGeneration(_ userFragment: String, _ change: (inout IceGeneration) -> Void) {
        if nextGeneration.credentials.userFragment == userFragment { change(&nextGeneration) }
        if var agreement = settled, agreement.generation.credentials.userFragment == userFragment {
            change(&agreement.generation)
            settled = agreement
        }
    }

    func generation(of userFragment: String) -> IceGeneration {
        if let settled, settled.generation.credentials.userFragment == userFragment { return settled.generation }
        return nextGeneration
    }

    mutating func move(to state: NegotiationState) { self.state = state }
}
