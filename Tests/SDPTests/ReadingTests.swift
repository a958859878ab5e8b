import PeerDescriptions
import SDP
import Testing

struct ReadingTests {
    @Test func `Chrome's offer is understood`() throws {
        let description = try SessionDescription(parsing: PeerDescription.chromeOffer)
        let section = try #require(description.media.first)
        #expect(description.origin.version == 2)
        #expect(description.groups("BUNDLE") == [["0"]])
        #expect(section.kind == "audio" && section.port == 60_373 && section.transport == "UDP/TLS/RTP/SAVPF")
        #expect(section.payloadTypes == [111, 63, 9, 0, 8, 13, 110, 126])
        #expect(
            section.payloadFormats.first
                == PayloadFormat(payloadType: 111, encoding: "opus", clockRate: 48_000, channels: 2))
        #expect(section.formatParameters(of: 111)?.value(of: "useinbandfec") == "1")
        #expect(section.mediaIdentification == "0" && section.multiplexesRTCP && !section.hasAllCandidates)
        #expect(description.direction(of: section) == .sendrecv)
        #expect(description.setupRole(of: section) == .actpass)
        #expect(description.iceCredentials(of: section)?.userFragment == "a4Fd")
        #expect(description.fingerprints(of: section).map(\.hash) == ["sha-256"])
        #expect(description.fingerprints(of: section).first?.bytes.count == 32)
        #expect(section.synchronizationSources == [3_757_733_061])
        #expect(section.candidates.map(\.port) == [60_373, 39_613])
    }

    @Test func `FreeSWITCH's offer is understood without mid, bundle and with doubled candidates`() throws {
        let description = try SessionDescription(parsing: PeerDescription.freeSwitchOffer)
        let section = try #require(description.media.first)
        #expect(section.mediaIdentification == nil && description.groups("BUNDLE").isEmpty)
        #expect(section.transport == "RTP/SAVPF" && section.isRTP)
        #expect(section.candidates.map(\.component) == [1, 2])
        #expect(!section.hasAllCandidates && section.packetMilliseconds == 20)
        #expect(section.formatParameters(of: 102)?.value(of: "MaxAverageBitrate") == "30000")
    }

    @Test func `FreeSWITCH's attach offer has a fingerprint by SHA-512`() throws {
        let description = try SessionDescription(parsing: PeerDescription.freeSwitchAttach)
        let fingerprint = try #require(description.fingerprints(of: description.media[0]).first)
        #expect(fingerprint.hash == "sha-512" && fingerprint.bytes.count == 64)
        #expect(PeerDescription.freeSwitchAttach.contains("a=fingerprint:" + fingerprint.text + "\r\n"))
    }

    @Test func `a section without a value takes the session's`() throws {
        let description = try SessionDescription(
            parsing: "v=0\no=- 1 1 IN IP4 0.0.0.0\ns=-\na=ice-ufrag:abcd\na=ice-pwd:abcdefghijklmnopqrstuv\n"
                + "a=setup:passive\na=sendonly\na=fingerprint:SHA-256 AB:CD\nm=audio 9 RTP/SAVPF 0\n")
        let section = description.media[0]
        #expect(description.direction(of: section) == .sendonly)
        #expect(description.setupRole(of: section) == .passive)
        #expect(description.firstUserFragment == "abcd")
        #expect(
            description.fingerprints(of: section) == [CertificateFingerprint(hash: "sha-256", bytes: [0xAB, 0xCD])])
        #expect(section.payloadFormats == [PayloadFormat(payloadType: 0, encoding: "PCMU", clockRate: 8_000)])
    }

    @Test(arguments: MediaDirection.allCases, MediaDirection.allCases)
    func `an answer never has a direction that the offer or we exclude`(offer: MediaDirection, wish: MediaDirection) {
        let answer = offer.answer(willing: wish)
        #expect(answer.sends == (offer.receives && wish.sends))
        #expect(answer.receives == (offer.sends && wish.receives))
        #expect(offer.reversed.reversed == offer)
    }
}
