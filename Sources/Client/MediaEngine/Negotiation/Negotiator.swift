public import SDP

/// Offer and answer for one audio section (RFC 8829, RFC 3264). It takes the peer's descriptions and produces our
/// descriptions and agreements.
///
/// It is a value without clock, randomness or I/O: its owner makes the credentials, gathers the candidates and sends
/// the text. A method that throws leaves it unchanged.
///
///     offering:   createOffer → (candidates) → localDescription → acceptAnswer
///     answering:  acceptOffer → createAnswer → (candidates) → localDescription
public struct Negotiator: Sendable {
    /// The properties of our side that all descriptions of a connection share.
    public let local: LocalMedia
    /// The state of offer and answer, which decides what may come next (RFC 8829 §3.2).
    public private(set) var state = NegotiationState.stable
    /// The direction for our next description. A description that restarts ICE repeats the last agreed direction.
    public var direction: MediaDirection

    /// An agreement of both sides.
    struct Agreement: Hashable, Sendable {
        var layout: SectionLayout
        var generation: IceGeneration
        var remoteUserFragment: String
        /// The direction in our description.
        var direction: MediaDirection
        var media: NegotiatedMedia
    }

    var settled: Agreement?
    var provisional: Agreement?
    var remoteOffer: RemoteMedia?
    /// The last description made, whether or not it was sent.
    var description: LocalDescription?
    /// The ICE generation of the description under way, if it restarts ICE or is the first.
    var nextGeneration: IceGeneration
    var version: UInt64 = 0

    /// Makes a negotiator for a new peer connection. The credentials are those of its first ICE generation.
    public init(_ local: LocalMedia, credentials: IceCredentials, direction: MediaDirection = .sendrecv) {
        self.local = local
        self.direction = direction
        nextGeneration = IceGeneration(credentials: credentials)
    }

    /// The last agreement, including a provisional answer; nil before the first.
    public var media: NegotiatedMedia? { (provisional ?? settled)?.media }

    /// Whether audio may be sent now: both sides agreed to it, and we have not withdrawn it since.
    public var maySend: Bool { media.map { $0.sends && direction.sends } ?? false }

    /// The last description as text, with the candidates known so far; nil if there is none or it was rolled back.
    public var localDescription: String? {
        guard let description else { return nil }
        return description.text(local, generation(of: description.userFragment))
    }

    /// The credentials of the last description. Before the first and after a rollback, the settled credentials, or the
    /// initial ones.
    public var localCredentials: IceCredentials {
        if let description { return generation(of: description.userFragment).credentials }
        return (settled?.generation ?? nextGeneration).credentials
    }

    /// Gives up the offer under way, ours or the peer's, as if it had not been made.
    ///
    /// - Throws: `wrongState` if no offer is under way.
    public mutating func rollBack() throws(MediaError) {
        guard state != .stable else { throw MediaError(.wrongState, "no offer to roll back") }
        if state != .haveRemoteOffer { description = nil }
        remoteOffer = nil
        provisional = nil
        state = .stable
    }

    /// Adds a candidate gathered for the ICE generation with that user fragment. Candidates of an earlier generation,
    /// duplicates, and those beyond `SDPLimits.candidatesMax` are ignored.
    public mutating func addLocalCandidate(_ candidate: IceCandidate, userFragment: String) {
        changeGeneration(userFragment) { generation in
            guard generation.candidates.count < SDPLimits.candidatesMax else { return }
            guard !generation.candidates.contains(candidate) else { return }
            generation.candidates.append(candidate)
        }
    }

    /// Marks the ICE generation with that user fragment as complete.
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

/// The state of offer and answer (RFC 8829 §3.2). The state for a provisional local answer is missing, because we never
/// send one.
public enum NegotiationState: String, Hashable, Sendable {
    /// No negotiation is under way.
    case stable
    /// Our offer waits for the peer's answer.
    case haveLocalOffer
    /// The peer's offer waits for our answer.
    case haveRemoteOffer
    /// Our offer has a provisional answer (early media); the final one may differ.
    case haveRemotePranswer
}

/// The properties of our side that stay the same during a peer connection.
public struct LocalMedia: Hashable, Sendable {
    /// The session identifier of our `o=` lines. Random and below 2⁶³ (RFC 8829 §5.2.1).
    public var sessionIdentifier: UInt64
    /// The fingerprint of our DTLS certificate.
    public var fingerprint: CertificateFingerprint
    /// The synchronization source of the audio we send.
    public var synchronizationSource: UInt32
    /// The canonical name of our RTCP reports (RFC 7022).
    public var canonicalName: String
    /// The name of the stream that browsers create for our audio (RFC 8830): the first part of the `a=msid` line.
    public var streamIdentification = "carillon"
    /// The name of the track in that stream: the second part of the `a=msid` line.
    public var trackIdentification = "audio0"
    /// The `a=mid` of our first offer. Our answers use the peer's.
    public var mediaIdentification = "0"
    /// The codecs in order of preference, at least one. Our offers use this order, and our answers that of the offer.
    public var codecs: [AudioCodec]
    /// The role we take if an offer leaves the choice to us; active saves a round trip (RFC 5763 §5).
    public var answerRole = DTLSRole.client
    /// Whether candidates follow the descriptions.
    public var trickles: Bool

    public init(
        sessionIdentifier: UInt64, fingerprint: CertificateFingerprint, synchronizationSource: UInt32,
        canonicalName: String, codecs: [AudioCodec] = [.opus, .pcmu, .pcma], trickles: Bool = false
    ) {
        self.sessionIdentifier = sessionIdentifier
        self.fingerprint = fingerprint
        self.synchronizationSource = synchronizationSource
        self.canonicalName = canonicalName
        self.codecs = codecs
        self.trickles = trickles
    }
}

/// The credentials of one ICE run and the candidates gathered with them.
struct IceGeneration: Hashable, Sendable {
    var credentials: IceCredentials
    var candidates: [IceCandidate] = []
    var isComplete = false

    /// The candidate in the `m=` and `c=` lines, for peers without ICE: the most widely reachable one (RFC 8829
    /// §5.2.1).
    var defaultCandidate: IceCandidate? {
        func reach(_ candidate: IceCandidate) -> Int? {
            guard candidate.component == 1, candidate.transport == .udp, !candidate.isMulticastDNS else { return nil }
            let isVersion4 = candidate.address.utf8.contains(0x3A) ? 0 : 1
            return switch candidate.kind {
            case .relayed: 4 + isVersion4
            case .serverReflexive, .peerReflexive: 2 + isVersion4
            case .host: isVersion4
            case .other: nil
            }
        }
        var best: (candidate: IceCandidate, reach: Int)?
        for candidate in candidates {
            guard let reach = reach(candidate), reach > best?.reach ?? -1 else { continue }
            best = (candidate, reach)
        }
        return best?.candidate
    }
}
