import CallModel
import CarillonRTC
import MediaEngine
import Redaction
import Testing
import Verto

/// How many trips between the phones an answer costs until each side's call stands, in virtual time.
struct AnswerTimeTests {
    @Test func `with media connected while it rings an answer costs no more than its own way`() {
        var call = TimedCall(connectsWhileRinging: true)
        let took = call.answerAfterRinging()
        #expect(took.callee == .zero)
        #expect(took.caller == TimedCall.trip)
    }

    @Test func `without it, ICE and DTLS follow the answer`() {
        var call = TimedCall(connectsWhileRinging: false)
        let took = call.answerAfterRinging()
        #expect(took.callee == TimedCall.trip + TimedCall.connecting)
        #expect(took.caller == TimedCall.trip + TimedCall.connecting)
    }
}

/// Two calls, an exchange that passes their messages on, and engines that connect some round trips after both have the
/// other's description.
private struct TimedCall {
    enum Side: CaseIterable { case caller, callee }

    /// From one phone to the other, through the exchange or directly.
    static let trip = Duration.milliseconds(50)
    /// One round trip of a check (RFC 8445), two of DTLS 1.2.
    static let connecting = trip * 6

    private let isEarly: Bool
    private var calls: [Side: ClientCallScript]
    private var coming: [(at: Duration, to: Side, event: ClientCallEvent)] = []
    private var described: Set<Side> = []
    private var stands: [Side: Duration] = [:]
    private var now = Duration.zero

    init(connectsWhileRinging isEarly: Bool) {
        self.isEarly = isEarly
        calls = [
            .caller: ClientCallScript(.outbound, trickles: true, connectsWhileRinging: isEarly),
            .callee: ClientCallScript(.inbound, trickles: true, connectsWhileRinging: isEarly),
        ]
    }

    /// Rings for ten seconds, answers, and returns how long each side's call took to stand since.
    mutating func answerAfterRinging() -> (caller: Duration, callee: Duration) {
        pass(.dial, to: .caller)
        run()
        now = .seconds(10)
        pass(.operation(nil, .answer), to: .callee)
        run()
        return ((stands[.caller] ?? .zero) - .seconds(10), (stands[.callee] ?? .zero) - .seconds(10))
    }

    private mutating func run() {
        while let next = coming.indices.min(by: { coming[$0].at < coming[$1].at }) {
            let item = coming.remove(at: next)
            now = item.at
            pass(item.event, to: item.to)
        }
    }

    private mutating func pass(_ event: ClientCallEvent, to side: Side) {
        calls[side]?.now = now
        for effect in calls[side]?.handle(event) ?? [] { perform(effect, of: side) }
        if calls[side]?.call.state.progress == .active, stands[side] == nil { stands[side] = now }
    }

    private mutating func perform(_ effect: ClientCallEffect, of side: Side) {
        switch effect {
        case .media(.createOffer(let id, _)):
            coming.append((now, side, .mediaReport(.localDescription(id: id, sdp: .ours))))
        case .media(.acceptOffer(let id, _)):
            coming.append((now, side, .mediaReport(.localDescription(id: id, sdp: .theirs))))
            knowsPeer(side)
        case .media(.acceptAnswer(let id, _, _)):
            coming.append((now, side, .mediaReport(.accepted(id: id))))
            knowsPeer(side)
        case .request(_, .invite(let invite)):
            var rung = VertoServerInvite(callID: "c1", sdp: invite.sdp)
            rung.takesEarlyDescription = isEarly
            coming.append((now + Self.trip, .callee, .invited(rung)))
            coming.append((now + Self.trip, .caller, .ringing(VertoProgress(callID: "c1"))))
        case .request(_, .media(let answer)):
            var progress = VertoProgress(callID: "c1", sdp: answer.sdp)
            progress.isEarlyDescription = true
            coming.append((now + Self.trip, .caller, .media(progress)))
        case .request(_, .answer(let answer)):
            coming.append((now + Self.trip, .caller, .answered(VertoProgress(callID: "c1", sdp: answer.sdp))))
        default: break
        }
    }

    private mutating func knowsPeer(_ side: Side) {
        guard described.insert(side).inserted, described.count == 2 else { return }
        for side in Side.allCases {
            coming.append((now + Self.connecting, side, .mediaReport(.state(.connected))))
        }
    }
}
