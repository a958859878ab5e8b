internal import Synchronization

/// Creates peer connections. One engine serves a process; its media clock paces all its connections.
///
/// `NativeMedia` implements it on Linux, `WebRTCMedia` on Apple's platforms, and `LoopbackMediaEngine` for tests of
/// code other than media.
public protocol MediaEngine: Sendable {
    /// Creates a connection that has gathered no candidates and carries no audio yet.
    ///
    /// - Throws: `MediaError` if the engine is closed, a limit is reached, or the configuration cannot be served.
    func makeConnection(_ configuration: MediaConfiguration) throws(MediaError) -> any MediaConnection

    /// Prepares for connections that gather candidates with these servers, so that the first call does not wait for
    /// files that are read once in a process. Returns at once. Isolation: any thread.
    func prepare(for servers: [IceServer])
}

extension MediaEngine {
    /// Does nothing.
    public func prepare(for servers: [IceServer]) {}
}

/// The configuration of a peer connection.
public struct MediaConfiguration: Sendable {
    /// When descriptions are handed out: before their candidates or with them.
    public enum Gathering: Hashable, Sendable {
        /// Descriptions are sent at once, and candidates as they are found.
        case trickle
        /// Descriptions contain their candidates; they wait for all candidates, but no longer than the limit.
        case complete(limit: Duration)
    }

    /// The most servers; more would only slow gathering down.
    public static let iceServersMax = 8

    /// How descriptions and candidates reach the peer. A peer that takes no candidate after the description needs them
    /// complete.
    public var gathering: Gathering = .complete(limit: .milliseconds(500))
    /// The servers to gather candidates with. With more than ``iceServersMax`` no connection is made.
    public var iceServers: [IceServer] = []
    /// Whether only relay candidates are gathered and used (TURN).
    public var relayOnly = false
    /// The local addresses to gather on; empty means every usable interface.
    public var localAddresses: [String] = []
    /// UDP ports to gather on; nil means any.
    public var portRange: ClosedRange<UInt16>?
    /// Codecs in order of preference; at least one.
    public var codecs: [AudioCodec] = [.opus, .pcmu, .pcma]
    /// How long the connection may be interrupted before it fails.
    public var interruptionLimit: Duration = .seconds(30)

    public init() {}
}

/// An audio codec that engines can send and receive.
public enum AudioCodec: String, Hashable, Sendable, CaseIterable, Codable {
    /// RFC 6716, 48 kHz, always written `opus/48000/2`.
    case opus
    /// G.711 µ-law, payload type 0.
    case pcmu
    /// G.711 A-law, payload type 8.
    case pcma
}

/// Why a media command failed. `description` is safe to log.
public struct MediaError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public enum Code: String, Hashable, Sendable {
        /// The engine or connection was closed.
        case closed
        /// A limit of connections, candidates or bytes is exhausted.
        case limitReached
        /// The SDP could not be read, or requires an unsupported feature.
        case malformedDescription
        /// No codec in common.
        case noCommonCodec
        /// The command does not fit the state, such as an answer without an offer.
        case wrongState
        /// The peer's certificate is not the one its SDP announced.
        case fingerprintMismatch
        /// A configuration that cannot be served, such as an address that this machine does not have.
        case unsupportedConfiguration
        /// ICE, DTLS or the operating system failed.
        case transport
        /// A tone that does not exist.
        case invalidTone
    }

    /// The kind of failure, the same in every version, so that a program can act on it.
    public var code: Code
    /// The detail of the error, without any value received from outside.
    public var context: String

    public init(_ code: Code, _ context: String) {
        self.code = code
        self.context = context
    }

    public var description: String { "\(code.rawValue): \(context)" }
}

/// Counts the open connections of an engine. A connection counts as long as its admission is referenced, so every way
/// to end a connection releases it.
///
/// Isolation: any thread.
public final class ConnectionLimiter: Sendable {
    /// Counts as one connection until it is deallocated.
    public final class Admission: Sendable {
        private let limiter: ConnectionLimiter

        fileprivate init(_ limiter: ConnectionLimiter) {
            self.limiter = limiter
        }

        deinit { limiter.open.withLock { $0 -= 1 } }
    }

    /// The most connections at once.
    public let limit: Int
    private let open = Mutex(0)

    public init(limit: Int) {
        self.limit = limit
    }

    /// Admits one more connection.
    ///
    /// - Throws: `MediaError` with code `.limitReached`.
    public func admit() throws(MediaError) -> Admission {
        let isAdmitted = open.withLock { count in
            guard count < limit else { return false }
            count += 1
            return true
        }
        guard isAdmitted else { throw MediaError(.limitReached, "\(limit) connections") }
        return Admission(self)
    }
}
