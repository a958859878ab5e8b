import MediaEngine
import Redaction
import SDP
import WebRTC

nonisolated extension RTCConfiguration {
    convenience init(_ configuration: MediaConfiguration) {
        self.init()
        sdpSemantics = .unifiedPlan
        bundlePolicy = .maxBundle
        rtcpMuxPolicy = .require
        continualGatheringPolicy = configuration.gathering == .trickle ? .gatherContinually : .gatherOnce
        iceTransportPolicy = configuration.relayOnly ? .relay : .all
        iceServers = configuration.iceServers.map(RTCIceServer.init(_:))
    }
}

nonisolated extension RTCIceServer {
    convenience init(_ server: IceServer) {
        let host = server.host.contains(":") ? "[\(server.host)]" : server.host
        guard let relay = server.relay else {
            self.init(urlStrings: ["stun:\(host):\(server.port)"])
            return
        }
        let url =
            switch relay.transport {
            case .udp, .tcp: "turn:\(host):\(server.port)?transport=\(relay.transport.rawValue)"
            case .tls: "turns:\(host):\(server.port)?transport=tcp"
            }
        self.init(
            urlStrings: [url],
            username: relay.username, credential: relay.password.revealed)
    }
}

nonisolated extension RTCRtpTransceiverDirection {
    init(_ direction: MediaDirection) {
        switch direction {
        case .sendrecv: self = .sendRecv
        case .sendonly: self = .sendOnly
        case .recvonly: self = .recvOnly
        case .inactive: self = .inactive
        }
    }
}
