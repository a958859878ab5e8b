public import MediaEngine
import Synchronization

/// Peer connections on Linux: libnice, OpenSSL, libsrtp2 and libopus below, everything else Swift.
///
/// One loop thread carries sockets and timers, one clock thread the sound. Safe to use from any thread. When the engine
/// and its connections are let go of, the threads end.
public final class NativeMediaEngine: MediaEngine {
    private let parts: EngineParts
    private let connections = Mutex<[WeakConnection]>([])

    /// - Throws: `MediaError.transport` when the system refuses a thread or OpenSSL a key.
    public init(_ options: NativeMediaOptions = NativeMediaOptions()) throws(MediaError) {
        parts = try EngineParts(options)
    }

    deinit { parts.close() }

    /// Connections that still hold a socket: those open, and those whose closing is under way.
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

    /// Closes every connection; no further one is made.
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
            throw MediaError(.unsupportedConfiguration, "a local address that is not here")
        }
        guard !relayOnly || iceServers.contains(where: { $0.relay != nil }) else {
            throw MediaError(.unsupportedConfiguration, "relay only, without a relay")
        }
        // The host is a name or an address: a `turns:` URL must not slip through as one (libnice would use plain TCP).
        let hosts = iceServers.map(\.host)
        let isAddress = { (host: String) in LocalAddresses.isNumeric(host) }
        guard hosts.allSatisfy({ !$0.isEmpty && $0.utf8.count <= 255 && (isAddress($0) || !$0.contains(":")) }) else {
            throw MediaError(.unsupportedConfiguration, "an ICE server whose host is no name and no address")
        }
    }
}
