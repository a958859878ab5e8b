import Redaction
import Testing
import Verto
import WireJSON

struct VertoMessageTests {
    private func frame(_ text: String) throws -> VertoFrame {
        guard case .frame(let frame) = try VertoCodec.decode(Array(text.utf8)) else {
            throw VertoError(.notAnObject)
        }
        return frame
    }

    private func request(_ text: String) throws -> VertoClientRequest {
        guard case .request(let method, let params) = try frame(text).content else { throw VertoError(.notAnObject) }
        return try VertoClientRequest(method: method, params: params)
    }

    private func notice(_ text: String) throws -> VertoServerRequest {
        guard case .request(let method, let params) = try frame(text).content else { throw VertoError(.notAnObject) }
        return try VertoServerRequest(method: method, params: params)
    }

    @Test(arguments: GoldenFrame.fromClients)
    func `a client's request is read into a type and written as it came`(golden: GoldenFrame) throws {
        let request = try request(golden.text)
        if case .unknown = request { Issue.record("not known") }
        let written = VertoCodec.encode(request.frame(id: .string(GoldenFrame.id), in: golden.dialect))
        #expect(String(decoding: written, as: UTF8.self) == golden.text)
    }

    @Test(arguments: GoldenFrame.fromServers)
    func `a server's request is read into a type and written as it came`(golden: GoldenFrame) throws {
        let request = try notice(golden.text)
        if case .unknown = request { Issue.record("not known") }
        let written = VertoCodec.encode(request.frame(id: .string(GoldenFrame.id), in: golden.dialect))
        #expect(String(decoding: written, as: UTF8.self) == golden.text)
    }

    @Test(arguments: GoldenFrame.fromClients + GoldenFrame.fromServers)
    func `every prefix of a frame is an error, never a trap`(golden: GoldenFrame) {
        let bytes = Array(golden.text.utf8)
        for length in 0..<bytes.count {
            #expect(throws: VertoError.self) { try VertoCodec.decode(Array(bytes.prefix(length))) }
        }
    }

    @Test(arguments: ["sessid", "sessId", "sessionId", "SESSID", "SessionID"])
    func `a session is found under each spelling`(spelling: String) throws {
        let text = #"{"jsonrpc":"2.0","id":1,"method":"verto.ping","params":{"\#(spelling)":"a1"}}"#
        #expect(try request(text) == .ping(VertoParameters(sessionID: "a1")))
    }

    @Test func `unknown members survive at every level`() throws {
        let text =
            #"{"jsonrpc":"2.0","id":5,"method":"verto.invite","params":{"sdp":"v=0","#
            + #""dialogParams":{"callID":"c","d":1},"p":[{}]},"voice_sdk_id":"v"}"#
        let frame = try frame(text)
        #expect(String(decoding: VertoCodec.encode(frame), as: UTF8.self) == text)
        guard case .invite(let invite) = try request(text) else { throw VertoError(.notAnObject) }
        #expect(invite.extra["p"] == [[:]])
        #expect(invite.dialog.extra["d"] == 1)
        #expect(frame.extra["voice_sdk_id"] == "v")
    }

    @Test func `a known member of another type survives too`() throws {
        let text = #"{"jsonrpc":"2.0","id":5,"method":"verto.bye","params":{"causeCode":"16","callID":"c"}}"#
        guard case .bye(let bye) = try request(text) else { throw VertoError(.notAnObject) }
        #expect(bye.causeCode == nil)
        #expect(bye.extra == ["causeCode": "16"])
    }

    @Test func `more members than a machine word has bits are kept`() throws {
        let members = (0..<100).map { #""k\#($0)":\#($0)"# }.joined(separator: ",")
        let text = #"{"jsonrpc":"2.0","id":5,"method":"verto.bye","params":{\#(members),"cause":"X","callID":"c"}}"#
        guard case .bye(let bye) = try request(text) else { throw VertoError(.notAnObject) }
        #expect(bye.cause == "X")
        #expect(bye.extra.count == 100)
    }

    @Test(arguments: [
        (#""verto.bye","params":{}"#, VertoError(.missingMember, at: "params.dialogParams")),
        (#""verto.bye","params":{"dialogParams":{}}"#, VertoError(.missingMember, at: "params.dialogParams.callID")),
        (
            #""verto.bye","params":{"dialogParams":{"callID":7}}"#,
            VertoError(.wrongType, at: "params.dialogParams.callID")
        ),
        (#""verto.invite","params":{"dialogParams":{"callID":"c"}}"#, VertoError(.missingMember, at: "params.sdp")),
        (#""verto.modify","params":{"callID":"c"}"#, VertoError(.missingMember, at: "params.action")),
        (#""anonymous_login","params":{"target_type":"x"}"#, VertoError(.missingMember, at: "params.target_id")),
        (#""telnyx_rtc.candidate","params":{"callID":"c"}"#, VertoError(.missingMember, at: "params.candidate")),
    ])
    func `a missing member is named with its place`(method: String, error: VertoError) {
        #expect(throws: error) { try request(#"{"jsonrpc":"2.0","id":1,"method":\#(method)}"#) }
    }

    @Test func `nothing secret is shown when a message is printed`() throws {
        for golden in GoldenFrame.fromClients {
            let request = try request(golden.text)
            var dumped = ""
            dump(request, to: &dumped)
            for shown in ["\(request)", String(reflecting: request), dumped] {
                for secret in ["hush", "v=0", "1000", "1001", "Ann", "jwt", "127.0.0.1"] {
                    #expect(!shown.contains(secret), "\(secret) in \(golden.testDescription)")
                }
            }
        }
    }

    @Test func `FreeSWITCH gets headers as variables, Telnyx as headers`() throws {
        var dialog = VertoDialog(callID: "c")
        dialog.customHeaders = [VertoHeader(name: "X-a", value: "1")]
        let invite = VertoClientRequest.invite(VertoInvite(sdp: "v=0", dialog: dialog))
        #expect(
            invite.parameters(in: .freeSwitch).jsonText
                == #"{"sdp":"v=0","dialogParams":{"callID":"c","userVariables":{"X-a":"1"}}}"#)
        #expect(
            invite.parameters(in: .telnyx).jsonText
                == #"{"sdp":"v=0","dialogParams":{"callID":"c","custom_headers":[{"name":"X-a","value":"1"}]}}"#)
    }
}
