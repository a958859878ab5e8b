import CarillonRTC
import PhoneCore

extension SignalingFailure {
    /// What a client's error means for its registration's connection.
    init(_ error: ClientError) {
        switch error.code {
        case .loginRefused, .invalidURL, .invalidArgument: self = .refused
        case .unreachable, .loginTimedOut, .notConnected, .alreadyConnected, .refused, .requestFailed, .mediaFailed,
            .callEnded, .limitReached:
            self = .unreachable
        }
    }
}
