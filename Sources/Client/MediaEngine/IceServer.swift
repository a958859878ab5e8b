public import Redaction

/// A STUN or TURN server.
public struct IceServer: Hashable, Sendable {
    public enum Transport: String, Hashable, Sendable { case udp, tcp }

    /// `nil` for STUN, which needs no credentials.
    public struct Relay: Hashable, Sendable {
        public var transport: Transport
        public var username: String
        public var password: Redacted<String>

        public init(transport: Transport, username: String, password: Redacted<String>) {
            self.transport = transport
            self.username = username
            self.password = password
        }
    }

    public var host: String
    public var port: UInt16
    public var relay: Relay?

    public init(host: String, port: UInt16 = 3478, relay: Relay? = nil) {
        self.host = host
        self.port = port
        self.relay = relay
    }
}
