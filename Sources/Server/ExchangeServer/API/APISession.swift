internal import CallModel

/// What a bearer session says of whoever asks.
struct APISession: Sendable {
    let id: String
    let user: UserID
    /// The device it was opened on.
    let device: String
}
