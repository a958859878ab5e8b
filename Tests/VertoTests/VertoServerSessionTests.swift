import Redaction
import Testing
import Verto
import WireJSON

struct VertoServerSessionTests {
    static let unknown = #""error":{"code":-32601,"message":"Invalid Method, Missing Method or Permission Denied"}"#

    static let invite =
        #"{"jsonrpc":"2.0","id":7,"method":"verto.invite","params":{"sdp":"v=0","callID":"c"}}"#
    static let answer =
        #"{"jsonrpc":"2.0","id":"u","method":"verto.answer","params":{"sdp":"v=0","callID":"d"}}"#

    @Test func `a call's requests go out and their results come back, with their ids as they came`() {
        var server = ServerTranscript(loggedInWith: .freeSwitch)
        #expect(
            server.receive(
                Self.invite
            ) == ["request 1 verto.invite"])
        #expect(
            server.receive(
                Self.answer
            ) == ["request 2 verto.answer"])
        #expect(
            server.handle(.reply(VertoRequestNumber(number: 2), VertoReply(callID: "d").object)) == [
                #"→ "id":"u","result":{"sessid":"s1"}"#
            ])
        #expect(
            server.handle(.reply(VertoRequestNumber(number: 1), VertoReply.callCreated("c").object)) == [
                #"→ "id":7,"result":{"callID":"c","message":"CALL CREATED","sessid":"s1"}"#
            ])
        #expect(server.handle(.reply(VertoRequestNumber(number: 1), [:])).isEmpty)
    }

    @Test func `a refusal has the cause and no session`() {
        var server = ServerTranscript(loggedInWith: .freeSwitch)
        _ = server.receive(
            Self.invite)
        #expect(
            server.handle(.refuse(VertoRequestNumber(number: 1), .callError(.destinationOutOfOrder))) == [
                #"→ "id":7,"error":{"code":-32002,"message":"CALL ERROR","causeCode":27,"#
                    + #""cause":"DESTINATION_OUT_OF_ORDER"}"#
            ])
    }

    @Test(arguments: [
        ("verto.bye", "{}", #"{"code":-32002,"message":"Dialog data missing"}"#),
        ("verto.invite", #"{"sdp":"v=0"}"#, #"{"code":-32002,"message":"Dialog data missing"}"#),
        (
            "verto.invite", #"{"dialogParams":{"callID":"c"}}"#,
            #"{"code":-32002,"message":"CALL ERROR","causeCode":95,"cause":"INVALID_MSG_UNSPECIFIED"}"#
        ),
        ("verto.modify", #"{"callID":"c"}"#, #"{"code":-32002,"message":"Invalid or missing params.action"}"#),
        ("verto.subscribe", "{}", "{}"),
    ])
    func `an incomplete request is refused with the missing part`(method: String, params: String, error: String) {
        var server = ServerTranscript(loggedInWith: .freeSwitch)
        #expect(
            server.receive(#"{"jsonrpc":"2.0","id":7,"method":"\#(method)","params":\#(params)}"#) == [
                #"→ "id":7,"error":\#(error)"#
            ])
    }

    @Test(arguments: [
        "verto.gatewayState", "verto.candidate", "verto.attachCalls", "verto.ringing_ack", "verto.x", "jsapi",
    ])
    func `a method the dialect does not have is not known`(method: String) {
        var server = ServerTranscript(loggedInWith: .freeSwitch)
        let params = #"{"candidate":"","callID":"c"}"#
        #expect(
            server.receive(#"{"jsonrpc":"2.0","id":7,"method":"\#(method)","params":\#(params)}"#) == [
                #"→ "id":7,"# + Self.unknown
            ])
    }

    @Test func `an unknown dialect and a change of dialect are refused in words`() {
        var server = ServerTranscript()
        let unknown = [
            #"→ "id":7,"error":{"code":-32601,"message":"Unknown dialect: methods begin with verto. or telnyx_rtc."}"#
        ]
        #expect(server.receive(#"{"jsonrpc":"2.0","id":7,"method":"sip.invite","params":{}}"#) == unknown)
        var loggedIn = ServerTranscript(loggedInWith: .telnyx)
        #expect(loggedIn.receive(#"{"jsonrpc":"2.0","id":7,"method":"sip.invite","params":{}}"#) == unknown)
        _ = loggedIn.receive(#"{"jsonrpc":"2.0","id":8,"method":"telnyx_rtc.ping","params":{}}"#)
        #expect(
            loggedIn.receive(#"{"jsonrpc":"2.0","id":9,"method":"verto.ping","params":{}}"#) == [
                #"→ "id":9,"error":{"code":-32601,"#
                    + #""message":"This session speaks the other dialect: keep to one prefix"}"#
            ])
    }

    @Test(arguments: [
        ("{", #""id":null,"error":{"code":-32600,"message":"Invalid Request"}"#),
        (#"{"jsonrpc":"2.0","id":1,"method":"ec"#, #""id":null,"error":{"code":-32600,"message":"Invalid Request"}"#),
        ("[]", #""id":null,"error":{"code":-32600,"message":"Invalid Request"}"#),
        (#"{"id":7,"method":"echo"}"#, #""id":7,"error":{"code":-32600,"message":"Invalid message"}"#),
        (#"{"jsonrpc":"2.0","id":7}"#, #""id":7,"# + unknown),
    ])
    func `a frame that is not a request is refused`(text: String, reply: String) {
        var server = ServerTranscript(loggedInWith: .freeSwitch)
        #expect(server.receive(text) == ["→ " + reply])
    }

    @Test func `an oversized frame closes the socket, and so do many unreadable ones`() {
        var server = ServerTranscript(loggedInWith: .freeSwitch)
        let lines = server.receive(String(repeating: "x", count: VertoCodec.frameByteCountMax + 1))
        #expect(lines.first == #"→ "id":null,"error":{"code":-32600,"message":"Frame too large"}"#)
        #expect(lines.last == "close frameTooLarge")
        var other = ServerTranscript(loggedInWith: .freeSwitch)
        for _ in 1..<VertoServerLimits.malformedCountMax {
            #expect(other.receive("{").count == 1)
        }
        #expect(other.receive("{").last == "close malformedFrames")
    }

    @Test func `a batch is answered as a batch when the last of it is known`() {
        var server = ServerTranscript(loggedInWith: .freeSwitch)
        let ping = #"{"jsonrpc":"2.0","id":1,"method":"verto.ping"}"#
        let bye = #"{"jsonrpc":"2.0","id":2,"method":"verto.bye","params":{"callID":"c"}}"#
        #expect(server.receive("[\(ping),\(bye),4]") == ["request 1 verto.bye"])
        #expect(
            server.handle(.reply(VertoRequestNumber(number: 1), VertoReply.callEnded("c", .normalClearing).object)) == [
                #"→ ["id":1,"result":{"message":"PONG","sessid":"s1"},"id":null,"error":{"code":-32600,"message":"#
                    + #""Invalid Request"},"id":2,"result":{"callID":"c","message":"CALL ENDED","#
                    + #""cause":"NORMAL_CLEARING","causeCode":16,"sessid":"s1"}]"#
            ])
    }

    @Test func `acknowledgements, reports and requests without an id need no reply`() {
        var server = ServerTranscript(loggedInWith: .telnyx)
        #expect(server.receive(#"{"jsonrpc":"2.0","id":100,"result":{"method":"telnyx_rtc.invite"}}"#).isEmpty)
        #expect(server.receive(#"{"jsonrpc":"2.0","id":"d","type":"debug_report_start"}"#).isEmpty)
        #expect(server.receive(#"{"jsonrpc":"2.0","method":"telnyx_rtc.ping"}"#).isEmpty)
        #expect(server.receive(#"[{"jsonrpc":"2.0","id":100,"result":{}}]"#).isEmpty)
    }

    @Test func `echo returns its parameters`() {
        var server = ServerTranscript(loggedInWith: .freeSwitch)
        #expect(
            server.receive(#"{"jsonrpc":"2.0","id":1,"method":"echo","params":{"a":[1]}}"#) == [
                #"→ "id":1,"result":{"a":[1],"sessid":"s1"}"#
            ])
    }

    @Test func `an idle socket is pinged, and a silent one closed`() {
        var server = ServerTranscript(loggedInWith: .freeSwitch)
        server.now = .seconds(20)
        _ = server.receive(#"{"jsonrpc":"2.0","id":1,"method":"verto.ping"}"#)
        server.now = .seconds(30)
        #expect(server.handle(.timerFired(.idle)) == ["start idle 20.0 seconds"])
        server.now = .seconds(50)
        #expect(
            server.handle(.timerFired(.idle)) == [
                #"→ "id":101,"method":"verto.ping","params":{"serno":101}"#, "start idle 30.0 seconds",
            ])
        for second in [80, 110] {
            server.now = .seconds(second)
            #expect(server.handle(.timerFired(.idle)).count == 2)
        }
        server.now = .seconds(140)
        #expect(server.handle(.timerFired(.idle)).last == "close unresponsive")
    }

    @Test func `Telnyx' echoed ping is an answer, its own ping wants one`() {
        var server = ServerTranscript(loggedInWith: .telnyx)
        server.now = .seconds(30)
        #expect(
            server.handle(.timerFired(.idle)).first == #"→ "id":101,"method":"telnyx_rtc.ping","params":{}"#
                + VertoServerSessionLoginTests.publicName)
        #expect(server.receive(#"{"jsonrpc":"2.0","id":101,"method":"telnyx_rtc.ping","params":{}}"#).isEmpty)
        #expect(
            server.receive(#"{"jsonrpc":"2.0","id":"own","method":"telnyx_rtc.ping","params":{}}"#) == [
                #"→ "id":"own","result":{"message":"PONG","sessid":"s1"}"#
            ])
    }

    @Test func `a flood is refused, then closed`() {
        var server = ServerTranscript(loggedInWith: .freeSwitch, VertoServerLimits(requestsPerSecondMax: 3))
        server.now = .seconds(5)
        let ping = #"{"jsonrpc":"2.0","id":1,"method":"verto.ping"}"#
        let lines = (1...12).map { _ in server.receive(ping) }
        #expect(lines[2] == [#"→ "id":1,"result":{"message":"PONG","sessid":"s1"}"#])
        #expect(lines[3] == [#"→ "id":1,"error":{"code":-32029,"message":"Too many requests"}"#])
        #expect(lines[11].last == "close flood")
    }

    @Test func `a message that the dialect lacks is not sent`() {
        var server = ServerTranscript(loggedInWith: .freeSwitch)
        #expect(server.handle(.send(.ringing(VertoProgress(callID: "c")))).isEmpty)
        #expect(
            server.handle(.send(.answer(VertoProgress(callID: "c", sdp: "v=0")))) == [
                #"→ "id":101,"method":"verto.answer","params":{"callID":"c","sdp":"v=0"}"#
            ])
    }

    @Test func `a punted socket is notified and closed, and later events change nothing`() {
        var server = ServerTranscript(loggedInWith: .freeSwitch)
        #expect(
            server.handle(.punt) == [
                #"→ "id":101,"method":"verto.punt","params":{}"#, "cancel login", "cancel clientReady", "cancel expiry",
                "cancel idle",
                "close punted",
            ])
        #expect(server.handle(.send(.ping(VertoParameters()))).isEmpty)
        #expect(server.handle(.timerFired(.idle)).isEmpty)
    }
}
