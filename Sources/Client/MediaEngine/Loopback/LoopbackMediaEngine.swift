internal import Synchronization

/// A media engine in memory, for tests of everything that is not media.
///
/// It writes real descriptions and negotiates as the real engines do, but opens no socket and has no clock: two of its
/// connections are connected as soon as their descriptions name each other's certificate, and sound, tones and
/// statistics move on by 20 ms with every `tick`. Same commands, same events, every time. Safe to use from any thread;
/// one caller at a time ticks.
public final class LoopbackMediaEngine: MediaEngine {
    /// Connections open at once; a test that needs more is a load test and wants the real thing.
    public static let connectionsMax = 4096

    private let switchboard: Mutex<LoopbackSwitchboard>

    /// Engines with different seeds give different certificates, ICE credentials and SSRCs.
    public init(seed: UInt64 = 1) {
        switchboard = Mutex(LoopbackSwitchboard(seed: seed))
    }

    public func makeConnection(_ configuration: MediaConfiguration) throws(MediaError) -> any MediaConnection {
        guard !configuration.codecs.isEmpty else { throw MediaError(.unsupportedConfiguration, "no codec") }
        guard !configuration.relayOnly || configuration.iceServers.contains(where: { $0.relay != nil }) else {
            throw MediaError(.unsupportedConfiguration, "relay only, without a relay")
        }
        let (events, continuation) = AsyncStream<MediaEvent>.makeStream(
            bufferingPolicy: .bufferingNewest(LoopbackLine.unreadEventsMax))
        let opened = switchboard.withLock { $0.open(configuration, continuation) }
        guard let opened else { throw MediaError(.limitReached, "\(Self.connectionsMax) connections") }
        return LoopbackMediaConnection(identifier: opened, engine: self, events: events)
    }

    /// Connections not yet closed.
    public var connectionCount: Int { switchboard.withLock { $0.lines.count } }

    /// The engine's own time: 20 ms for every tick.
    public var now: Duration { switchboard.withLock { $0.now } }

    /// Lets 20 ms pass, `count` times: sources are asked, sinks are given, tones and statistics move on.
    public func tick(_ count: Int = 1) {
        var frame = [Int16](repeating: 0, count: AudioFrame.sampleCount)
        for _ in 0..<count {
            let deliveries = switchboard.withLock { $0.beginTick() }
            for delivery in deliveries { carry(delivery, in: &frame) }
            switchboard.withLock { $0.endTick() }
        }
    }

    /// Sources and sinks are called without the lock, so that they may give commands.
    private func carry(_ delivery: LoopbackSwitchboard.Delivery, in frame: inout [Int16]) {
        let level = frame.withUnsafeMutableBufferPointer { buffer in
            if let source = delivery.source { source.fill(buffer) } else { buffer.update(repeating: 0) }
            delivery.sink?.take(UnsafeBufferPointer(buffer))
            return AudioFrame.level(of: UnsafeBufferPointer(buffer))
        }
        switchboard.withLock { $0.delivered(delivery, level: level) }
    }

    /// Cuts or mends the network between all connections. While it is cut they are `.interrupted`; those that stay so
    /// longer than their configuration allows have `.failed` for good.
    public func setNetwork(isUp: Bool) {
        switchboard.withLock { $0.setNetwork(isUp: isUp) }
    }

    func perform(_ command: MediaCommand, on identifier: Int) {
        let retired = switchboard.withLock { switchboard in
            switchboard.perform(command, on: identifier)
            return switchboard.takeRetired()
        }
        _ = retired
    }
}
