internal import Verto

extension SocketEnd {
    /// Why the session machine closes a socket, as it is counted and told.
    init(_ closing: VertoServerClosing) {
        self =
            switch closing {
            case .loginTimeout: .noLogin
            case .frameTooLarge: .tooLarge
            case .loginFailures, .unauthenticatedRequests, .malformedFrames, .flood: .abuse
            case .unresponsive: .lost
            case .punted, .expired: .closedByExchange
            }
    }
}
