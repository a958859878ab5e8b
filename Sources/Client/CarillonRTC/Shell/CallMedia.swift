import MediaEngine
import Redaction
import Synchronization

/// One call's peer connection, its source and its sink, which the app may change at any time.
final class CallMedia: Sendable {
    private struct State {
        var connection: (any MediaConnection)?
        var source: (any AudioSource)?
        var gate: GatedSink?
        var isListening = true
    }

    private let state: Mutex<State>

    init(source: (any AudioSource)? = nil, sink: (any AudioSink)? = nil) {
        state = Mutex(State(source: source, gate: sink.map { GatedSink($0, isOpen: true) }))
    }

    func setSource(_ source: (any AudioSource)?) {
        state.withLock { state in
            state.source = source
            state.connection?.perform(.setSource(source))
        }
    }

    func setSink(_ sink: (any AudioSink)?) {
        state.withLock { state in
            state.gate = sink.map { GatedSink($0, isOpen: state.isListening) }
            state.connection?.perform(.setSink(state.gate))
        }
    }

    func begin(with connection: any MediaConnection) {
        state.withLock { state in
            state.connection = connection
            connection.perform(.setSource(state.source))
            connection.perform(.setSink(state.gate))
        }
    }

    func setListening(_ isListening: Bool) {
        state.withLock { state in
            state.isListening = isListening
            state.gate?.setOpen(isListening)
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
