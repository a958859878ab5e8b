package import Redaction
package import Verto

/// What description is in the making between us and the peer. One at a time.
package enum Negotiation: Hashable, Sendable {
    /// None. Leaves to: any other.
    case idle
    /// The engine makes our first offer. Leaves to: `.awaitingAnswer`, `.idle` (failed, ended).
    case offering(UInt64)
    /// Our INVITE is out. Leaves to: `.applying`, `.idle`.
    case awaitingAnswer
    /// The engine applies an answer; `isFinal` unless it is early media. Leaves to: `.awaitingAnswer`, `.idle`.
    case applying(UInt64, isFinal: Bool)
    /// The engine answers the peer's INVITE, or the exchange's attach. Leaves to: `.idle`.
    case answering(UInt64, attach: Bool)
    /// The engine answers a new offer in the middle of the call. Leaves to: `.idle`.
    case answeringUpdate(UInt64, VertoID, Redacted<String>)
    /// The engine makes a new offer (ICE restart). Leaves to: `.awaitingUpdate`, `.idle`.
    case offeringUpdate(UInt64)
    /// Our new offer is out. Leaves to: `.applyingUpdate`, `.idle` (refused, link lost, yielded to the peer's).
    case awaitingUpdate
    /// The engine makes a new offer the exchange asked for: the other side came back and may have no media any more. It
    /// goes back under the id. Leaves to: `.awaitingRequestedAnswer`, `.idle` (failed, withdrawn, link lost).
    case offeringOnRequest(UInt64, VertoID)
    /// That offer is out. Leaves to: `.applyingUpdate`, `.idle` (withdrawn, link lost), `.answeringUpdate`,
    /// `.offeringOnRequest` (the exchange has given it up for another).
    case awaitingRequestedAnswer
    /// The engine applies the answer to it. Leaves to: `.idle`.
    case applyingUpdate(UInt64)

    /// Whether it is a restart that we began.
    var isOwnUpdate: Bool {
        switch self {
        case .offeringUpdate, .awaitingUpdate: true
        case .idle, .offering, .awaitingAnswer, .applying, .answering, .answeringUpdate, .offeringOnRequest,
            .awaitingRequestedAnswer, .applyingUpdate:
            false
        }
    }
}
