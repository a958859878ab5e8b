/// One socket to the exchange: text out, events in.
public protocol SignalingConnection: AnyObject, Sendable {
    /// What happened, in order. One reader; the stream ends after `.closed`.
    var events: AsyncStream<SignalingEvent> { get }

    /// Sends one text frame; frames leave in the order given. Ignored once closed.
    func send(_ text: [UInt8])

    /// Closes with the WebSocket close handshake; `.closed(.local)` follows. Harmless when closed already.
    func close()
}
