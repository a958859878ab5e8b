internal import Synchronization

/// A media engine in memory, for tests of code other than media.
///
/// It writes real descriptions and negotiates like the real engines, but opens no socket and has no clock. Two
/// connections are connected as soon as their descriptions name each other's certificate; sound, tones and statistics
/// advance by 20 ms with every `tick`. The same commands always give the same events. Isolation: any thread, but only
/// one caller may call `tick` at a time.
public final class LoopbackMediaEngine: MediaEngine {
    /// The most open connections; a test that needs more is a load test and needs a real engine.
    public static let connectionsMax = 4096

    private let switchboard: Mutex<LoopbackNetwork>

    /// Creates an engine. Different seeds give different certificates, ICE credentials and SSRCs.
    public init(seed: UInt64 = 1) {
        switchboard = Mutex(LoopbackNetwork(seed: seed))
    }

    public func makeConnection(_ configuration: MediaConfiguration) throws(MediaError) -> any MediaConnection {
        guard !configuration.codecs.isEmpty else { throw MediaError(.unsupportedConfiguration, "no codec") }
        guard !configuration.relayOnly || configuration.iceServers.contains(where: { $0.relay != nil }) else {
            throw MediaError(.unsupportedConfiguration, "relay only, without a relay")
        }
        let (events, continuation) = AsyncStream<MediaEvent>.makeStream(
            bufferingPolicy: .bufferingNewest(LoopbackPeer.unreadEventsMax))
        let opened = switchboard.withLock { $0.open(configuration, continuation) }
        guard let opened else { throw MediaError(.limitReached, "\(Self.connectionsMax) connections") }
        return LoopbackMediaConnection(identifier: opened, engine: self, events: events)
    }

    /// The number of open connections.
    public var connectionCount: Int { switchboard.withLock { $0.lines.count } }

    /// The engine's time, which advances by 20 ms with every tick.
    public var now: Duration { switchboard.withLock { $0.now } }

    /// Advances the time by 20 ms, `count` times: frames go from sources to sinks, and tones and statistics advance.
    public func tick(_ count: Int = 1) {
        var frame = [Int16](repeating: 0, count: AudioFrame.sampleCount)
        for _ in 0..<count {
            let deliveries = switchboard.withLock { $0.beginTick() }
            for delivery in deliveries { carry(delivery, in: &frame) }
            switchboard.withLock { $0.endTick() }
        }
    }

    /// Carries one frame. Sources and sinks are called without the lock, so that they may perform commands.
    private func carry(_ delivery: LoopbackNetwork.Delivery, in frame: inout [Int16]) {
        let level = frame.withUnsafeMutableBufferPointer { buffer in
            if let source = delivery.source { source.fill(buffer) } else { buffer.update(repeating: 0) }
            delivery.sink?.receive(UnsafeBufferPointer(buffer))
            return AudioFrame.level(of: UnsafeBufferPointer(buffer))
        }
        switchboard.withLock { $0.delivered(delivery, level: level) }
    }

    /// Cuts or restores the network between all connections. While it is cut they are `.interrupted`; a connection that
    /// exceeds its interruption limit has `.failed` permanently.
    public func setNetwork(isUp: Bool) {
        switchboard.withLock { $0.setNetwork(isUp: isUp) }
    }

    func perform(_ command: MediaCommand, on identifier: Int) {
        let retired = switchboard.withLock { switchboard in
            switchboard.perform(command, on: identifier)
            return switchboard.removeRetired()
        }
        _ = retired
    }
}

/// A connection of the loopback engine: its identifier and its stream of events.
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
