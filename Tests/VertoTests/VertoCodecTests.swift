import Testing
import Verto
import WireJSON

struct VertoCodecTests {
    private func decode(_ text: String) throws(VertoError) -> VertoInbound {
        try VertoCodec.decode(Array(text.utf8))
    }

    @Test(arguments: [
        (#"{"jsonrpc":"2.0","id":1,"result":{"message":"PONG","sessid":"a"}}"#),
        (#"{"jsonrpc":"2.0","id":"x","error":{"code":-32002,"message":"CALL ERROR","causeCode":95,"cause":"C"}}"#),
        (#"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request"}}"#),
        (#"{"jsonrpc":"2.0","id":3,"error":{}}"#),
        (#"{"jsonrpc":"2.0","id":"d","type":"debug_report_data","debug_report_id":"r"}"#),
        (#"{"jsonrpc":"2.0","id":9,"result":{"message":"ok"},"method":"telnyx_rtc.disable_push_notification"}"#),
        (#"{"jsonrpc":"2.0","method":"verto.ping"}"#),
        (#"{"jsonrpc":"2.0","id":1,"result":"text"}"#),
    ])
    func `a frame of any kind is written as it came`(text: String) throws {
        guard case .frame(let frame) = try decode(text) else { throw VertoError(.notAnObject) }
        #expect(String(decoding: VertoCodec.encode(frame), as: UTF8.self) == text)
    }

    @Test(arguments: [
        ("[]", VertoError(.emptyBatch)), ("7", VertoError(.notAnObject)), ("null", VertoError(.notAnObject)),
        ("{}", VertoError(.wrongVersion, at: "jsonrpc")),
        (#"{"jsonrpc":"1.0","id":7,"method":"x"}"#, VertoError(.wrongVersion, at: "jsonrpc", id: .number(7))),
        (#"{"jsonrpc":2.0,"id":7,"method":"x"}"#, VertoError(.wrongVersion, at: "jsonrpc", id: .number(7))),
        (#"{"jsonrpc":"2.0","id":{},"method":"x"}"#, VertoError(.wrongType, at: "id")),
        (#"{"jsonrpc":"2.0","id":1.5,"method":"x"}"#, VertoError(.wrongType, at: "id")),
        (#"{"jsonrpc":"2.0","id":7,"method":"x","params":[1]}"#, VertoError(.wrongType, at: "params", id: .number(7))),
        ("{", VertoError(.notJSON(JSONError(.unexpectedEnd, at: 1)))),
    ])
    func `a malformed frame is refused with its place and id`(text: String, error: VertoError) {
        #expect(throws: error) { try decode(text) }
    }

    @Test func `FreeSWITCH's refusal of a call has its message twice; the first counts, and a client may not do so`()
        throws
    {
        let text =
            #"{"jsonrpc":"2.0","id":6,"error":{"message":"Cannot create channel","causeCode":27,"#
            + #""cause":"DESTINATION_OUT_OF_ORDER","message":"CALL ERROR","code":-32002}}"#
        guard case .frame(let frame) = try VertoCodec.decode(Array(text.utf8), of: .server),
            case .failure(let failure) = frame.content
        else { throw VertoError(.notAnObject) }
        #expect(failure.message == "Cannot create channel" && failure.code.rawValue == -32002)
        #expect(failure.extra["causeCode"] == 27)
        #expect(throws: VertoError(.notJSON(JSONError(.duplicateKey, at: 117)))) { try decode(text) }
    }

    @Test func `an oversized frame is refused unread, the largest is not`() throws {
        let overhead = #"{"jsonrpc":"2.0","result":""}"#.utf8.count
        let filler = String(repeating: "x", count: VertoCodec.frameByteCountMax - overhead)
        _ = try decode(#"{"jsonrpc":"2.0","result":"\#(filler)"}"#)
        #expect(throws: VertoError(.frameTooLarge)) { try decode(#"{"jsonrpc":"2.0","result":"\#(filler)x"}"#) }
    }

    @Test func `a batch is read one by one, bad beside good`() throws {
        let inbound = try decode(#"[{"jsonrpc":"2.0","id":1,"method":"echo"},3,{"id":2}]"#)
        guard case .batch(let elements) = inbound else { throw VertoError(.notAnObject) }
        #expect(elements.count == 3)
        #expect(elements[1] == .malformed(VertoError(.notAnObject)))
        #expect(elements[2] == .malformed(VertoError(.wrongVersion, at: "jsonrpc", id: .number(2))))
        let large = Array(repeating: "1", count: VertoCodec.batchCountMax + 1).joined(separator: ",")
        #expect(throws: VertoError(.batchTooLarge)) { try decode("[\(large)]") }
    }

    @Test func `a gateway's state is read from a result and from a request alike`() throws {
        let notice = try #require(VertoGatewayNotice(result: ["params": ["state": "REGED"], "sessid": "a"]))
        #expect(notice.state.outlook == .registered)
        #expect(VertoGatewayNotice(result: ["state": "REGED"]) == nil)
        #expect(VertoGatewayState(rawValue: "FAILED").outlook == .failed)
        #expect(VertoGatewayState(rawValue: "NEWSTATE").outlook == .pending)
    }

    @Test func `the result of a modify is read and written`() {
        let result: JSONValue = ["callID": "c", "action": "hold", "holdState": "held", "sessid": "a", "more": 1]
        let reply = VertoReply(result)
        #expect(reply.holdState == .held)
        #expect(reply.object == result.object)
        #expect(VertoReply("text") == VertoReply())
    }
}
