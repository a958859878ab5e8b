import CallModel
import CarillonRTC
import Redaction
import Testing
import Verto

struct ClientCallMachineTrickleTests {
    private let candidate: Redacted<String> = "candidate:1 1 udp 1 127.0.0.1 9 typ host"
    /// The same as the engine reports it.
    private let found: Redacted<String> = "1 1 udp 1 127.0.0.1 9 typ host"

    @Test func `W13: candidates of the peer that come before its description are kept and follow it in order`() {
        var script = ClientCallScript(.outbound, trickles: true)
        _ = script.handle(.dial)
        #expect(script.acts(.remoteCandidate(candidate)).isEmpty)
        _ = script.handle(.mediaReport(.localDescription(id: 1, sdp: .ours)))
        #expect(script.acts(.remoteCandidate("second")).isEmpty)
        #expect(script.acts(.endOfRemoteCandidates).isEmpty)
        #expect(
            script.media(.answered(VertoProgress(callID: "c1", sdp: .theirs))) == [
                .acceptAnswer(id: 2, sdp: .theirs, provisional: false), .addRemoteCandidate(candidate),
                .addRemoteCandidate("second"), .endOfRemoteCandidates,
            ])
    }

    @Test func `W13: candidates are taken although this side does not trickle`() {
        var script = ClientCallScript.active(.outbound, trickles: false)
        #expect(script.media(.remoteCandidate(candidate)) == [.addRemoteCandidate(candidate)])
    }

    @Test func `candidates for a ringing call wait until it is answered`() {
        var script = ClientCallScript(.inbound, trickles: true)
        _ = script.handle(.invited(VertoServerInvite(callID: "c1", sdp: .theirs)))
        #expect(script.acts(.remoteCandidate(candidate)).isEmpty)
        #expect(
            script.media(.operation(nil, .answer))
                == [.open, .acceptOffer(id: 1, sdp: .theirs), .addRemoteCandidate(candidate)])
    }

    @Test func `the callee's candidates wait until its ANSWER is sent`() throws {
        var script = ClientCallScript(.inbound, trickles: true)
        _ = script.handle(.invited(VertoServerInvite(callID: "c1", sdp: .theirs)))
        _ = script.handle(.operation(nil, .answer))
        #expect(
            script.requests(.mediaReport(.localCandidate(found, mediaIdentification: "0", mediaLineIndex: 0)))
                .isEmpty)
        #expect(script.requests(.mediaReport(.gatheringCompleted)).isEmpty)
        let requests = script.requests(.mediaReport(.localDescription(id: 1, sdp: .ours)))
        #expect(
            requests.map { $0.method(in: .telnyx) } == [
                "telnyx_rtc.answer", "telnyx_rtc.candidate", "telnyx_rtc.endOfCandidates",
            ])
        guard case .answer(let answer) = try #require(requests.first) else { throw Unexpected() }
        #expect(answer.trickle == true)
        guard case .candidate(let sent) = requests[1] else { throw Unexpected() }
        #expect(sent == VertoCandidate(callID: "c1", candidate: candidate, sdpMid: "0", sdpMLineIndex: 0))
    }

    @Test func `pitfall 21: a candidate is sent with the name of its attribute, as browsers refuse others`() throws {
        var script = ClientCallScript(.outbound, trickles: true)
        _ = script.handle(.dial)
        _ = script.handle(.mediaReport(.localDescription(id: 1, sdp: .ours)))
        let requests = script.requests(
            .mediaReport(.localCandidate(found, mediaIdentification: "0", mediaLineIndex: 0)))
        guard case .candidate(let sent) = try #require(requests.first) else { throw Unexpected() }
        #expect(sent.candidate == candidate)
    }

    @Test func `the caller's candidates follow its INVITE at once`() {
        var script = ClientCallScript(.outbound, trickles: true)
        _ = script.handle(.dial)
        _ = script.handle(.mediaReport(.localDescription(id: 1, sdp: .ours)))
        #expect(
            script.requests(.mediaReport(.localCandidate(found, mediaIdentification: "0", mediaLineIndex: 0))).count
                == 1)
    }

    @Test func `a peer that floods a ringing call with candidates costs no more than the bound`() {
        var script = ClientCallScript(.inbound, trickles: true)
        _ = script.handle(.invited(VertoServerInvite(callID: "c1", sdp: .theirs)))
        for _ in 0..<1_000 { _ = script.handle(.remoteCandidate(candidate)) }
        #expect(script.media(.operation(nil, .answer)).count == 2 + ClientCallMachine.waitingCandidatesMax)
    }
}
