internal import CallModel
internal import Redaction

/// Who logged in: a user, and which of the user's devices if it has a login of its own.
struct Identity: Hashable {
    var user: UserID
    /// nil: logged in with the user's own password.
    var device: String?
}
