import Foundation
import MediaEngine
import WebRTC

/// One entry of the framework's statistics, reduced to what is used. Source: W3C webrtc-stats, names of members.
struct WebRTCStatistic: Sendable {
    private enum Entry: Sendable {
        case outbound(packets: UInt64, bytes: UInt64)
        case inbound(packets: UInt64, bytes: UInt64, lost: Int64, jitter: Double, concealed: UInt64, level: Double)
        case remoteInbound(jitter: Double?, roundTrip: Double?, fractionLost: Double?)
        case other
    }

    private let entry: Entry

    init(_ statistic: RTCStatistics) {
        let values = statistic.values
        let number = { (key: String) in (values[key] as? NSNumber)?.doubleValue }
        let count = { (key: String) in (values[key] as? NSNumber)?.uint64Value ?? 0 }
        switch statistic.type {
        case "outbound-rtp": entry = .outbound(packets: count("packetsSent"), bytes: count("bytesSent"))
        case "inbound-rtp":
            entry = .inbound(
                packets: count("packetsReceived"), bytes: count("bytesReceived"),
                lost: (values["packetsLost"] as? NSNumber)?.int64Value ?? 0, jitter: number("jitter") ?? 0,
                concealed: count("concealedSamples") / UInt64(AudioFrame.sampleCount), level: number("audioLevel") ?? 0)
        case "remote-inbound-rtp":
            entry = .remoteInbound(
                jitter: number("jitter"), roundTrip: number("roundTripTime"), fractionLost: number("fractionLost"))
        default: entry = .other
        }
    }

    /// The framework speaks of seconds.
    func add(to statistics: inout MediaStatistics) {
        switch entry {
        case .outbound(let packets, let bytes):
            statistics.packetsSent = packets
            statistics.bytesSent = bytes
        case .inbound(let packets, let bytes, let lost, let jitter, let concealed, let level):
            statistics.packetsReceived = packets
            statistics.bytesReceived = bytes
            statistics.packetsLost = lost
            statistics.jitterMilliseconds = jitter * 1_000
            statistics.framesConcealed = concealed
            statistics.inboundLevel = level
        case .remoteInbound(let jitter, let roundTrip, let fractionLost):
            statistics.remoteJitterMilliseconds = jitter.map { $0 * 1_000 }
            statistics.roundTripMilliseconds = roundTrip.map { $0 * 1_000 }
            statistics.remoteFractionLost = fractionLost
        case .other: break
        }
    }
}
