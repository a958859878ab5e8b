import CallModel
import CarillonRTC
import MediaEngine
import Redaction
import Verto

/// Drives one call and shows what it wanted done.
struct ClientCallScript {
    var call: ClientCallMachine
    var now = Duration.zero
    /// The last offer of new media that it sent.
    private(set) var offered: UInt64 = 0

    init(
        _ direction: CallDirection, trickles: Bool = false, tones: ToneMethod = .automatic,
        connectsWhileRinging: Bool = false
    ) {
        var options = CallOptions(dialect: trickles ? .telnyx : .freeSwitch, trickles: trickles, tones: tones)
        options.connectsWhileRinging = connectsWhileRinging
        var setup = CallSetup(callID: "c1", options: options)
        setup.destination = "1001"
        setup.headers = [CallHeader("X-Order", "7")]
        call = ClientCallMachine(direction, setup)
    }

    mutating func handle(_ event: ClientCallEvent) -> [ClientCallEffect] {
        var effects: [ClientCallEffect] = []
        call.handle(event, at: now, into: &effects)
        for case .request(.updateMedia(let id), _) in effects { offered = id }
        return effects
    }

    /// Its effects without states, other reports and refusals.
    mutating func acts(_ event: ClientCallEvent) -> [ClientCallEffect] {
        handle(event).filter { effect in
            switch effect {
            case .report, .refused: false
            default: true
            }
        }
    }

    mutating func media(_ event: ClientCallEvent) -> [MediaRequest] {
        handle(event).compactMap { if case .media(let order) = $0 { order } else { nil } }
    }

    mutating func requests(_ event: ClientCallEvent) -> [VertoClientRequest] {
        handle(event).compactMap { if case .request(_, let request) = $0 { request } else { nil } }
    }

    /// The shortest way to a call that stands.
    static func active(_ direction: CallDirection, trickles: Bool = false, tones: ToneMethod = .automatic)
        -> ClientCallScript
    {
        var script = answered(direction, trickles: trickles, tones: tones)
        _ = script.handle(.mediaReport(.state(.connected)))
        return script
    }

    /// The shortest way to an answered call whose media connects.
    static func answered(_ direction: CallDirection, trickles: Bool = false, tones: ToneMethod = .automatic)
        -> ClientCallScript
    {
        var script = ClientCallScript(direction, trickles: trickles, tones: tones)
        switch direction {
        case .outbound:
            _ = script.handle(.dial)
            _ = script.handle(.mediaReport(.localDescription(id: 1, sdp: .ours)))
            _ = script.handle(.outcome(.invite, .reply(.callCreated("c1"))))
            _ = script.handle(.answered(VertoProgress(callID: "c1", sdp: .theirs)))
            _ = script.handle(.mediaReport(.accepted(id: 2)))
        case .inbound:
            _ = script.handle(.invited(VertoServerInvite(callID: "c1", sdp: .theirs)))
            _ = script.handle(.operation(nil, .answer))
            _ = script.handle(.mediaReport(.localDescription(id: 1, sdp: .ours)))
        }
        _ = script.handle(.mediaReport(.state(.connecting)))
        return script
    }
}

extension [ClientCallEffect] {
    /// How the call ended, if it did, and whether the exchange said so.
    var end: (ending: Ending, isReported: Bool)? {
        for case .report(.state(let state, let ending?, let isReported)) in self {
            if case .ended = state.progress { return (ending, isReported) }
        }
        return nil
    }
}

extension Redacted where Value == String {
    static let ours = Redacted(sdp(fragment: "ours", direction: "sendrecv"))
    static let oursAnew = Redacted(sdp(fragment: "more", direction: "sendrecv"))
    static let theirs = Redacted(sdp(fragment: "them", direction: "sendrecv"))
    static let theirsAnew = Redacted(sdp(fragment: "anew", direction: "sendrecv"))
    static let theirsWithoutDigits = Redacted(sdp(fragment: "them", direction: "sendrecv", digits: false))

    private static func sdp(fragment: String, direction: String, digits: Bool = true) -> String {
        let hash = Array(repeating: "AB", count: 32).joined(separator: ":")
        let lines = [
            "v=0", "o=- 1 1 IN IP4 127.0.0.1", "s=-", "t=0 0",
            "m=audio 9 UDP/TLS/RTP/SAVPF 111" + (digits ? " 110" : ""),
            "c=IN IP4 0.0.0.0", "a=ice-ufrag:\(fragment)", "a=ice-pwd:0123456789012345678901",
            "a=fingerprint:sha-256 \(hash)", "a=setup:actpass", "a=mid:0", "a=\(direction)", "a=rtcp-mux",
            "a=rtpmap:111 opus/48000/2",
        ]
        return (lines + (digits ? ["a=rtpmap:110 telephone-event/48000"] : [])).map { $0 + "\r\n" }.joined()
    }
}

extension VertoReply {
    static func hold(_ state: HoldState) -> VertoReply {
        .modified("c1", state == .held ? .hold : .unhold, holdState: state)
    }
}
