/// A connection of the loopback engine: a number, and where its events come out.
final class LoopbackMediaConnection: MediaConnection {
    let events: AsyncStream<MediaEvent>
    private let identifier: Int
    private let engine: LoopbackMediaEngine

    init(identifier: Int, engine: LoopbackMediaEngine, events: AsyncStream<MediaEvent>) {
        self.identifier = identifier
        self.engine = engine
        self.events = events
    }

    deinit { engine.perform(.close, on: identifier) }

    func perform(_ command: MediaCommand) {
        engine.perform(command, on: identifier)
    }
}
