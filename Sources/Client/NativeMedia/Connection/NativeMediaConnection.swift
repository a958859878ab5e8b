public import MediaEngine
import Synchronization

/// One peer connection of a `NativeMediaEngine`. Commands may be given from any thread; letting go of it closes it.
public final class NativeMediaConnection: MediaConnection {
    /// Commands not yet carried out; a caller that gives more is told so.
    static let waitingCommandsMax = 256

    public let events: AsyncStream<MediaEvent>
    private let core: ConnectionCore
    private let waiting = Mutex<[MediaCommand]>([])

    init(_ configuration: MediaConfiguration, on loop: EventLoop, _ parts: EngineParts) {
        let outlet = EventOutlet()
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
    /// What the answering event bears, for commands that are answered.
    var id: ID? {
        switch self {
        case .createOffer(let id, _), .acceptOffer(let id, _), .acceptAnswer(let id, _, _), .sendTones(let id, _, _): id
        case .rollBack, .addRemoteCandidate, .endOfRemoteCandidates, .setDirection, .setMuted, .setIceServers,
            .setSource,
            .setSink, .reportStatistics, .close:
            nil
        }
    }

    var isClose: Bool { if case .close = self { true } else { false } }
}
