internal import Accounts
internal import CallModel

/// What a bearer session says of whoever asks.
struct APISession: Sendable {
    let id: String
    let user: UserID
    /// The device it was opened on.
    let device: String

    init(_ session: BearerSession) {
        id = session.id
        user = UserID(session.user)
        device = session.device
    }
}
