import MediaEngine
import PeerDescriptions
import SDP
import Testing

struct FirstNegotiationTests {
    @Test func `two of us agree on Opus, roles and digits`() throws {
        var a = Peer("a"), b = Peer("b")
        try a.call(&b)
        let ours = try #require(a.negotiator.media), theirs = try #require(b.negotiator.media)
        #expect(a.negotiator.state == .stable && b.negotiator.state == .stable)
        #expect(ours.sendPayload == AudioPayload(payloadType: 111, codec: .opus))
        #expect(ours.sendPayload == theirs.sendPayload)
        #expect(ours.sendTelephoneEvent == TelephoneEventPayload(payloadType: 110, clockRate: 48_000))
        #expect(theirs.receivableTelephoneEvents.map(\.clockRate) == [48_000, 8_000])
        #expect(ours.role == .server && theirs.role == .client)
        #expect(ours.sends && ours.receives && theirs.sends && theirs.receives)
        #expect(
            ours.remoteFingerprints == [Peer.fingerprint("b")] && theirs.remoteFingerprints == [Peer.fingerprint("a")])
        #expect(ours.remoteCredentials == b.credentials(1) && ours.localCredentials == a.credentials(1))
        #expect(!ours.remoteRestartedICE && !ours.localRestartedICE && !ours.needsNewAssociation)
        #expect(ours.multiplexesRTCP && ours.mediaIdentification == "0" && ours.mediaLineIndex == 0)
        #expect(ours.peerWantsForwardErrorCorrection && ours.peerPacketMilliseconds == 20)
    }

    @Test func `pitfall 14: Opus is offered as opus 48000 2 with in-band error correction`() throws {
        var a = Peer("a")
        try a.negotiator.createOffer()
        #expect(a.text.contains("m=audio 9 UDP/TLS/RTP/SAVPF 111 0 8 13 63 110 101\r\n"))
        #expect(a.text.contains("a=rtpmap:111 opus/48000/2\r\na=fmtp:111 minptime=10;useinbandfec=1\r\n"))
        #expect(a.text.contains("a=rtpmap:110 telephone-event/48000\r\n"))
        #expect(a.text.contains("a=rtpmap:101 telephone-event/8000\r\n"))
        #expect(a.text.contains("a=setup:actpass\r\n"))
    }

    @Test func `packets that repeat earlier ones are agreed on by two of ours, under each one's number`() throws {
        var a = Peer("a"), b = Peer("b")
        try a.call(&b)
        #expect(a.text.contains("a=rtpmap:63 red/48000/2\r\na=fmtp:63 111/111\r\n"))
        for media in [try #require(a.negotiator.media), try #require(b.negotiator.media)] {
            #expect(media.sendRedundancy == 63 && media.receivableRedundancy == [63])
        }
    }

    @Test func `a peer that knows no redundancy, or no Opus, is sent none`() throws {
        var a = Peer("a"), b = Peer("b", codecs: [.pcmu])
        try a.call(&b)
        #expect(a.negotiator.media?.sendRedundancy == nil && b.negotiator.media?.sendRedundancy == nil)
        var c = Peer("c")
        try c.negotiator.acceptOffer(PeerDescription.aiortcOffer)
        #expect(try c.negotiator.createAnswer().sendRedundancy == nil)
        #expect(!c.text.contains("red/48000"))
    }

    @Test func `a peer that asks for silence to be left out is known`() throws {
        for (parameters, isAsked) in [("useinbandfec=1", false), ("useinbandfec=1;usedtx=1", true)] {
            var b = Peer("b")
            try b.negotiator.acceptOffer(
                PeerDescription.chromeOffer.replacing("useinbandfec=1", with: parameters))
            #expect(try b.negotiator.createAnswer().peerWantsDiscontinuousTransmission == isAsked)
        }
    }

    @Test func `a peer's limit for a packet is read`() throws {
        var b = Peer("b")
        try b.negotiator.acceptOffer(
            PeerDescription.chromeOffer.replacing("a=rtcp-mux", with: "a=rtcp-mux\r\na=maxptime:40"))
        #expect(try b.negotiator.createAnswer().peerPacketMillisecondsMax == 40)
    }

    @Test func `Opus without its two channels is not Opus`() throws {
        var b = Peer("b")
        let offer = PeerDescription.chromeOffer.replacing("opus/48000/2", with: "opus/48000")
        try b.negotiator.acceptOffer(offer)
        #expect(try b.negotiator.createAnswer().sendPayload.codec == .pcmu)
    }

    @Test func `gathered candidates stand in the description, which names the best for peers without ICE`() throws {
        var a = Peer("a")
        try a.negotiator.createOffer()
        let candidates = [
            "1 1 udp 2130706431 10.0.0.1 5000 typ host",
            "2 1 udp 1694498815 192.0.2.1 6000 typ srflx raddr 10.0.0.1 rport 5000",
        ]
        for text in candidates + candidates {
            a.negotiator.addLocalCandidate(try IceCandidate(parsing: text), userFragment: "afrag1")
        }
        a.negotiator.addLocalCandidate(try IceCandidate(parsing: candidates[0]), userFragment: "gone")
        a.negotiator.completeLocalCandidates(userFragment: "afrag1")
        let section = try #require(a.section)
        #expect(section.candidates.map(\.text) == candidates)
        #expect(section.hasAllCandidates && section.port == 6_000)
        #expect(a.text.contains("c=IN IP4 192.0.2.1\r\n"))
    }

    @Test func `PCMU alone is agreed on when one side has nothing else`() throws {
        var a = Peer("a"), b = Peer("b", codecs: [.pcmu])
        try a.call(&b)
        #expect(a.negotiator.media?.sendPayload == AudioPayload(payloadType: 0, codec: .pcmu))
        #expect(a.negotiator.media?.sendTelephoneEvent?.clockRate == 8_000)
        #expect(b.section?.formats == ["0", "13", "110", "101"])
    }

    @Test func `no codec in common is refused and changes nothing`() throws {
        var a = Peer("a", codecs: [.pcma]), b = Peer("b", codecs: [.opus])
        try a.negotiator.createOffer()
        let error = #expect(throws: MediaError.self) { try b.negotiator.acceptOffer(a.text) }
        #expect(error?.code == .noCommonCodec)
        #expect(b.negotiator.state == .stable && b.negotiator.media == nil)
    }

    @Test func `pitfall 14: a peer that swaps payload numbers is sent its own and heard by ours`() throws {
        var a = Peer("a")
        try a.negotiator.createOffer()
        var b = Peer("b")
        let swapped = a.text.replacing("SAVPF 111 0 8 13 63 110 101", with: "SAVPF 96 0 8 101 110")
            .replacing(":111 ", with: ":96 ").replacing("110 telephone-event/48000", with: "X")
            .replacing("101 telephone-event/8000", with: "110 telephone-event/8000")
            .replacing("X", with: "101 telephone-event/48000")
        try b.negotiator.acceptOffer(swapped)
        try b.negotiator.createAnswer()
        let media = try a.negotiator.acceptAnswer(b.text, provisional: false)
        #expect(media.sendPayload.payloadType == 96)
        #expect(media.receivablePayloads.map(\.payloadType) == [111, 0, 8, 96])
        #expect(media.sendTelephoneEvent == TelephoneEventPayload(payloadType: 101, clockRate: 48_000))
        #expect(media.receivableTelephoneEvents.first == TelephoneEventPayload(payloadType: 110, clockRate: 48_000))
    }
}
