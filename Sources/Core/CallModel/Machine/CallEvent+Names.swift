extension CallEvent {
    /// One event of every kind, and a release for every reason: the columns of ``CallTable``.
    public static let all: [CallEvent] =
        [
            .dial, .answer, .decline, .declineAsBusy, .hangUp, .hold, .resume, .invited, .peerRinging, .peerAnswered,
            .holdConfirmed, .resumeConfirmed, .holdRequestFailed, .peerHeld, .peerResumed,
        ] + EndReason.allCases.map { .released(Ending($0)) } + [
            .releaseAcknowledged, .inviteSent, .mediaConnected, .mediaIncompatible, .failed, .renegotiationStarted,
            .renegotiationFinished, .renegotiationFailed, .linkImpaired, .linkLost, .linkRestored, .setUpLimitReached,
            .ringingLimitReached, .recoveryLimitReached, .releaseLimitReached,
        ]

    /// The name of the event, with the reason of a release: `released(busy)`. Unique within ``all``.
    public var name: String {
        switch self {
        case .dial: "dial"
        case .answer: "answer"
        case .decline: "decline"
        case .declineAsBusy: "declineAsBusy"
        case .hangUp: "hangUp"
        case .hold: "hold"
        case .resume: "resume"
        case .invited: "invited"
        case .peerRinging: "peerRinging"
        case .peerAnswered: "peerAnswered"
        case .holdConfirmed: "holdConfirmed"
        case .resumeConfirmed: "resumeConfirmed"
        case .holdRequestFailed: "holdRequestFailed"
        case .peerHeld: "peerHeld"
        case .peerResumed: "peerResumed"
        case .released(let ending): "released(\(ending.reason))"
        case .releaseAcknowledged: "releaseAcknowledged"
        case .inviteSent: "inviteSent"
        case .mediaConnected: "mediaConnected"
        case .mediaIncompatible: "mediaIncompatible"
        case .failed: "failed"
        case .renegotiationStarted: "renegotiationStarted"
        case .renegotiationFinished: "renegotiationFinished"
        case .renegotiationFailed: "renegotiationFailed"
        case .linkImpaired: "linkImpaired"
        case .linkLost: "linkLost"
        case .linkRestored: "linkRestored"
        case .setUpLimitReached: "setUpLimitReached"
        case .ringingLimitReached: "ringingLimitReached"
        case .recoveryLimitReached: "recoveryLimitReached"
        case .releaseLimitReached: "releaseLimitReached"
        }
    }
}

extension CallEvent: CustomStringConvertible {
    /// The name of the event: safe to log.
    public var description: String { name }
}
