/// What happens to a client's session.
public enum VertoClientEvent: Hashable, Sendable {
    // From the app.
    /// Open the session, also after it ended.
    case connect
    /// Close it for good.
    case disconnect
    /// The way to the network changed: give up the socket and open another at once, under the same session.
    case networkChanged
    /// Whether a call stands: then a dead socket is noticed in seconds.
    case callStands(Bool)
    /// Send a request; its outcome comes back under the app's own number.
    case send(VertoRequestToken, VertoClientRequest)

    // From the socket.
    case socketOpened
    /// It closed without being asked to, or could not be opened. `jitter` is a random number 0…1000 made by the shell.
    case socketClosed(jitter: UInt16)
    case received(VertoInbound)
    case unreadable(VertoError)

    // From the clock.
    case timerFired(VertoClientTimer)
}
