public import MediaEngine
import Synchronization

/// One peer connection of a `NativeMediaEngine`. Isolation: commands may be given from any thread. Releasing it closes
/// it.
public final class NativeMediaConnection: MediaConnection {
    /// The most commands not carried out yet; further ones fail.
    static let waitingCommandsMax = 256

    public let events: AsyncStream<MediaEvent>
    private let core: ConnectionCore
    private let waiting = Mutex<[MediaCommand]>([])

    init(_ configuration: MediaConfiguration, on loop: EventLoop, _ parts: EngineResources) {
        let outlet = MediaEventStream()
        events = outlet.stream
        core = ConnectionCore(configuration, on: loop, parts, outlet)
    }

    deinit {
        let core = core
        core.loop.post { core.assumeIsolated { $0.perform(.close) } }
    }

    public func perform(_ command: MediaCommand) {
        let count = waiting.withLock { waiting in
            guard waiting.count < Self.waitingCommandsMax || command.isClose else { return waiting.count + 1 }
            waiting.append(command)
            return waiting.count
        }
        if count > Self.waitingCommandsMax {
            guard let id = command.id else { return }
            core.outlet.send(.commandFailed(id: id, MediaError(.limitReached, "commands waiting")))
        } else if count == 1 || command.isClose {
            core.loop.post { [weak self] in self?.drain() }
        }
    }

    private func drain() {
        let commands = waiting.withLock { waiting in
            defer { waiting.removeAll(keepingCapacity: true) }
            return waiting
        }
        core.assumeIsolated { core in
            for command in commands { core.perform(command) }
        }
    }
}

extension MediaCommand {
    /// The id of the event that answers the command; nil if no event does.
    var id: ID? {
        switch self {
        case .createOffer(let id, _), .acceptOffer(let id, _), .acceptAnswer(let id, _, _), .sendTones(let id, _, _): id
        case .rollBack, .addRemoteCandidate, .endOfRemoteCandidates, .setDirection, .setMuted, .setPaused,
            .setIceServers, .setSource, .setSink, .setListening, .reportStatistics, .close:
            nil
        }
    }

    var isClose: Bool { if case .close = self { true } else { false } }
}

/// The stream of a connection's events. Isolation: any thread. No event follows the last one.
final class MediaEventStream: Sendable {
    /// The most unread events, about 17 minutes of statistics. The oldest are dropped first.
    static let unreadMax = 1024

    let stream: AsyncStream<MediaEvent>
    private let continuation: AsyncStream<MediaEvent>.Continuation
    private let isClosing = Mutex(false)

    init() {
        (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.unreadMax))
    }

    func send(_ event: MediaEvent) {
        isClosing.withLock { isClosing in
            if !isClosing { continuation.yield(event) }
        }
    }

    /// Ignores all events from now on, except the one of `finish`.
    func beginClosing() { isClosing.withLock { $0 = true } }

    func finish() {
        beginClosing()
        continuation.yield(.stateChanged(.closed))
        continuation.finish()
    }
}
