/// One peer connection: commands in, events out.
///
/// Commands are carried out in the order they were given and never block. Every outcome comes back as an event; a command
/// with an id gets exactly one event with that id. After `.close` nothing but `.stateChanged(.closed)` follows, and every
/// further command, frame or tone is ignored.
public protocol MediaConnection: AnyObject, Sendable {
    /// What happened, in order. One reader; the stream ends after `.stateChanged(.closed)`.
    var events: AsyncStream<MediaEvent> { get }

    func perform(_ command: MediaCommand)
}
