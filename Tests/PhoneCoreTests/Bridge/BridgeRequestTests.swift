import CallModel
import PhoneCore
import Redaction
import Testing
import WireJSON

@Suite struct BridgeRequestTests {
    private static let call = CallUUID(UUIDValue(high: 1, low: 2))

    static let requests: [BridgeRequest] = [
        .connect(nil), .connect(login), .disconnect, .reconnect, .call(BridgeDial("+1555")), .call(dial),
        .answer(nil, other: nil), .answer(call, other: .hold), .hangup(call), .hangup(nil),
        .decline(call, everywhere: nil), .decline(nil, everywhere: true),
        .decline(call, everywhere: false),
        .setMute(nil, true), .setMute(call, false), .toggleMute(call), .setHold(call, false), .toggleHold(nil),
        .toggleHold(call), .setSpeaker(true),
        .toggleSpeaker, .sendDigits(nil, "1#"), .sendDigits(call, "2"), .getDeviceID, .getPushToken,
        .getPushTokenWithWait(.seconds(3)),
        .getNetworkStatus, .getConnectionState, .getPendingIncomingCall, .requestPermissions, .getSnapshot,
        .getAudioRoutes, .setAudioRoute("a-b"), .transfer(nil, to: "cleo"), .transfer(call, to: "1003"), .getCallerIDs,
        .getEvents(since: nil), .getEvents(since: BridgeCursor(epoch: 7, number: 8)),
        .switchOrganization(OrganizationID("42")), .readNotice(call), .clearNotices, .signInWithApple, .signOut,
    ]

    private static var login: BridgeLogin {
        var login = BridgeLogin(user: "user", password: "secret")
        login.callerName = "Ada"
        login.callerNumber = "+1"
        return login
    }

    private static var dial: BridgeDial {
        var dial = BridgeDial("+1555")
        dial.name = "Alice"
        dial.settings.callerName = "Ada"
        dial.settings.callerID = "+1"
        dial.settings.headers = [DialSettings.Header("X-Case", "42"), DialSettings.Header("X-Case", "43")]
        dial.settings.clientState = "c3RhdGU="
        dial.settings.codecs = [.pcma, .opus]
        dial.organization = OrganizationID("42")
        dial.settings.replaces = CallSessionID(UUIDValue(high: 3, low: 4))
        return dial
    }

    @Test(arguments: requests)
    func `a request is read as it was written`(request: BridgeRequest) throws {
        let text = request.options.jsonText
        let options = try #require(try JSONParser.parse(text: text).object)
        #expect(try BridgeRequest(method: request.method.rawValue, options: options) == request)
    }

    @Test func `every method of Z360's page is there, and every one is tested above`() {
        let names = [
            "connect", "disconnect", "reconnect", "call", "answer", "hangup", "decline", "setMute", "toggleMute",
            "setHold", "toggleHold", "setSpeaker", "toggleSpeaker", "sendDTMF", "getDeviceId", "getFcmToken",
            "getFcmTokenWithWait", "getNetworkStatus", "getConnectionState", "getPendingIncomingCall",
            "requestVoipPermissions",
        ]
        #expect(names.count == BridgeMethod.inheritedCount)
        for name in names { #expect(BridgeMethod(name: name) != nil) }
        #expect(BridgeMethod(name: "makeCall") == .call)
        #expect(Set(Self.requests.map(\.method)) == Set(BridgeMethod.allCases))
    }

    @Test(arguments: [
        ("fly", "{}", "unknownName: method"),
        ("call", "{}", "missing: destinationNumber"),
        ("call", #"{"destinationNumber":[]}"#, "wrongType: destinationNumber"),
        ("call", #"{"destinationNumber":"bob","headers":7}"#, "wrongType: headers"),
        ("call", #"{"destinationNumber":"bob","headers":["X: y"]}"#, "wrongType: headers"),
        ("call", #"{"destinationNumber":"bob","headers":[{"value":"y"}]}"#, "missing: name"),
        ("call", #"{"destinationNumber":"bob","preferredCodecs":["g729"]}"#, "outOfBounds: preferredCodecs"),
        ("call", #"{"destinationNumber":"bob","preferredCodecs":"opus"}"#, "wrongType: preferredCodecs"),
        ("call", #"{"destinationNumber":"bob","replaces":"7"}"#, "outOfBounds: replaces"),
        ("setMute", #"{"muted":"yes"}"#, "wrongType: muted"),
        ("setHold", "{}", "missing: onHold"),
        ("answer", #"{"callId":"7"}"#, "outOfBounds: callId"),
        ("answer", #"{"other":"both"}"#, "outOfBounds: other"),
        ("connect", #"{"sipUsername":"a"}"#, "missing: sipPassword"),
        ("getFcmTokenWithWait", #"{"timeoutMs":3600000}"#, "outOfBounds: timeoutMs"),
        ("getEvents", #"{"since":"x"}"#, "outOfBounds: since"),
        ("setAudioRoute", "{}", "missing: route"),
        ("setAudioRoute", #"{"route":{}}"#, "wrongType: route"),
        ("transfer", "{}", "missing: destination"),
    ])
    func `the fault of a request is named, without its content`(
        method: String, options: String, message: String
    ) throws {
        let options = try #require(try JSONParser.parse(text: options).object)
        let error = #expect(throws: BridgeError.self) { try BridgeRequest(method: method, options: options) }
        #expect(error?.description == message)
    }

    @Test func `a text longer than anything has reason to be is refused`() {
        let error = #expect(throws: BridgeError.self) {
            try BridgeRequest(
                method: "call", options: ["destinationNumber": .string(String(repeating: "1", count: 513))])
        }
        #expect(error == BridgeError(.outOfBounds, "destinationNumber"))
    }

    @Test func `headers are read as a list and as an object, codecs however they are written`() throws {
        let options: JSONObject = [
            "destinationNumber": "bob", "headers": ["X-A": "1", "X-B": "2"], "preferredCodecs": ["PCMU"],
        ]
        var dial = BridgeDial("bob")
        dial.settings.headers = [DialSettings.Header("X-A", "1"), DialSettings.Header("X-B", "2")]
        dial.settings.codecs = [.pcmu]
        #expect(try BridgeRequest(method: "call", options: options) == .call(dial))
    }

    @Test func `a log of a request holds no password and no number`() {
        let text = "\(Self.requests)"
        for secret in ["secret", "+1555", "Alice", "1#", "a-b", "cleo"] { #expect(!text.contains(secret)) }
    }
}
