import CNativeMedia
public import MediaEngine
import RTP
import Synchronization

/// The media engine for Linux. It uses libnice, OpenSSL, libsrtp2 and libopus; everything else is Swift.
///
/// One loop thread serves sockets and timers, and one clock thread the sound. The threads end when the engine and its
/// connections are released. Isolation: any thread.
public final class NativeMediaEngine: MediaEngine {
    private let parts: EngineResources
    private let connections = Mutex<[WeakConnection]>([])

    /// - Throws: `MediaError` with code `.transport` if no thread or no key can be created.
    public init(_ options: NativeMediaOptions = NativeMediaOptions()) throws(MediaError) {
        parts = try EngineResources(options)
    }

    deinit { parts.close() }

    /// The number of connections that hold a socket: open ones, and those being closed.
    public var connectionCount: Int { parts.connectionCount }

    public func makeConnection(_ configuration: MediaConfiguration) throws(MediaError) -> any MediaConnection {
        try configuration.check()
        let loop = try parts.enter()
        let connection = NativeMediaConnection(configuration, on: loop, parts)
        connections.withLock { connections in
            connections.removeAll { $0.connection == nil }
            connections.append(WeakConnection(connection: connection))
        }
        return connection
    }

    public func prepare(for servers: [IceServer]) {
        if servers.contains(where: \.isBehindTLS) { cm_tunnel_prepare() }
    }

    /// Closes every connection; `makeConnection` throws from now on.
    public func close() {
        parts.close()
        let open = connections.withLock { connections in
            defer { connections = [] }
            return connections
        }
        for entry in open { entry.connection?.perform(.close) }
    }

    private struct WeakConnection {
        weak var connection: NativeMediaConnection?
    }
}

extension MediaConfiguration {
    fileprivate func check() throws(MediaError) {
        guard !codecs.isEmpty else { throw MediaError(.unsupportedConfiguration, "no codec") }
        guard iceServers.count <= Self.iceServersMax else { throw MediaError(.limitReached, "ICE servers") }
        guard localAddresses.count <= LocalAddresses.countMax else {
            throw MediaError(.limitReached, "local addresses")
        }
        guard localAddresses.allSatisfy(LocalAddresses.isHere) else {
            throw MediaError(.unsupportedConfiguration, "a local address that this machine does not have")
        }
        guard !relayOnly || iceServers.contains(where: { $0.relay != nil }) else {
            throw MediaError(.unsupportedConfiguration, "relay only, without a relay")
        }
        // A host is a name or an address. A `turns:` URL as host must be refused, because libnice would use plain TCP.
        let hosts = iceServers.map(\.host)
        let isAddress = { (host: String) in LocalAddresses.isNumeric(host) }
        guard hosts.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 255 && (isAddress($0) || !$0.contains(":")) }) else {
            throw MediaError(.unsupportedConfiguration, "an ICE server whose host is neither a name nor an address")
        }
    }
}

/// Options that apply to every connection of an engine.
public struct NativeMediaOptions: Sendable {
    /// The threads for sockets, 1…16. One serves hundreds of connections; two cost more in total (measured).
    public var loopCount = 1
    /// The most connections at once. Each has a socket per local address.
    public var connectionCountMax = 2000
    /// The Opus bit rate in bits per second, 6000…128000. A peer or a slow network may reduce it. Up to 40000,
    /// frequencies above 8 kHz are omitted, so that speech is clearer.
    public var opusBitsPerSecond = 40_000
    /// The Opus complexity, 0…10: more gives better quality for more processor time.
    public var opusComplexity = 5
    /// A PEM file with authorities trusted for `turns:` relays in addition to the system's.
    public var trustRootsPath: String?

    package var linkLimits = LinkLimits()
    /// The limit of a lookup; names not found by then are ignored.
    package var lookupMax: Duration = .seconds(2)
    /// For tests: begins a new association at every ICE restart, even with the same certificate, like FreeSWITCH.
    package var startsAnewAtRestarts = false
    /// For tests: returns true to drop a datagram of this side.
    package var loses: (@Sendable (LostDatagram) -> Bool)?
    /// For tests: finds the addresses of a host name in place of the system, and calls the closure once, on any thread.
    package var lookup: (@Sendable (String, @escaping @Sendable ([String]) -> Void) -> Void)?
    /// For the Lab: returns true while the network lets no media through, in either direction.
    package var isCut: (@Sendable () -> Bool)?

    public init() {}
}

/// The kind of a datagram that a test may drop.
package enum LostDatagram: Hashable, Sendable {
    case dtls, rtp, rtcp

    init?(_ kind: DatagramKind) {
        switch kind {
        case .dtls: self = .dtls
        case .rtp: self = .rtp
        case .rtcp: self = .rtcp
        case .stun, .turnChannel, .unknown: return nil
        }
    }
}

/// The parts shared by the connections of an engine. They end when the engine and all connections are released.
final class EngineResources: Sendable {
    /// The most loop threads; more do not help.
    private static let loopCountMax = 16

    let identity: DtlsIdentity
    let clock: MediaClock
    let options: NativeMediaOptions
    let encoding: EncodingOptions
    private let loops: [EventLoop]

    private struct Register {
        var nextLoop = 0
        var count = 0
        var isClosed = false
    }

    private let register = Mutex(Register())

    init(_ options: NativeMediaOptions) throws(MediaError) {
        guard let identity = DtlsIdentity() else { throw MediaError(.transport, "no certificate from OpenSSL") }
        self.identity = identity
        self.options = options
        loops = (0..<min(max(options.loopCount, 1), Self.loopCountMax)).compactMap { _ in EventLoop() }
        encoding = EncodingOptions(
            bitsPerSecond: min(max(options.opusBitsPerSecond, 6000), 128_000),
            complexity: min(max(options.opusComplexity, 0), 10))
        clock = MediaClock(encoding)
        guard let loop = loops.first, clock.start() else {
            throw MediaError(.transport, "no thread from the system")
        }
        // The first call does not wait for ciphers that could be loaded before it.
        loop.post { cm_srtp_start() }
    }

    deinit { clock.stop() }

    /// Registers a connection and returns its loop.
    func enter() throws(MediaError) -> EventLoop {
        let loop: Result<EventLoop, MediaError> = register.withLock { register in
            guard !register.isClosed else { return .failure(MediaError(.closed, "the engine")) }
            guard register.count < options.connectionCountMax else {
                return .failure(MediaError(.limitReached, "connections of an engine"))
            }
            register.count += 1
            register.nextLoop = (register.nextLoop + 1) % loops.count
            return .success(loops[register.nextLoop])
        }
        return try loop.get()
    }

    func leave() { register.withLock { $0.count -= 1 } }

    func close() { register.withLock { $0.isClosed = true } }

    var connectionCount: Int { register.withLock { $0.count } }
}
