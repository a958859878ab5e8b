/// What the gateway has seen so far.
struct GatewayMetrics {
    var socketsOpened = 0
    /// By reason.
    var socketsClosed: [SocketEnd: Int] = [:]
    var messagesReceived = 0
    var bytesReceived = 0
    var messagesSent = 0
    var loginsAccepted = 0
    var loginsRefused = 0
    /// Passwords refused unseen, or not computed as too many were.
    var proofsNotHeard = 0
    /// Refused requests, by what they were told.
    var refusals: [String: Int] = [:]

    mutating func refused(_ reason: String) {
        refusals[reason, default: 0] += 1
    }
}
