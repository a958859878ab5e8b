import MediaEngine
import SDP
import Synchronization

/// Media without sound: every description is made at once, every applied answer connects.
final class QuietMediaEngine: MediaEngine {
    private let made = Mutex<[QuietConnection]>([])
    private let failure: MediaError?

    init(failure: MediaError? = nil) { self.failure = failure }

    var connections: [QuietConnection] { made.withLock { $0 } }

    func makeConnection(_ configuration: MediaConfiguration) throws(MediaError) -> any MediaConnection {
        if let failure { throw failure }
        let connection = QuietConnection()
        made.withLock { $0.append(connection) }
        return connection
    }
}

final class QuietConnection: MediaConnection {
    let events: AsyncStream<MediaEvent>
    private let report: AsyncStream<MediaEvent>.Continuation
    private let done = Mutex<[String]>([])

    init() { (events, report) = AsyncStream.makeStream() }

    /// The commands it got, by name.
    var commands: [String] { done.withLock { $0 } }

    func perform(_ command: MediaCommand) {
        let name = Mirror(reflecting: command).children.first?.label ?? "\(command)"
        done.withLock { $0.append(name) }
        switch command {
        case .createOffer(let id, _): report.yield(.localDescription(id: id, sdp: Self.sdp))
        case .acceptOffer(let id, _):
            report.yield(.localDescription(id: id, sdp: Self.sdp))
            report.yield(.stateChanged(.connected))
        case .acceptAnswer(let id, _, _):
            report.yield(.accepted(id: id))
            report.yield(.stateChanged(.connected))
        case .sendTones(let id, _, _): report.yield(.tonesSent(id: id))
        case .close:
            report.yield(.stateChanged(.closed))
            report.finish()
        default: break
        }
    }

    func pass(_ event: MediaEvent) { report.yield(event) }

    static let sdp = description(fragment: "quiet")

    static func description(fragment: String) -> String {
        let hash = Array(repeating: "CD", count: 32).joined(separator: ":")
        return [
            "v=0", "o=- 1 1 IN IP4 127.0.0.1", "s=-", "t=0 0", "m=audio 9 UDP/TLS/RTP/SAVPF 111 110",
            "c=IN IP4 0.0.0.0",
            "a=ice-ufrag:\(fragment)", "a=ice-pwd:0123456789012345678901", "a=fingerprint:sha-256 \(hash)",
            "a=setup:actpass", "a=mid:0", "a=sendrecv", "a=rtcp-mux", "a=rtpmap:111 opus/48000/2",
            "a=rtpmap:110 telephone-event/48000",
        ].map { $0 + "\r\n" }.joined()
    }
}
