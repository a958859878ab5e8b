package import ExchangeCore

/// One thing that can happen around a call whose sides lose their sockets.
package enum ReturnAction: Hashable, Sendable {
    case deliverToPhone, deliverFromPhone
    /// The client answers with its media, or makes itself others.
    case deliverToClient(keepsMedia: Bool)
    case deliverFromClient
    case breakPhone, breakClient
    case phoneComesBack
    /// A client may be a page that was loaded anew, and have no media any more.
    case clientComesBack(hasMedia: Bool)
    /// The exchange dies and starts again with what it kept: both sockets go with it.
    case restart
    case hangUp
    case fire(TimerID)
}

extension ReturnAction: CustomStringConvertible {
    package var description: String {
        switch self {
        case .deliverToPhone: "the phone reads"
        case .deliverFromPhone: "the phone is heard"
        case .deliverToClient(keepsMedia: true): "the client reads and keeps its media"
        case .deliverToClient(keepsMedia: false): "the client reads and makes new media"
        case .deliverFromClient: "the client is heard"
        case .breakPhone: "the phone loses its connection"
        case .breakClient: "the client loses its connection"
        case .phoneComesBack: "the phone comes back"
        case .clientComesBack(let hasMedia): "the client comes back with\(hasMedia ? "" : "out") media"
        case .restart: "the exchange dies and starts again"
        case .hangUp: "the phone hangs up"
        case .fire(let timer): "timer \(timer.owner)"
        }
    }
}
