/// Which request of a call a reply belongs to.
package enum CallRequestTag: Hashable, Sendable {
    case invite
    case answer
    case attach
    case bye
    /// `hold` or `unhold`.
    case hold
    case updateMedia
    case tones(OperationID?)
    case candidate
}
