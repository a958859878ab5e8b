import CallModel
import CarillonRTC
import MediaEngine
import RTP
import Redaction
import WireJSON

extension PhoneOutputEvent {
    /// The event as one JSON object; `event` is its kind and `call` the call's number in this phone.
    var json: JSONObject {
        switch self {
        case .connecting(let url): ["event": "connecting", "url": .string(url)]
        case .registered(let login): ["event": "registered", "login": .string(login)]
        case .reconnecting(let attempt): ["event": "reconnecting", "attempt": .integer(Int64(attempt))]
        case .disconnected(let error):
            ["event": "disconnected", "error": error.map { .string($0.description) } ?? .null]
        case .incoming(let call, let from, let name, let headers):
            [
                "event": "incoming", "call": .integer(Int64(call)), "from": .string(from), "name": .string(name),
                "headers": Self.object(headers),
            ]
        case .dialed(let call, let to): ["event": "dialled", "call": .integer(Int64(call)), "to": .string(to)]
        case .state(let call, let state): Self.object(call, state)
        case .media(let call, let state):
            ["event": "media", "call": .integer(Int64(call)), "state": .string(state.rawValue)]
        case .restart(let call, let reason):
            ["event": "restart", "call": .integer(Int64(call)), "reason": .string(reason.rawValue)]
        case .relaysUnavailable(let call): ["event": "relaysUnavailable", "call": .integer(Int64(call))]
        case .transferFailed(let call, let ending):
            [
                "event": "transferFailed", "call": .integer(Int64(call)), "reason": .string(ending.reason.rawValue),
                "causeCode": .integer(Int64(ending.cause.code)),
            ]
        case .earlyMedia(let call): ["event": "earlyMedia", "call": .integer(Int64(call))]
        case .firstAudio(let call): ["event": "firstAudio", "call": .integer(Int64(call))]
        case .headers(let call, let headers):
            ["event": "headers", "call": .integer(Int64(call)), "headers": Self.object(headers)]
        case .names(let call, let names):
            [
                "event": "names", "call": .integer(Int64(call)),
                "session": names.sessionID.map { .string($0) } ?? .null,
                "leg": names.legID.map { .string($0) } ?? .null,
            ]
        case .muted(let call, let isMuted): ["event": "muted", "call": .integer(Int64(call)), "muted": .bool(isMuted)]
        case .digit(let call, let digit):
            ["event": "digit", "call": .integer(Int64(call)), "digit": .string(String(digit))]
        case .tone(let call, let frequency, let level):
            [
                "event": "tone", "call": .integer(Int64(call)), "frequency": .number(frequency),
                "level": .number(Self.rounded(level)),
            ]
        case .quality(let call, let quality): Self.object(call, quality)
        case .ended(let call, let ending): Self.object(call, ending)
        case .calls(let lines): ["event": "calls", "calls": .array(lines.map { .object(Self.object($0)) })]
        case .done(let command): ["event": "done", "command": .string(command)]
        case .failed(let command, let reason):
            ["event": "failed", "command": .string(command), "reason": .string(reason)]
        case .help: ["event": "help", "commands": .array(PhoneInstruction.manual.map { .string($0.usage) })]
        }
    }

    private static func object(_ call: Int, _ state: CallState) -> JSONObject {
        [
            "event": state.progress == .ringing ? "ringing" : "state", "call": .integer(Int64(call)),
            "state": .string(state.progress.name), "hold": .string(state.hold.rawValue),
            "peerHold": .string(state.remoteHold.rawValue), "link": .string(state.link.rawValue),
        ]
    }

    private static func object(_ call: Int, _ quality: CallQuality) -> JSONObject {
        let statistics = quality.statistics
        return [
            "event": "quality", "call": .integer(Int64(call)), "rating": .string(quality.rating.rawValue),
            "mos": number(quality.meanOpinionScore), "jitter_ms": number(quality.jitterMilliseconds),
            "rtt_ms": number(quality.roundTripMilliseconds), "loss": number(quality.lossFraction),
            "packets_sent": .integer(Int64(clamping: statistics.packetsSent)),
            "packets_received": .integer(Int64(clamping: statistics.packetsReceived)),
            "packets_lost": .integer(statistics.packetsLost),
            "packets_repaired": .integer(Int64(clamping: statistics.packetsRepaired)),
            "frames_concealed": .integer(Int64(clamping: statistics.framesConcealed)),
            "buffer_ms": number(statistics.bufferMilliseconds),
            "gap_ms": number(statistics.longestGapMilliseconds),
            "send_bits": statistics.sending.map { .integer(Int64($0.bitsPerSecond)) } ?? .null,
            "send_packet_ms": statistics.sending.map { .integer(Int64($0.packetMilliseconds)) } ?? .null,
            "send_copies": statistics.sending.map { .integer(Int64($0.copies)) } ?? .null,
            "level_in": number(statistics.inboundLevel),
            "level_out": number(statistics.outboundLevel),
            "codec": statistics.codec.map { .string($0.rawValue) } ?? .null,
            "local_candidate": statistics.localCandidateKind.map { .string($0) } ?? .null,
            "relay": statistics.relay.map { .string($0) } ?? .null,
            "remote_candidate": statistics.remoteCandidateKind.map { .string($0) } ?? .null,
        ]
    }

    private static func object(_ call: Int, _ ending: Ending) -> JSONObject {
        [
            "event": "ended", "call": .integer(Int64(call)), "reason": .string(ending.reason.rawValue),
            "cause": .string(ending.cause.name), "cause_code": .integer(Int64(ending.cause.code)),
            "sip_code": ending.sipCode.map { .integer(Int64($0)) } ?? .null,
        ]
    }

    private static func object(_ line: PhoneCallLine) -> JSONObject {
        [
            "call": .integer(Int64(line.number)), "peer": .string(line.peer),
            "state": .string(line.state.progress.name),
            "hold": .string(line.state.hold.rawValue), "muted": .bool(line.isMuted), "current": .bool(line.isCurrent),
        ]
    }

    private static func object(_ headers: [CallHeader]) -> JSONValue {
        .object(JSONObject(headers.map { ($0.name, JSONValue.string($0.value.revealed)) }))
    }

    private static func number(_ value: Double?) -> JSONValue {
        guard let value, value.isFinite else { return .null }
        return .number(rounded(value))
    }

    private static func rounded(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }
}
