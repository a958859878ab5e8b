/// What a client is told went wrong, in a `pusher:error` frame or as the code its socket is closed with.
///
/// 4000–4099: do not come back unchanged; 4100–4199: come back after a second or more; 4200–4299: come back at once;
/// from 4300: this one thing was refused. Source: Pusher Channels protocol 7, “Error codes”.
public enum PusherError: UInt16, Hashable, Sendable, CaseIterable, Error {
    /// No application has this key.
    case noSuchApplication = 4001
    /// More connections, channels or members than there may be.
    case overLimit = 4004
    /// The signature is wrong or missing, or the channel is not the client's.
    case unauthorized = 4009
    /// The client does not read what it is sent.
    case slow = 4100
    /// A message that cannot be read, or that is not known.
    case invalidMessage = 4200
    /// Nothing was heard of the client.
    case silent = 4201
    /// The client was let into a channel that is no longer its user's. Assumed: any code of this range is obeyed.
    case revoked = 4203
    /// An event of the client's own was refused: there are too many, or none are allowed.
    case clientEventRefused = 4301

    public var message: String {
        switch self {
        case .noSuchApplication: "Application does not exist"
        case .overLimit: "Application is over its limit"
        case .unauthorized: "Connection is unauthorized"
        case .slow: "Connection does not read what is sent"
        case .invalidMessage: "Invalid message format"
        case .silent: "Pong reply not received in time"
        case .revoked: "Permission was withdrawn"
        case .clientEventRefused: "Client event rejected"
        }
    }
}
