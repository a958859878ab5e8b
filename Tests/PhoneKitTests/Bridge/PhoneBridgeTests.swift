import CallModel
import PhoneCore
import PhoneKit
import Redaction
import Testing
import WireJSON

@MainActor
@Suite(.timeLimit(.minutes(5))) struct PhoneBridgeTests {
    @Test(arguments: BridgeMethod.allCases)
    func `every method is settled, and once`(method: BridgeMethod) async {
        let it = BridgeUnderTest()
        it.ring()
        let options: JSONObject = [
            "destinationNumber": "+15550123", "muted": true, "onHold": true, "enabled": true, "digit": "5",
            "organizationId": "acme", "callId": "00000000-0000-4000-8000-000000000001", "timeoutMs": 100,
        ]
        it.begin(method.rawValue, options)
        if method == .getPushTokenWithWait {
            await it.clock.waiting { $0.contains(.milliseconds(100)) }
            #expect(it.last == nil)
            it.clock.move(to: .seconds(1))
        }
        await it.settlement()
        #expect(it.settlements == 1)
        it.bridge.publish(.pushToken(DevicePushToken("ab")))
        it.clock.move(to: .seconds(100))
        // A request that is under way for the first would have settled it again before this.
        await it.call(BridgeMethod.getDeviceID.rawValue)
        #expect(it.settlements == 2)
    }

    @Test func `the fault in a page's call is named`() async {
        let it = BridgeUnderTest()
        #expect(await it.refusal("fly") == BridgeError(.unknownName, "method"))
        #expect(await it.refusal("call") == BridgeError(.missing, "destinationNumber"))
        #expect(await it.refusal("setMute", ["muted": "yes"]) == BridgeError(.wrongType, "muted"))
        #expect(await it.refusal("hangup") == BridgeError(.refused, "unknownCall"))
        #expect(
            await it.refusal("getFcmTokenWithWait", ["timeoutMs": 1_000_000])
                == BridgeError(.outOfBounds, "timeoutMs"))
    }

    @Test func `a fault after which the phone goes on is logged, and its kind is told to the page`() throws {
        let it = BridgeUnderTest()
        let log = PhoneLogger(clock: it.clock)
        FaultForwarder(log, to: it.bridge).write(PhoneDiagnostic(.recordNotWritten, "phone-record.json, no space"))
        #expect(log.records.contains { "\($0)".contains("phone-record.json, no space") })
        let told = try #require(it.host.reported.last)
        #expect(told.name == "error")
        #expect(told.data["code"] == "fault")
        #expect(told.data["message"] == "recordNotWritten")
    }

    @Test func `a call that rang before there was a page is found by one that comes later`() async throws {
        let it = BridgeUnderTest(isPageThere: false)
        it.ring()
        #expect(it.host.reported.isEmpty)
        it.bridge.page = it.host
        let late = try #require(await it.answer("getEvents"))
        #expect(late["gap"] == true)
        #expect(late["events"]?.array?.first?.object?["name"] == "incomingCall")
        let pending = try #require(await it.answer("getPendingIncomingCall"))
        #expect(pending["call"]?.object?["callerName"] == "Anna")
        let snapshot = try #require(await it.answer("getSnapshot"))
        #expect(snapshot["calls"]?.array?.count == 1)
        #expect(snapshot["cursor"] == late["cursor"])
    }

    @Test func `a page that was reloaded goes on from its cursor without losing or repeating anything`() async throws {
        let it = BridgeUnderTest()
        it.ring(1)
        let cursor = try #require(it.host.reported.last?.data["cursor"])
        it.bridge.page = nil
        it.ring(2)
        it.bridge.page = it.host
        let news = try #require(await it.answer("getEvents", ["since": cursor]))
        #expect(news["gap"] == false)
        #expect(news["events"]?.array?.compactMap { $0.object?["name"]?.string } == ["incomingCall"])
        let again = try #require(await it.answer("getEvents", ["since": news["cursor"] ?? .null]))
        #expect(again["events"]?.array?.isEmpty == true)
    }

    @Test func `a call is answered through the system, which the page asked`() async {
        let it = BridgeUnderTest()
        it.ring()
        let answered = await it.answer("answer")
        #expect(answered?["callId"] != nil)
        #expect(it.ports.orders.contains("request answer"))
    }

    @Test func `a toggle returns its new state, and digits their count`() async {
        let it = BridgeUnderTest()
        #expect(await it.refusal("toggleSpeaker") == BridgeError(.refused, "notNow"))
        it.ring()
        #expect(await it.answer("toggleSpeaker") == ["enabled": true])
        #expect(await it.answer("toggleSpeaker") == ["enabled": false])
        #expect(await it.refusal("toggleMute") == BridgeError(.refused, "unknownCall"))
        #expect(await it.refusal("sendDTMF", ["digit": "5"]) == BridgeError(.refused, "unknownCall"))
        #expect(!it.toldNames.contains("dtmfSent"))
    }

    @Test func `a token that comes in time ends the wait for it, one that does not ends it empty`() async throws {
        let it = BridgeUnderTest()
        it.begin("getFcmTokenWithWait", ["timeoutMs": 5_000])
        await it.clock.waiting { $0.contains(.seconds(5)) }
        #expect(it.last == nil)
        it.bridge.publish(.pushToken(DevicePushToken("a1b2")))
        #expect(try it.last?.get() == ["token": "a1b2"])
        #expect(it.toldNames == ["voipTokenChanged"])
        it.clock.move(to: .seconds(1))
        it.begin("getFcmTokenWithWait", ["timeoutMs": 5_000])
        await it.clock.waiting { $0.contains(.seconds(6)) }
        #expect(it.last == nil)
        it.clock.move(to: .seconds(6))
        #expect(try await it.settlement().get() == ["token": nil])
        it.host.pushToken = DevicePushToken("c3d4")
        #expect(await it.answer("getFcmTokenWithWait", ["timeoutMs": 5_000]) == ["token": "c3d4"])
    }

    @Test func `more than sixteen waits for a token at once are refused`() {
        let it = BridgeUnderTest()
        for _ in 1...16 { it.begin("getFcmTokenWithWait", ["timeoutMs": 5_000]) }
        #expect(it.settlements == 0)
        it.begin("getFcmTokenWithWait", ["timeoutMs": 5_000])
        #expect(throws: BridgeError(.refused, "busy")) { try it.last?.get() }
        #expect(it.settlements == 1)
        it.bridge.publish(.pushToken(DevicePushToken("a1b2")))
        #expect(it.settlements == 17)
    }

    @Test func `requests that are not about calls go to the app around the bridge`() async {
        let it = BridgeUnderTest()
        #expect(await it.answer("getDeviceId") == ["deviceId": "device-7"])
        #expect(
            await it.answer("requestVoipPermissions") == [
                "microphone": true, "notifications": false, "contacts": false,
            ])
        _ = await it.call("connect", ["sipUsername": "anna", "sipPassword": "secret"])
        _ = await it.call("connect")
        _ = await it.call("disconnect")
        _ = await it.call("reconnect")
        #expect(it.host.asked == ["permissions", "connect with a login", "connect", "disconnect", "reconnect"])
        it.host.connectError = BridgeError(.refused, "notConnected")
        #expect(await it.refusal("connect") == BridgeError(.refused, "notConnected"))
        it.host.signInFailure = .cancelled
        #expect(await it.refusal("signInWithApple") == BridgeError(.refused, "cancelled"))
        #expect(it.toldNames.last == "signInFailed")
        it.host.signInFailure = nil
        #expect(await it.answer("signInWithApple") == [:])
        #expect(it.toldNames.last == "signedIn")
    }

    @Test func `the page is told why the numbers that may be shown are not known`() async {
        let it = BridgeUnderTest()
        for failure in CallerIDFailure.allCases {
            it.host.callerIDs = .failure(failure)
            #expect(await it.refusal("getCallerIds") == BridgeError(.refused, failure.rawValue))
        }
    }

    @Test func `the clock of a call that stands ticks every second, and stops with it`() async {
        let it = BridgeUnderTest()
        let call = CallUUID(.random(high: 5, low: 5))
        let snapshot = CallSnapshot(
            id: call, session: nil, organization: nil, direction: .outbound, phase: .connected, isMuted: false,
            isHeld: false, display: .unknown)
        it.bridge.show(.call(snapshot))
        for second in 1...3 {
            await it.clock.waiting(for: .seconds(second))
            await it.host.publishes("callDurationUpdated") { it.clock.move(to: .seconds(second)) }
        }
        let ticks = it.host.reported.filter { $0.name == "callDurationUpdated" }
        #expect(ticks.map { $0.data["formattedDuration"]?.string } == ["00:01", "00:02", "00:03"])
        it.bridge.show(.ended(CallEnd(call, .outbound, at: .connected, .completed)))
        #expect(it.host.reported.last?.data["duration"] == 3)
        it.clock.move(to: .seconds(10))
        await it.clock.waiting { $0.isEmpty }
        #expect(it.toldNames.last == "callEnded")
    }

    @Test func `how a line sounds is told of its call, and of no line that has none`() async {
        let it = BridgeUnderTest()
        it.ring()
        let line = LineID(callID: "leg")
        let report = QualityReport(score: OpinionScore(4.2))
        it.bridge.didMeasure(report, on: line)
        #expect(!it.toldNames.contains("callQualityUpdated"))
        let session = CallSessionID(.random(high: 1, low: 1))
        it.shell.send(.line(line, .invited(IncomingInvite(RegistrationID(OrganizationID("acme")), session: session))))
        it.bridge.didMeasure(report, on: line)
        #expect(it.host.reported.last?.name == "callQualityUpdated")
        #expect(it.host.reported.last?.data["callId"]?.string == CallUUID(session: session).description)
        #expect(it.host.reported.last?.data["quality"]?.object?["level"] == "good")
    }

    @Test func `a call that was missed is told once, by its name, until it is read`() async {
        let it = BridgeUnderTest()
        it.ring()
        it.shell.send(.timer(.ring(CallUUID(session: CallSessionID(.random(high: 1, low: 1))))))
        #expect(it.toldNames.count { $0 == "missedCall" } == 1)
        #expect(it.toldNames.contains("unreadCountChanged"))
        #expect(await it.answer("getSnapshot")?["notices"]?.array?.count == 1)
        let missed = it.host.reported.last { $0.name == "missedCall" }?.data["callId"] ?? .null
        _ = await it.call("readNotice", ["callId": missed])
        #expect(it.host.reported.last { $0.name == "unreadCountChanged" }?.data["count"] == 0)
        #expect(it.toldNames.count { $0 == "missedCall" } == 1)
        for number: UInt64 in 2...3 {
            it.ring(number)
            it.shell.send(.timer(.ring(CallUUID(session: CallSessionID(.random(high: 1, low: number))))))
        }
        #expect(it.toldNames.count { $0 == "missedCall" } == 3)
    }

    @Test func `a call that the process before lost is in the log before any page asks`() async throws {
        let call = CallUUID(session: CallSessionID(.random(high: 1, low: 1)))
        var record = PhoneRecord()
        record.calls = [PhoneCallRecord(call, .inbound, .connected)]
        let it = BridgeUnderTest(isPageThere: false, record: record)
        let events = try #require(await it.answer("getEvents")?["events"]?.array?.compactMap(\.object))
        let dropped = try #require(events.first { $0["name"] == "callDropped" })
        #expect(dropped["data"]?.object?["callId"]?.string == call.description)
        #expect(events.count { $0["name"] == "callDropped" } == 1)
    }

    @Test func `a notice that the process before left unread is not told again`() async throws {
        let before = BridgeUnderTest()
        before.ring()
        before.shell.send(.timer(.ring(CallUUID(session: CallSessionID(.random(high: 1, low: 1))))))
        #expect(before.toldNames.contains("missedCall"))
        let it = BridgeUnderTest(record: before.shell.phone.record)
        let events = try #require(await it.answer("getEvents")?["events"]?.array?.compactMap(\.object))
        #expect(!events.contains { $0["name"] == "missedCall" })
        #expect(await it.answer("getSnapshot")?["notices"]?.array?.count == 1)
    }

    @Test func `a call whose end came before it was missed here is told, though another was missed between`() {
        let it = BridgeUnderTest()
        let calls = [1, 2].map { CallUUID(session: CallSessionID(.random(high: 1, low: $0))) }
        it.ring(1)
        it.shell.send(.notices(.update(calls[0], .noAnswer)))
        it.ring(2)
        for call in calls.reversed() { it.shell.send(.timer(.ring(call))) }
        let missed = it.host.reported.filter { $0.name == "missedCall" }.map { $0.data["callId"]?.string }
        #expect(missed == calls.reversed().map(\.description))
    }

    @Test func `a call that was missed says why, and whether another device took it after all`() async {
        let it = BridgeUnderTest()
        it.ring()
        let call = CallUUID(session: CallSessionID(.random(high: 1, low: 1)))
        it.shell.send(.timer(.ring(call)))
        #expect(it.host.reported.last { $0.name == "callEnded" }?.data["disposition"] == "missed")
        let missed = it.host.reported.last { $0.name == "missedCall" }
        #expect(missed?.data["disposition"] == "missed")
        #expect(missed?.data["reason"] == "noAnswer")
        it.shell.send(.notices(.update(call, .answeredElsewhere)))
        let settled = it.host.reported.last { $0.name == "missedCallSettled" }
        #expect(settled?.data["callId"]?.string == call.description)
        #expect(settled?.data["disposition"] == "answeredElsewhere")
    }

    @Test func `S7: a call the exchange ended is missed with its cause, SIP status and phrase`() {
        let it = BridgeUnderTest()
        it.ring()
        let session = CallSessionID(.random(high: 1, low: 1))
        let line = LineID(callID: "leg")
        it.shell.send(.line(line, .invited(IncomingInvite(RegistrationID(OrganizationID("acme")), session: session))))
        let ending = Ending(.cancelled, cause: .originatorCancel, sipCode: 487, sipReason: "Request Terminated")
        it.shell.send(.line(line, .ended(ending)))
        for name in ["callEnded", "missedCall"] {
            let reported = it.host.reported.last { $0.name == name }?.data
            #expect(reported?["reason"] == "cancelled" && reported?["disposition"] == "missed", "\(name)")
            #expect(reported?["cause"] == "ORIGINATOR_CANCEL" && reported?["causeCode"] == 487, "\(name)")
            #expect(reported?["sipCode"] == 487 && reported?["sipReason"] == "Request Terminated", "\(name)")
        }
    }

    @Test func `S7: a missed call that another device declined is settled with all the exchange says of it`() {
        let it = BridgeUnderTest()
        it.ring()
        let call = CallUUID(session: CallSessionID(.random(high: 1, low: 1)))
        it.shell.send(.timer(.ring(call)))
        let reported = Ending(.declinedElsewhere, cause: .callRejected, sipCode: 603, sipReason: "Decline")
        it.shell.send(.notices(.update(call, .declinedElsewhere, reported: reported)))
        let settled = it.host.reported.last { $0.name == "missedCallSettled" }?.data
        #expect(settled?["disposition"] == "declinedElsewhere")
        #expect(settled?["cause"] == "CALL_REJECTED" && settled?["causeCode"] == 21)
        #expect(settled?["sipCode"] == 603 && settled?["sipReason"] == "Decline")
    }

    @Test func `a missed call that was read is not told as taken elsewhere`() async {
        let it = BridgeUnderTest()
        it.ring()
        let call = CallUUID(session: CallSessionID(.random(high: 1, low: 1)))
        it.shell.send(.timer(.ring(call)))
        it.shell.send(.notices(.read(call)))
        #expect(!it.toldNames.contains("missedCallSettled"))
    }

    @Test func `values of a framework pass the bridge unchanged`() {
        let object: JSONObject = [
            "text": "a", "truth": true, "number": 7, "fraction": 0.5, "list": [1, "b"], "inner": ["deep": false],
        ]
        let back = JSONObject(properties: object.properties.reduce(into: [:]) { $0[$1.key] = $1.value })
        for member in object.members { #expect(back[member.key] == member.value) }
        let nothing: JSONObject = ["nothing": nil]
        #expect(nothing.properties.isEmpty)
    }
}
