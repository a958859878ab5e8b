import LivePhones
import Testing
import WireJSON

/// What a page and the plugin of a phone's app say over a socket.
@Suite struct BridgeWireTests {
    @Test func `a call goes to the plugin, and its answer back to the page under its id`() {
        var it = WireUnderTest()
        #expect(
            it.receive(#"{"id":7,"method":"hangup","options":{"callId":"c1"}}"#)
                == [.call(7, method: "hangup", options: ["callId": "c1"])])
        #expect(it.receive(#"{"id":8,"method":"getDeviceId"}"#) == [.call(8, method: "getDeviceId", options: [:])])
        #expect(
            it.handle(.answered(8, .resolved(["deviceId": "d"])))
                == [.send(#"{"id":8,"result":{"deviceId":"d"}}"#)])
        #expect(
            it.handle(.answered(7, .rejected(message: "refused: unknownCall", code: "refused", data: nil)))
                == [.send(#"{"id":7,"error":{"message":"refused: unknownCall","code":"refused"}}"#)])
        #expect(it.handle(.answered(7, .resolved([:]))).isEmpty, "a call has one answer")
    }

    @Test func `an unknown method is answered with its name and those that there are`() {
        var it = WireUnderTest()
        #expect(
            it.receive(#"{"id":1,"method":"fly","options":{}}"#) == [
                .send(
                    #"{"id":1,"error":{"message":"TelnyxVoip has no method \"fly\"; it has hangup, getDeviceId","#
                        + #""code":"UNIMPLEMENTED"}}"#)
            ])
    }

    @Test(arguments: [
        #"{"id":1}"#, #"{"id":1,"method":7}"#, #"{"id":1,"method":"hangup","options":[]}"#,
    ])
    func `a call that cannot be made is answered, and the page goes on`(text: String) {
        var it = WireUnderTest()
        guard case .send(let answer)? = it.receive(text).first else {
            Issue.record("no answer")
            return
        }
        #expect(answer.hasPrefix(#"{"id":1,"error":{"message":"#))
        #expect(it.receive(#"{"id":1,"method":"hangup"}"#) == [.call(1, method: "hangup", options: [:])])
    }

    @Test(arguments: ["", "7", "{", "{}", #"{"id":1.5,"method":"hangup"}"#, #"{"listen":7}"#])
    func `a text that is not a message ends the page, which gets the reason once`(text: String) throws {
        var it = WireUnderTest()
        let effects = it.receive(text)
        #expect(effects.count == 2 && effects.last == .close)
        guard case .send(let end)? = effects.first else {
            Issue.record("nothing is said")
            return
        }
        #expect(try JSONParser.parse(text: end).object?["end"]?.string?.isEmpty == false)
        #expect(it.receive(text).isEmpty && it.handle(.ended("again")).isEmpty)
    }

    @Test func `an event reaches a page that listens, and no other`() {
        var it = WireUnderTest()
        #expect(it.handle(.told("callEnded", ["callId": "c1"])).isEmpty)
        #expect(it.receive(#"{"listen":"callEnded"}"#) == [.listen(true, "callEnded")])
        #expect(it.receive(#"{"listen":"callEnded"}"#).isEmpty, "it listens already")
        #expect(
            it.handle(.told("callEnded", ["callId": "c1"]))
                == [.send(#"{"event":"callEnded","data":{"callId":"c1"}}"#)])
        #expect(it.receive(#"{"forget":"callEnded"}"#) == [.listen(false, "callEnded")])
        #expect(it.receive(#"{"forget":"callEnded"}"#).isEmpty)
        #expect(it.handle(.told("callEnded", [:])).isEmpty)
    }

    @Test func `more calls than may wait are refused, and one more may when one is answered`() {
        var it = WireUnderTest()
        for id in 1...BridgeWire.pendingCountMax {
            #expect(
                it.receive(#"{"id":\#(id),"method":"hangup"}"#) == [.call(Int64(id), method: "hangup", options: [:])])
        }
        guard case .send(let refused)? = it.receive(#"{"id":900,"method":"hangup"}"#).first else {
            Issue.record("not refused")
            return
        }
        #expect(refused.hasPrefix(#"{"id":900,"error":"#))
        _ = it.handle(.answered(1, .resolved([:])))
        #expect(it.receive(#"{"id":901,"method":"hangup"}"#) == [.call(901, method: "hangup", options: [:])])
    }

    @Test func `two calls under way with one id, a long message and too many listeners end the page`() {
        var twice = WireUnderTest()
        _ = twice.receive(#"{"id":1,"method":"hangup"}"#)
        #expect(twice.receive(#"{"id":1,"method":"hangup"}"#).last == .close)

        var long = WireUnderTest()
        let text = String(repeating: "x", count: BridgeWire.messageByteCountMax)
        #expect(long.receive(#"{"id":1,"method":"hangup","options":{"callId":"\#(text)"}}"#).last == .close)

        var listening = WireUnderTest()
        for number in 1...BridgeWire.listenedCountMax {
            #expect(listening.receive(#"{"listen":"event\#(number)"}"#) == [.listen(true, "event\(number)")])
        }
        #expect(listening.receive(#"{"listen":"another"}"#).last == .close)

        var named = WireUnderTest()
        let name = String(repeating: "x", count: BridgeWire.nameByteCountMax + 1)
        #expect(named.receive(#"{"listen":"\#(name)"}"#).last == .close)
    }

    @Test func `the end of the page on the phone's side is reported, and nothing after it`() {
        var it = WireUnderTest()
        _ = it.receive(#"{"id":1,"method":"hangup"}"#)
        #expect(it.handle(.ended("the app is gone")) == [.send(#"{"end":"the app is gone"}"#), .close])
        #expect(it.handle(.answered(1, .resolved([:]))).isEmpty)
    }
}
