import SDP
import Testing

struct MalformedTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var text: String
        var code: SDPError.Code
        var line: Int
        var testDescription: String { name }
    }

    private static let head = "v=0\no=- 1 1 IN IP4 0.0.0.0\ns=-\nt=0 0\n"
    private static let audio = head + "m=audio 9 UDP/TLS/RTP/SAVPF 111\n"

    static let cases: [Case] = [
        Case(name: "nothing", text: "", code: .missingLine, line: 1),
        Case(name: "no v=", text: "o=- 1 1 IN IP4 0.0.0.0\n", code: .missingLine, line: 1),
        Case(name: "another version", text: "v=1\n", code: .malformedLine, line: 1),
        Case(name: "no o=", text: "v=0\ns=-\n", code: .missingLine, line: 2),
        Case(name: "no s=", text: "v=0\no=- 1 1 IN IP4 0.0.0.0\nt=0 0\n", code: .missingLine, line: 3),
        Case(
            name: "s= after m=", text: "v=0\no=- 1 1 IN IP4 0.0.0.0\nm=audio 9 RTP/AVP 0\ns=-\n", code: .missingLine,
            line: 3),
        Case(name: "short o=", text: "v=0\no=- 1 1 IN IP4\ns=-\n", code: .malformedOrigin, line: 2),
        Case(name: "worded session", text: "v=0\no=- one 1 IN IP4 0.0.0.0\ns=-\n", code: .malformedOrigin, line: 2),
        Case(
            name: "huge version", text: "v=0\no=- 1 18446744073709551616 IN IP4 0.0.0.0\n", code: .malformedOrigin,
            line: 2),
        Case(name: "second o=", text: head + "o=- 1 1 IN IP4 0.0.0.0\n", code: .misplacedLine, line: 5),
        Case(name: "no letter", text: head + "1=x\n", code: .malformedLine, line: 5),
        Case(name: "no equals", text: head + "hello\n", code: .malformedLine, line: 5),
        Case(name: "one letter", text: head + "a", code: .malformedLine, line: 5),
        Case(name: "empty line", text: head + "\na=x\n", code: .malformedLine, line: 5),
        Case(name: "NUL", text: head + "a=x:\0\n", code: .malformedLine, line: 5),
        Case(name: "CR inside", text: head + "a=x:\ry\n", code: .malformedLine, line: 5),
        Case(name: "nameless attribute", text: head + "a=:x\n", code: .malformedAttribute, line: 5),
        Case(name: "short m=", text: head + "m=audio 9 RTP/AVP\n", code: .malformedMedia, line: 5),
        Case(name: "port beyond", text: head + "m=audio 65536 RTP/AVP 0\n", code: .malformedMedia, line: 5),
        Case(name: "signed port", text: head + "m=audio +9 RTP/AVP 0\n", code: .malformedMedia, line: 5),
        Case(name: "port count", text: head + "m=audio 9/0 RTP/AVP 0\n", code: .malformedMedia, line: 5),
        Case(name: "payload beyond", text: head + "m=audio 9 RTP/AVP 128\n", code: .malformedMedia, line: 5),
        Case(name: "payload word", text: head + "m=audio 9 RTP/AVP x\n", code: .malformedMedia, line: 5),
        Case(name: "rtpmap", text: audio + "a=rtpmap:111 opus\n", code: .malformedAttribute, line: 6),
        Case(name: "clock 0", text: audio + "a=rtpmap:111 opus/0/2\n", code: .malformedAttribute, line: 6),
        Case(name: "fmtp", text: audio + "a=fmtp:x 1\n", code: .malformedAttribute, line: 6),
        Case(name: "setup", text: audio + "a=setup:maybe\n", code: .malformedAttribute, line: 6),
        Case(name: "fingerprint", text: audio + "a=fingerprint:sha-256 A:BB\n", code: .malformedAttribute, line: 6),
        Case(name: "mid", text: audio + "a=mid:\n", code: .malformedAttribute, line: 6),
        Case(name: "ufrag", text: audio + "a=ice-ufrag:\n", code: .malformedAttribute, line: 6),
        Case(
            name: "candidate", text: audio + "a=candidate:1 1 udp 1 10.0.0.1 9 typ\n", code: .malformedCandidate,
            line: 6),
        Case(
            name: "same mid", text: audio + "a=mid:0\nm=audio 9 RTP/AVP 0\na=mid:0\n",
            code: .duplicateMediaIdentification,
            line: 0),
        Case(
            name: "long line", text: head + "a=x:" + String(repeating: "y", count: SDPLimits.lineBytesMax) + "\n",
            code: .limitExceeded, line: 5),
        Case(
            name: "many lines", text: head + String(repeating: "a=x\n", count: SDPLimits.linesMax),
            code: .limitExceeded,
            line: SDPLimits.linesMax + 1),
        Case(
            name: "many bytes", text: String(repeating: "x", count: SDPLimits.bytesMax + 1), code: .limitExceeded,
            line: 0),
        Case(
            name: "many sections",
            text: head + String(repeating: "m=audio 9 RTP/AVP 0\n", count: SDPLimits.sectionsMax + 1),
            code: .limitExceeded, line: 5 + SDPLimits.sectionsMax),
        Case(
            name: "many candidates",
            text: audio
                + String(repeating: "a=candidate:1 1 udp 1 10.0.0.1 9 typ host\n", count: SDPLimits.candidatesMax + 1),
            code: .limitExceeded, line: 6 + SDPLimits.candidatesMax),
        Case(
            name: "many formats",
            text: head + "m=audio 9 RTP/AVP" + String(repeating: " 0", count: SDPLimits.formatsMax + 1) + "\n",
            code: .limitExceeded, line: 5),
    ]

    @Test(arguments: cases)
    func `a fault is named with its line and nothing of its content`(fault: Case) {
        let error = #expect(throws: SDPError.self) { try SessionDescription(parsing: fault.text) }
        #expect(error?.code == fault.code)
        #expect(error?.line == fault.line)
        #expect(error.map { !$0.description.contains("10.0.0.1") } ?? false)
    }

    @Test func `exactly as much as the limits allow is read`() throws {
        let sections = Self.head + String(repeating: "m=audio 9 RTP/AVP 0\n", count: SDPLimits.sectionsMax)
        #expect(try SessionDescription(parsing: sections).media.count == SDPLimits.sectionsMax)
        let candidates =
            Self.audio
            + String(repeating: "a=candidate:1 1 udp 1 10.0.0.1 9 typ host\n", count: SDPLimits.candidatesMax)
        #expect(try SessionDescription(parsing: candidates).media[0].candidates.count == SDPLimits.candidatesMax)
    }
}
