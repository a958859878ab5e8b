import MediaEngine
import PeerDescriptions
import SDP
import Testing

struct ForeignPeerTests {
    @Test func `Chrome's offer is answered with its numbers, its mid and its order`() throws {
        var b = Peer("b")
        #expect(try b.negotiator.acceptOffer(PeerDescription.chromeOffer) == false)
        let media = try b.negotiator.createAnswer()
        #expect(b.text.contains("m=audio 9 UDP/TLS/RTP/SAVPF 111 63 0 8 13 110 126\r\n"))
        #expect(b.text.contains("a=group:BUNDLE 0\r\n") && b.text.contains("a=mid:0\r\n"))
        #expect(b.text.contains("a=setup:active\r\n") && !b.text.contains("a=extmap"))
        #expect(media.remoteCandidates.count == 2 && !media.remoteHasAllCandidates)
    }

    @Test func `pitfall 13: digits of Chrome are heard on either of its payload numbers`() throws {
        var b = Peer("b")
        try b.negotiator.acceptOffer(PeerDescription.chromeOffer)
        let media = try b.negotiator.createAnswer()
        #expect(
            media.receivableTelephoneEvents == [
                TelephoneEventPayload(payloadType: 110, clockRate: 48_000),
                TelephoneEventPayload(payloadType: 126, clockRate: 8_000),
            ])
    }

    @Test func `video is refused with port 0 and stays in its place for later offers`() throws {
        var b = Peer("b")
        try b.negotiator.acceptOffer(PeerDescription.chromeVideoOffer)
        try b.negotiator.createAnswer()
        for text in [b.text, try offerAgain(&b)] {
            let media = try SessionDescription(parsing: text).media
            #expect(media.map(\.kind) == ["audio", "video"] && media.map(\.port) == [9, 0])
            #expect(media[1].mediaIdentification == "1" && text.contains("a=group:BUNDLE 0\r\n"))
        }
    }

    private func offerAgain(_ peer: inout Peer) throws -> String {
        try peer.negotiator.createOffer()
        return peer.text
    }

    @Test func `aiortc's number for Opus is used, and any of its fingerprints will do`() throws {
        var b = Peer("b")
        try b.negotiator.acceptOffer(PeerDescription.aiortcOffer)
        let media = try b.negotiator.createAnswer()
        #expect(media.sendPayload == AudioPayload(payloadType: 96, codec: .opus))
        #expect(media.sendTelephoneEvent == nil && media.receivableTelephoneEvents.isEmpty)
        #expect(media.remoteFingerprints.map(\.hash) == ["sha-256", "sha-384", "sha-512"])
        #expect(media.remoteHasAllCandidates)
    }

    @Test(arguments: [PeerDescription.freeSwitchOffer, PeerDescription.freeSwitchAttach])
    func `FreeSWITCH's offers are answered without mid or bundle and in their profile`(offer: String) throws {
        var b = Peer("b")
        try b.negotiator.acceptOffer(offer)
        let media = try b.negotiator.createAnswer()
        #expect(b.text.contains("m=audio 9 RTP/SAVPF 102 0 8 103 101\r\n"))
        #expect(!b.text.contains("a=mid") && !b.text.contains("BUNDLE"))
        #expect(media.remoteCandidates.map(\.component) == [1] && media.mediaIdentification.isEmpty)
        #expect(media.peerBitRateMax == 30_000 && media.role == .client)
        #expect(media.remoteFingerprints.count == 1)
    }

    @Test func `FreeSWITCH's answer without mid is accepted`() throws {
        var a = Peer("a")
        try a.negotiator.createOffer()
        let media = try a.negotiator.acceptAnswer(PeerDescription.freeSwitchAnswer, provisional: false)
        #expect(media.role == .server && media.remoteHasAllCandidates && media.remoteCandidates.count == 1)
        #expect(media.mediaIdentification == "0")
    }

    @Test(arguments: ["active", "passive", "actpass"])
    func `every setup of an offer has its answer`(setup: String) throws {
        var b = Peer("b")
        try b.negotiator.acceptOffer(PeerDescription.chromeOffer.replacing("setup:actpass", with: "setup:\(setup)"))
        #expect(try b.negotiator.createAnswer().role == (setup == "active" ? .server : .client))
        #expect(b.section?.value(of: "setup") == (setup == "active" ? "passive" : "active"))
    }

    @Test(arguments: [
        ("a=setup:actpass", "a=setup:holdconn"), ("a=ice-ufrag:a4Fd\r\n", ""), ("a=ice-ufrag:a4Fd", "a=ice-ufrag:abc"),
        ("a=fingerprint:sha-256", "a=fingerprint:sha-1"), ("m=audio 60373", "m=audio 0"), ("m=audio", "m=video"),
        ("v=0", "v=1"), ("a=candidate:696901052 1", "a=candidate:1"),
    ])
    func `an offer we cannot serve is refused and changes nothing`(old: String, new: String) {
        var b = Peer("b")
        let error = #expect(throws: MediaError.self) {
            try b.negotiator.acceptOffer(PeerDescription.chromeOffer.replacing(old, with: new))
        }
        #expect(error?.code == .malformedDescription)
        #expect(b.negotiator.state == .stable)
    }

    @Test(arguments: [
        ("a=setup:active", "a=setup:actpass", MediaError.Code.malformedDescription),
        ("m=audio 24680", "m=audio 0", .noCommonCodec),
        ("opus/48000/2", "speex/8000", .noCommonCodec),
        ("a=setup:active", "a=mid:other", .malformedDescription),
        ("a=end-of-candidates\r\n", "a=end-of-candidates\r\nm=video 0 RTP/SAVPF 96\r\n", .malformedDescription),
    ])
    func `an answer that does not fit is refused and the offer still stands`(
        old: String, new: String, code: MediaError.Code
    ) throws {
        var a = Peer("a")
        try a.negotiator.createOffer()
        let error = #expect(throws: MediaError.self) {
            try a.negotiator.acceptAnswer(
                PeerDescription.freeSwitchAnswer.replacing(old, with: new), provisional: false)
        }
        #expect(error?.code == code)
        #expect(a.negotiator.state == .haveLocalOffer)
        try a.negotiator.acceptAnswer(PeerDescription.freeSwitchAnswer, provisional: false)
    }
}
