import MediaEngine
import Redaction
import Synchronization

/// One call's peer connection, its source and its sink, which the app may change at any time.
final class CallMedia: Sendable {
    private struct State {
        var connection: (any MediaConnection)?
        var source: (any AudioSource)?
        var sink: (any AudioSink)?
        var isListening = true
    }

    private let state: Mutex<State>

    init(source: (any AudioSource)? = nil, sink: (any AudioSink)? = nil) {
        state = Mutex(State(source: source, sink: sink))
    }

    func setSource(_ source: (any AudioSource)?) {
        state.withLock { state in
            state.source = source
            state.connection?.perform(.setSource(source))
        }
    }

    func setSink(_ sink: (any AudioSink)?) {
        state.withLock { state in
            state.sink = sink
            if state.isListening { state.connection?.perform(.setSink(sink)) }
        }
    }

    func begin(with connection: any MediaConnection) {
        state.withLock { state in
            state.connection = connection
            connection.perform(.setSource(state.source))
            if state.isListening { connection.perform(.setSink(state.sink)) }
        }
    }

    func setListening(_ isListening: Bool) {
        state.withLock { state in
            state.isListening = isListening
            state.connection?.perform(.setSink(isListening ? state.sink : nil))
        }
    }

    func perform(_ command: MediaCommand) {
        state.withLock { $0.connection }?.perform(command)
    }

    /// After this nothing reaches the source or the sink.
    func end() {
        let connection = state.withLock { state in
            defer { state = State() }
            return state.connection
        }
        connection?.perform(.close)
    }
}
