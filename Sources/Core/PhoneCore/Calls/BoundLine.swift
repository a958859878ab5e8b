import CallModel

/// The signalling call of a call, and its state as last heard.
struct BoundLine: Hashable, Sendable {
    let id: LineID
    /// Over whose connection it goes.
    let registration: RegistrationID
    var state: CallState

    /// Whether sound flows, or would but for a hold.
    var isActive: Bool { state.progress == .active }
}
