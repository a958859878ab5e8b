internal import CallModel
internal import ExchangeCore

/// Whom an effect is for: what is for one recipient is performed in order.
enum EffectRecipient: Hashable {
    case connection(ConnectionID)
    /// By push.
    case device(UserID, DeviceID)
}
