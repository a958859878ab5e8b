import CarillonRTC
import PhoneCore

/// What a connection tells.
enum ConnectionNews {
    /// How it stands. `disconnected` is the last.
    case state(PhoneCore.SignalingEvent)
    /// A call comes in over it.
    case offered(Call)
}
