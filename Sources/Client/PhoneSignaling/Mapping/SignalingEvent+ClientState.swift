import CarillonRTC
import PhoneCore

extension PhoneCore.SignalingEvent {
    /// A client's state in the phone's words.
    init(_ state: ClientState) {
        switch state {
        case .connecting: self = .connecting
        case .ready: self = .ready
        case .reconnecting: self = .reconnecting
        case .disconnected(let error): self = .disconnected(error.map(SignalingFailure.init(_:)))
        }
    }
}
