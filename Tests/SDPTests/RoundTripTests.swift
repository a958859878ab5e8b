import PeerDescriptions
import SDP
import Testing

struct RoundTripTests {
    @Test(arguments: PeerDescription.all)
    func `a description comes back byte for byte`(text: String) throws {
        #expect(try SessionDescription(parsing: text).text == text)
    }

    @Test(arguments: PeerDescription.all)
    func `line feeds alone are read as line ends`(text: String) throws {
        let unix = String(text.unicodeScalars.filter { $0 != "\r" })
        #expect(try SessionDescription(parsing: unix).text == text)
    }

    @Test(arguments: PeerDescription.all)
    func `every prefix is read or refused, and one that was read stays the same when written`(text: String) {
        let bytes = Array(text.utf8)
        var refused = 0
        for length in bytes.indices {
            do {
                let description = try SessionDescription(parsing: String(decoding: bytes[..<length], as: UTF8.self))
                #expect(throws: Never.self) { try SessionDescription(parsing: description.text) == description }
            } catch {
                refused += 1
            }
        }
        // Cuts inside the first lines, inside m= and inside checked attributes cannot be read.
        #expect(refused > 40 && refused < bytes.count)
    }

    @Test func `unknown lines and attributes survive in their place`() throws {
        let text =
            "v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\ns=-\r\nx=private\r\nt=0 0\r\na=x-new:1:2 3\r\na=x-empty:\r\n"
            + "m=audio 9 RTP/SAVPF 0\r\nb=AS:64\r\na=x-flag\r\ny=\r\nm=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\n"
        #expect(try SessionDescription(parsing: text).text == text)
    }

    @Test func `empty lines at the end are let pass`() throws {
        let description = try SessionDescription(parsing: PeerDescription.chromeOffer + "\r\n\r\n")
        #expect(description.text == PeerDescription.chromeOffer)
    }

    @Test func `a value cannot begin a new line`() throws {
        var description = try SessionDescription(parsing: PeerDescription.chromeOffer)
        description.append("note", "one\r\nm=video 9 RTP/SAVPF 96")
        let again = try SessionDescription(parsing: description.text)
        #expect(again.media.count == 1)
        #expect(again.value(of: "note") == "one  m=video 9 RTP/SAVPF 96")
    }

    @Test func `printing a description shows nothing of it`() throws {
        let description = try SessionDescription(parsing: PeerDescription.libwebrtcOffer)
        let section = try #require(description.media.first)
        let candidate = try #require(section.candidates.first)
        let credentials = try #require(description.iceCredentials(of: section))
        var dumped = ""
        dump((description, section, candidate, credentials), to: &dumped)
        for text in ["\(description)", "\(section)", "\(candidate)", "\(credentials)", dumped, "\([description])"] {
            #expect(!text.contains("192.0.2.") && !text.contains("Wq7z") && !text.contains("mTz4"))
        }
    }
}
