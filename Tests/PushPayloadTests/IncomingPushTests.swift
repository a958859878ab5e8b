import CallModel
import PushPayload
import Redaction
import Testing
import WireJSON

@Suite struct IncomingPushTests {
    private let session = CallSessionID("6f9619ff-8b86-4011-b42d-00c04fc964ff")
    private let vendorCall = "7d444840-9dc0-11d1-b245-5ffdce74fad2"

    private func read(_ text: String) -> IncomingPush { IncomingPush(bytes: Array(text.utf8)) }

    @Test func `a push of ours says everything at once`() {
        let push = read(Payloads.ours)
        #expect(push.form == .carillon)
        #expect(push.kind == .incomingCall)
        #expect(push.callSession == session)
        #expect(push.organization == "42")
        #expect(push.callerName == "Alice Smith")
        #expect(push.callerNumber == "+18179398981")
        #expect(push.deadline == WallTime(milliseconds: 1_717_000_030_000))
        #expect(push.isVideo == false)
        #expect(push.faults.isEmpty)
    }

    @Test func `a push of Z360 gives both names of the call`() {
        let push = read(Payloads.z360)
        #expect(push.form == .z360)
        #expect(push.kind == .incomingCall)
        #expect(push.callSession == session)
        #expect(push.vendorCall == vendorCall)
        #expect(push.organizationName == "Acme Corp")
        #expect(push.calledNumber == "+15551234567")
        #expect(push.callerPicture == "https://cdn.z360.com/avatars/abc.jpg")
        #expect(push.sentAt == WallTime(milliseconds: 1_717_000_000_000))
        #expect(push.faults.isEmpty)
    }

    @Test func `a push of Telnyx gives the vendor's name of the call, and where it waits`() {
        let push = read(Payloads.telnyx)
        #expect(push.form == .telnyx)
        #expect(push.kind == .incomingCall)
        #expect(push.callSession == nil)
        #expect(push.vendorCall == vendorCall)
        #expect(push.vendorEdge == "sdk-uuid")
        #expect(push.headers == [PushHeader(name: "X-Org", value: "42")])
        #expect(push.faults.isEmpty)
    }

    @Test func `Telnyx metadata written as a text inside the payload is read too`() {
        let push = read(#"{"metadata":"{\"call_id\":\"7d444840-9dc0-11d1-b245-5ffdce74fad2\",\"voice_sdk_id\":1}"}"#)
        #expect(push.vendorCall == vendorCall)
        #expect(push.vendorEdge == "1")
    }

    @Test(
        arguments: [
            (#"{"type":"call_ended"}"#, nil),
            (#"{"type":"missed_call"}"#, .noAnswer),
            (#"{"type":"call_answered_elsewhere"}"#, .answeredElsewhere),
            (#"{"aps":{"alert":"Missed call!"},"metadata":{}}"#, .noAnswer),
            (#"{"aps":{"alert":{"title":"Answered Elsewhere"}},"metadata":{}}"#, .answeredElsewhere),
            (#"{"carillon":{"v":1,"type":"ended","ending":"cancelled"}}"#, .cancelled),
        ] as [(String, EndReason?)])
    func `a push about an end has its reason, if one is known`(text: String, ending: EndReason?) {
        let push = read(text)
        #expect(push.kind == .callEnded)
        #expect(push.ending == ending)
    }

    @Test func `wrong types cost only the fields they stand in`() {
        let push = read(
            #"{"carillon":{"v":"1","type":"call","session":"6f9619ff-8b86-4011-b42d-00c04fc964ff","organization":42,"#
                + #""caller_name":[1],"caller_number":18179398981,"deadline":{},"video":"yes"}}"#)
        #expect(push.kind == .incomingCall)
        #expect(push.callSession == session)
        #expect(push.organization == "42")
        #expect(push.callerName == nil)
        #expect(push.callerNumber == "18179398981")
        #expect(push.isVideo == true)
        #expect(push.faults == [PushIssue(.callerName, .wrongType), PushIssue(.deadline, .wrongType)])
    }

    @Test func `an identifier that is not a UUID names the same call every time`() {
        let first = read(#"{"type":"incoming_call","call_session_id":"call 7"}"#)
        let second = read(#"{"type":"call_ended","call_session_id":"call 7"}"#)
        let other = read(#"{"type":"call_ended","call_session_id":"call 8"}"#)
        #expect(first.callSession != nil)
        #expect(first.callSession == second.callSession)
        #expect(first.callSession != other.callSession)
        #expect(first.faults == [PushIssue(.callSession, .malformed)])
    }

    @Test func `a later version is read as far as it is known`() {
        let push = read(#"{"carillon":{"v":2,"type":"call","session":"6f9619ff-8b86-4011-b42d-00c04fc964ff"}}"#)
        #expect(push.callSession == session)
        #expect(push.faults == [PushIssue(.version, .newerVersion)])
    }

    @Test func `of two forms in one push the first counts, and the contradiction is reported`() {
        let push = read(
            #"{"carillon":{"v":1,"type":"call","session":"6f9619ff-8b86-4011-b42d-00c04fc964ff","caller_name":"A"},"#
                + #""metadata":{"call_session_id":"7d444840-9dc0-11d1-b245-5ffdce74fad2","caller_name":"B"}}"#)
        #expect(push.form == .carillon)
        #expect(push.callSession == session)
        #expect(push.callerName == "A")
        #expect(push.faults == [PushIssue(.callSession, .contradicted)])
    }

    @Test func `a name loses the signs that could fool a screen, and its excess`() {
        let push = read(#"{"type":"incoming_call","call_id":"1","caller_name":" \u202EecilA\u0007 "}"#)
        #expect(push.callerName == "ecilA")
        #expect(push.faults.contains(PushIssue(.callerName, .cleaned)))
        let long = read(#"{"type":"incoming_call","caller_name":"\#(String(repeating: "a", count: 9_000))"}"#)
        #expect(long.callerName?.revealed.count == PushLimits.shownLengthMax)
        #expect(long.faults.contains(PushIssue(.callerName, .cut)))
    }

    @Test func `beyond the limits, values at the top level are still read`() {
        let deep = (0..<40).reduce(JSONValue.null) { inner, _ in [inner] }
        let push = IncomingPush(["type": "incoming_call", "call_id": "7d444840-9dc0-11d1-b245-5ffdce74fad2", "x": deep])
        #expect(push.vendorCall == vendorCall)
        #expect(push.faults == [PushIssue(.payload, .tooLarge)])
    }

    @Test(arguments: [
        "", "null", "[]", "7", "{}", "{\"type\":7}", "\u{0}", "{\"carillon\":[]}", "{\"metadata\":\"{\"}",
    ])
    func `a text in no known form is still a push with a fault`(text: String) {
        let push = read(text)
        #expect(push.kind == .unknown)
        #expect(!push.namesCall)
        #expect(!push.faults.isEmpty)
    }

    @Test func `a push in a log holds neither name nor number`() {
        let text = "\(read(Payloads.z360)) \(String(reflecting: read(Payloads.z360)))"
        for secret in ["Alice", "8179398981", "cdn.z360", "Acme"] { #expect(!text.contains(secret)) }
        #expect(read(Payloads.ours).description.hasPrefix("carillon push, incomingCall, call 6f9619ff"))
    }
}
