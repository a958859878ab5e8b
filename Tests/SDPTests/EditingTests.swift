import PeerDescriptions
import SDP
import Testing

struct EditingTests {
    @Test func `candidates return in order with their end`() throws {
        var description = try SessionDescription(parsing: PeerDescription.telnyxTrickleOffer)
        let candidate = try IceCandidate(parsing: "candidate:1 1 UDP 2130706431 10.0.0.1 5000 typ host")
        description.add([candidate], isComplete: false, toMediaAt: 0)
        #expect(!description.media[0].hasAllCandidates)
        description.add([], isComplete: true, toMediaAt: 0)
        description.add([], isComplete: true, toMediaAt: 7)
        #expect(description.media[0].candidates == [candidate] && description.media[0].hasAllCandidates)
        #expect(
            description.text.hasSuffix(
                "a=candidate:1 1 udp 2130706431 10.0.0.1 5000 typ host\r\na=end-of-candidates\r\n"))
    }

    @Test func `Telnyx's attribute before s= is put where browsers read it`() throws {
        var description = try SessionDescription(parsing: PeerDescription.telnyxTrickleOffer)
        description.orderSessionLines()
        let lines = description.text.split(separator: "\r\n").prefix(5)
        #expect(lines.dropFirst(2).elementsEqual(["s=-", "t=0 0", "a=ice-options:trickle"]))
    }

    @Test func `a direction takes the place of the one before`() throws {
        var description = try SessionDescription(parsing: PeerDescription.chromeOffer)
        description.setDirection(.sendonly)
        #expect(
            description.text == replacing("a=sendrecv\r\n", with: "a=sendonly\r\n", in: PeerDescription.chromeOffer))
    }

    @Test func `preferred codecs come first and none is lost`() throws {
        var description = try SessionDescription(parsing: PeerDescription.chromeOffer)
        description.prefer([
            CodecPreference(encoding: "audio/pcma"), CodecPreference(encoding: "PCMU", clockRate: 8_000),
            CodecPreference(encoding: "opus", clockRate: 16_000), CodecPreference(encoding: "unheard-of"),
        ])
        #expect(description.media[0].payloadTypes == [8, 0, 111, 63, 9, 13, 110, 126])
    }

    private func replacing(_ old: String, with new: String, in text: String) -> String {
        guard let range = text.firstRange(of: old) else { return text }
        return text.replacingCharacters(range, with: new)
    }
}

extension String {
    fileprivate func firstRange(of other: String) -> Range<Index>? { ranges(of: other).first }

    fileprivate func replacingCharacters(_ range: Range<Index>, with other: String) -> String {
        var copy = self
        copy.replaceSubrange(range, with: other)
        return copy
    }
}
