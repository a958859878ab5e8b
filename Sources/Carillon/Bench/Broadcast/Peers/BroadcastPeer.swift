import Foundation

/// A server somebody else wrote that fans messages out over TCP, in its own words, as it comes from Debian.
struct BroadcastPeer: Sendable {
    /// What it is called, which begins the names of its figures.
    let name: String
    /// Debian's package, which has the program's name.
    let package: String
    /// What makes it listen to a loopback port, and keep nothing.
    let arguments: @Sendable (_ port: Int) -> [String]
    /// What a listener says at first.
    let opening: String
    /// What it is told then, at last.
    let ready: String
    /// What stands around a message on its way to a listener.
    let frame: (before: String, after: String)
    /// What it asks between messages to see whether a listener is there, and what it wants to hear then.
    let heartbeat: (asks: String, answer: String)?
    /// What stands around a message on its way to the server.
    let publication: (before: String, after: String)

    static let all: [BroadcastPeer] = [nats, redis]

    private static let channel = EventStream.channel
    private static let bytes = EventStream.messageBytes

    /// Source: NATS client protocol (docs.nats.io); PONG answers after the subscription is in place.
    private static let nats = BroadcastPeer(
        name: "nats", package: "nats-server", arguments: { ["-a", "127.0.0.1", "-p", String($0)] },
        opening: "CONNECT {\"verbose\":false}\r\nSUB \(channel) 1\r\nPING\r\n", ready: "PONG\r\n",
        frame: ("MSG \(channel) 1 \(bytes)\r\n", "\r\n"), heartbeat: ("PING\r\n", "PONG\r\n"),
        publication: ("PUB \(channel) \(bytes)\r\n", "\r\n"))

    /// Source: Redis serialization protocol, version 2 (redis.io).
    private static let redis = BroadcastPeer(
        name: "redis", package: "redis-server",
        arguments: {
            [
                "--port", String($0), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--maxclients",
                "12000",
                "--client-output-buffer-limit", "pubsub 0 0 0",
            ]
        },
        opening: "*2\r\n$9\r\nSUBSCRIBE\r\n$\(channel.utf8.count)\r\n\(channel)\r\n", ready: ":1\r\n",
        frame: ("*3\r\n$7\r\nmessage\r\n$\(channel.utf8.count)\r\n\(channel)\r\n$\(bytes)\r\n", "\r\n"),
        heartbeat: nil,
        publication: ("*3\r\n$7\r\nPUBLISH\r\n$\(channel.utf8.count)\r\n\(channel)\r\n$\(bytes)\r\n", "\r\n"))

    /// Where the program is; nil: it is not installed.
    var program: URL? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return (folders + ["/usr/sbin"]).map { URL(fileURLWithPath: $0).appendingPathComponent(package) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}
