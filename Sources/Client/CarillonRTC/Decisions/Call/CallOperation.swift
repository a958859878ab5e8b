package import Redaction

/// What a user can ask of a call.
package enum CallOperation: Hashable, Sendable {
    case answer
    case decline(busy: Bool)
    case hangUp
    case hold
    case resume
    case setMuted(Bool)
    case sendTones(Redacted<String>)
    case restartMedia
}
