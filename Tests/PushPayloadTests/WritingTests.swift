import CallModel
import PushPayload
import Redaction
import Testing
import WireJSON

@Suite struct WritingTests {
    private static let session = CallSessionID(UUIDValue(high: 1, low: 2))

    private var full: IncomingPush {
        var push = IncomingPush.ringing(
            Self.session, organization: "42", deadline: WallTime(milliseconds: 1_717_000_030_000))
        push.round = 2
        push.vendorCall = "00000000-0000-0003-0000-000000000004"
        push.vendorEdge = "edge"
        push.organizationName = "Acme"
        push.callerName = "Ælice \"Q\" Smith"
        push.callerNumber = "+18179398981"
        push.callerPicture = "https://example.org/a.jpg"
        push.callerReference = "caller-7"
        push.sealedCaller = "AbC+/9=="
        push.calledNumber = "+15551234567"
        push.sentAt = WallTime(milliseconds: 1_717_000_000_123)
        push.isVideo = true
        return push
    }

    @Test func `ours is read as it was written`() throws {
        let push = full
        #expect(IncomingPush(bytes: try #require(push.bytes())) == push)
    }

    @Test(arguments: EndReason.allCases)
    func `an end of ours keeps its reason`(reason: EndReason) throws {
        var push = full
        push.kind = .callEnded
        push.ending = reason
        #expect(IncomingPush(bytes: try #require(push.bytes())) == push)
    }

    @Test func `Z360's form is read as it was written, as far as it has words`() throws {
        var push = full
        push.form = .z360
        push.version = nil
        push.round = nil
        push.vendorEdge = nil
        push.callerReference = nil
        push.sealedCaller = nil
        #expect(IncomingPush(bytes: try #require(push.bytes())) == push)
    }

    @Test func `Telnyx's form is read as it was written, as far as it has words`() throws {
        var push = IncomingPush()
        push.form = .telnyx
        push.kind = .incomingCall
        push.vendorCall = "v3:not-a-uuid"
        push.vendorEdge = "edge"
        push.callerName = "Alice"
        push.callerNumber = "8179398981"
        push.headers = [PushHeader(name: "X-Org", value: "42")]
        #expect(IncomingPush(bytes: try #require(push.bytes())) == push)
        push.kind = .callEnded
        push.ending = .answeredElsewhere
        #expect(IncomingPush(bytes: try #require(push.bytes())) == push)
    }

    @Test func `a message for Android holds one text, and is read as ours`() throws {
        let data = try #require(full.messageData)
        #expect(data.members.map(\.key) == ["carillon"])
        #expect(data.members.allSatisfy { $0.value.string != nil })
        #expect(IncomingPush(.object(data)) == full)
    }

    @Test func `an end names the call its ring named`() throws {
        let push = IncomingPush.ended(Self.session, organization: "42", reason: .answeredElsewhere)
        let read = IncomingPush(bytes: try #require(push.bytes()))
        #expect(read == push)
        #expect(read.callSession == full.callSession)
    }

    @Test(arguments: ["not base64!", String(repeating: "A", count: PushLimits.sealedLengthMax + 1)])
    func `an encrypted caller that cannot be one is left out`(text: String) throws {
        var push = full
        push.sealedCaller = Redacted(text)
        let read = IncomingPush(bytes: try #require(push.bytes()))
        #expect(read.sealedCaller == nil)
        #expect(read.faults == [PushIssue(.sealedCaller, .malformed)])
    }

    @Test func `a push too long for Apple's servers is not written`() {
        var push = full
        push.callerPicture = Redacted("https://" + String(repeating: "a", count: 6_000))
        #expect(push.bytes() == nil)
    }

    @Test func `moments neither trap nor overflow at the ends of the calendar`() {
        let last = WallTime(milliseconds: .max)
        #expect(last.milliseconds == WallTime.bound)
        #expect(last.advanced(by: .seconds(Int64.max)) == last)
        #expect(WallTime(milliseconds: .min).advanced(by: .seconds(Int64.min)) == WallTime(milliseconds: .min))
        #expect(WallTime(milliseconds: 1_500).since(WallTime(milliseconds: 2_000)) == .milliseconds(-500))
        #expect(WallTime(milliseconds: 1_000).advanced(by: .milliseconds(-1)) == WallTime(milliseconds: 999))
    }
}
