import MediaEngine
import PeerDescriptions
import SDP
import Testing

struct ComfortNoiseNegotiationTests {
    @Test func `comfort noise is offered with G 711, and with Opus alone it is not`() throws {
        var both = Peer("a"), opus = Peer("b", codecs: [.opus]), narrow = Peer("c", codecs: [.pcma])
        try both.negotiator.createOffer()
        try opus.negotiator.createOffer()
        try narrow.negotiator.createOffer()
        #expect(both.text.contains("a=rtpmap:13 CN/8000\r\n"))
        #expect(narrow.text.contains("SAVPF 8 13 101\r\n") && narrow.text.contains("a=rtpmap:13 CN/8000\r\n"))
        #expect(!opus.text.contains("CN/8000") && opus.section?.formats == ["111", "63", "110", "101"])
    }

    @Test func `two of ours with G 711 describe their silence to each other`() throws {
        var a = Peer("a"), b = Peer("b", codecs: [.pcmu])
        try a.call(&b)
        for media in [try #require(a.negotiator.media), try #require(b.negotiator.media)] {
            #expect(media.sendComfortNoise == 13 && media.receivableComfortNoise == [13])
        }
    }

    @Test func `with Opus nothing describes silence, though the peer may go over to G 711`() throws {
        var a = Peer("a"), b = Peer("b")
        try a.call(&b)
        #expect(a.negotiator.media?.sendComfortNoise == nil)
        #expect(a.negotiator.media?.receivableComfortNoise == [13])
    }

    @Test func `a browser's offer is answered with its comfort noise, and its other rates are not`() throws {
        var b = Peer("b", codecs: [.pcmu])
        let more = "a=rtpmap:13 CN/8000\r\na=rtpmap:106 CN/32000"
        try b.negotiator.acceptOffer(
            PeerDescription.chromeOffer.replacing("a=rtpmap:13 CN/8000", with: more)
                .replacing("8 13 110", with: "8 13 106 110"))
        let media = try b.negotiator.createAnswer()
        #expect(b.section?.formats == ["0", "13", "110", "126"])
        #expect(media.sendComfortNoise == 13 && media.receivableComfortNoise == [13])
    }

    @Test func `a peer that lists none is sent none, and is heard if it sends the static type unasked`() throws {
        var b = Peer("b", codecs: [.pcmu])
        try b.negotiator.acceptOffer(PeerDescription.freeSwitchOffer)
        let media = try b.negotiator.createAnswer()
        #expect(b.section?.formats == ["0", "103", "101"])
        #expect(media.sendComfortNoise == nil && media.receivableComfortNoise == [13])
    }

    @Test func `a peer that gives the static type another meaning does not send noise with it`() throws {
        var b = Peer("b", codecs: [.pcmu])
        try b.negotiator.acceptOffer(
            PeerDescription.chromeOffer.replacing("a=rtpmap:13 CN/8000", with: "a=rtpmap:13 telephone-event/16000"))
        let media = try b.negotiator.createAnswer()
        #expect(media.sendComfortNoise == nil && media.receivableComfortNoise.isEmpty)
        #expect(media.receivableTelephoneEvents.map(\.payloadType).contains(13))
    }

    @Test func `a peer that lists comfort noise without a map has the static type`() throws {
        var b = Peer("b", codecs: [.pcmu])
        try b.negotiator.acceptOffer(PeerDescription.chromeOffer.replacing("a=rtpmap:13 CN/8000\r\n", with: ""))
        #expect(try b.negotiator.createAnswer().sendComfortNoise == 13)
    }

    @Test func `a peer that refuses silence suppression is sent its silence as sound`() throws {
        for (line, isSent) in [
            ("a=silenceSupp:off - - - -", false), ("a=silenceSupp:OFF", false), ("a=silenceSupp:on 0 - - -", true),
            ("a=silenceSupp", true),
        ] {
            var b = Peer("b", codecs: [.pcmu])
            try b.negotiator.acceptOffer(
                PeerDescription.chromeOffer.replacing("a=rtcp-mux", with: "a=rtcp-mux\r\n\(line)"))
            let media = try b.negotiator.createAnswer()
            #expect((media.sendComfortNoise == 13) == isSent, "\(line)")
            #expect(media.receivableComfortNoise == [13])
        }
    }
}
