internal import Foundation
internal import Synchronization

#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

/// WebSocket over Foundation's `URLSession` (RFC 6455): the transport for Apple's platforms, where only the system's
/// own networking wakes the cellular radio and an on-demand VPN, and follows the user's proxies and profiles.
///
/// The system verifies certificates against its own roots and those added by a profile.
public final class URLSessionTransport: SignalingTransport {
    /// Limits and options of every connection of one transport.
    public struct Configuration: Sendable {
        /// The limit for name resolution, TCP, TLS and upgrade together.
        public var dialTimeLimit: Duration = .seconds(10)
        /// The largest message accepted, in bytes. FreeSWITCH drops a socket at the same size (observed).
        public var messageBytesMax = 1_000_000
        /// The most bytes that wait to be written. More end the connection, so that a dead peer does not cost memory.
        public var outboundBytesMax = 4_000_000
        /// Value of the `User-Agent` header of the upgrade.
        public var userAgent = "Carillon"

        public init() {}
    }

    /// The limits of every connection; those of an open one do not change.
    public let configuration: Configuration

    /// Makes a transport. It opens nothing until a client connects.
    public init(_ configuration: Configuration = Configuration()) {
        self.configuration = configuration
    }

    public func open(_ url: SignalingURL) -> any SignalingConnection {
        let connection = URLSessionConnection(configuration)
        connection.dial(url)
        return connection
    }
}

/// One WebSocket with its own `URLSession`, which is invalidated with it. ``SocketLife`` decides.
///
/// Isolation: any thread. Foundation calls back on a serial queue of the session.
package final class URLSessionConnection: SignalingConnection {
    private struct State: Sendable {
        var life: SocketLife
        var socket: Socket?
        var deadline: Task<Void, Never>?
    }

    /// The session and its single task.
    ///
    /// `@unchecked Sendable`: both may be used from any thread (documented), but Foundation on Linux does not declare
    /// it.
    private struct Socket: @unchecked Sendable {
        let session: URLSession
        let task: URLSessionWebSocketTask
    }

    package let events: AsyncStream<SocketEvent>
    private let report: AsyncStream<SocketEvent>.Continuation
    private let configuration: URLSessionTransport.Configuration
    private let state: Mutex<State>

    package init(_ configuration: URLSessionTransport.Configuration) {
        self.configuration = configuration
        state = Mutex(State(life: SocketLife(outboundBytesMax: configuration.outboundBytesMax)))
        (events, report) = AsyncStream.makeStream()
    }

    func dial(_ url: SignalingURL) {
        guard let address = URL(string: url.address) else { return end(.unreachable("the address is not a URL")) }
        var request = URLRequest(url: address)
        request.setValue(configuration.userAgent, forHTTPHeaderField: "User-Agent")
        let settings = URLSessionConfiguration.ephemeral
        // Foundation's default limit would also end a silent socket.
        settings.timeoutIntervalForRequest = Self.silenceLimit
        let session = URLSession(
            configuration: settings, delegate: URLSessionEvents(self), delegateQueue: nil)
        let task = session.webSocketTask(with: request)
        task.maximumMessageSize = configuration.messageBytesMax
        let limit = configuration.dialTimeLimit
        state.withLock { state in
            state.socket = Socket(session: session, task: task)
            state.deadline = Task { [weak self] in
                guard (try? await Task.sleep(for: limit)) != nil else { return }
                self?.dialLimitReached()
            }
        }
        task.resume()
    }

    package func send(_ text: [UInt8]) {
        let (admission, socket) = state.withLock { ($0.life.admit(text.count), $0.socket) }
        switch admission {
        case .ignore: break
        case .overflow: end(.outboundOverflow)
        case .send:
            socket?.task.send(.string(String(decoding: text, as: UTF8.self))) { [weak self] _ in
                self?.state.withLock { $0.life.sent(text.count) }
            }
        }
    }

    package func close() { end(.local) }

    package func opened() {
        let opens = state.withLock { state in
            state.deadline?.cancel()
            return state.life.opened()
        }
        guard opens else { return }
        report.yield(.opened)
        receive()
    }

    /// Ends the connection because it was lost.
    ///
    /// - Parameter closeCode: the close code of the peer, if the peer closed.
    package func lost(_ error: (any Error)?, closeCode: Int? = nil) {
        let (life, task) = state.withLock { ($0.life, $0.socket?.task) }
        end(
            life.closure(
                closeCode: closeCode ?? task?.closeCode.rawValue ?? 0,
                dialing: SignalingClosure(dialing: error, status: (task?.response as? HTTPURLResponse)?.statusCode)))
    }

    private func end(_ closure: SignalingClosure) {
        let (ended, socket) = state.withLock { state in
            state.deadline?.cancel()
            defer { state.socket = nil }
            return (state.life.end(), state.socket)
        }
        guard let ended else { return }
        report.yield(.closed(closure))
        report.finish()
        guard let socket else { return }
        guard let code = SocketLife.closeCode(from: ended, closure) else { return socket.session.invalidateAndCancel() }
        socket.task.cancel(with: URLSessionWebSocketTask.CloseCode(rawValue: Int(code)) ?? .normalClosure, reason: nil)
        socket.session.finishTasksAndInvalidate()
    }

    private func dialLimitReached() {
        if state.withLock({ $0.life.phase == .dialing }) { end(.dialTimedOut) }
    }

    private func receive() {
        state.withLock { $0.socket }?.task.receive { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(.string(let text)):
                report.yield(.text(Array(text.utf8)))
                receive()
            case .success: end(.protocolViolation("a binary frame"))
            case .failure(let error): lost(error)
            }
        }
    }

    /// A day, in seconds. The client checks by itself whether the exchange still answers.
    private static let silenceLimit: TimeInterval = 86_400
}

/// The delegate of a session. The session retains it, and thereby the connection, until the connection ends and
/// invalidates the session. A connection without other references therefore lives until it is closed, as with NIO.
private final class URLSessionEvents: NSObject {
    let connection: URLSessionConnection

    init(_ connection: URLSessionConnection) {
        self.connection = connection
    }
}

extension URLSessionEvents: URLSessionWebSocketDelegate {
    func urlSession(
        _ session: URLSession, webSocketTask: URLSessionWebSocketTask, didOpenWithProtocol protocol: String?
    ) { connection.opened() }

    func urlSession(
        _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
        didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?
    ) { connection.lost(nil, closeCode: closeCode.rawValue) }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        connection.lost(error)
    }
}

extension SignalingURL {
    /// The complete address, for Foundation.
    fileprivate var address: String { "\(isSecure ? "wss" : "ws")://\(hostHeader)\(target)" }
}

extension SignalingClosure {
    /// Maps an error of Foundation while dialing. The text never quotes data from the other side.
    ///
    /// - Parameter status: the HTTP status of the answer to the upgrade; nil if none came, 101 if the server agreed.
    package init(dialing error: (any Error)?, status: Int?) {
        if let status, status != 101 {
            self = .upgradeRefused(status: status)
            return
        }
        let code = (error as? URLError)?.code
        switch code {
        case .timedOut: self = .dialTimedOut
        case .serverCertificateUntrusted, .serverCertificateHasBadDate, .serverCertificateNotYetValid,
            .serverCertificateHasUnknownRoot, .secureConnectionFailed, .clientCertificateRejected:
            self = .untrusted("the system refused it (\(code?.rawValue ?? 0))")
        case .badServerResponse: self = .protocolViolation("the answer does not upgrade the connection")
        default: self = .unreachable("no connection (\(code?.rawValue ?? 0))")
        }
    }
}
