import CallModel
import PhoneCore
import PushPayload
import Redaction
import Testing
import WireJSON

@Suite struct BridgeEventTests {
    private static let id = CallUUID(UUIDValue(high: 1, low: 2))
    private static let organization = OrganizationID("42")

    private static var call: BridgeCall {
        var call = BridgeCall(id, .inbound, .ringing)
        call.session = CallSessionID(UUIDValue(high: 3, low: 4))
        call.organization = organization
        call.organizationName = "Acme"
        call.isOtherOrganization = true
        call.isMuted = true
        call.callerName = "Alice"
        call.callerNumber = "+1"
        call.callerPicture = "https://example.org/a"
        call.calledNumber = "+2"
        call.connectedAt = WallTime(milliseconds: 5)
        return call
    }

    private static let hungUp = CallEnd(
        id, .outbound, at: .connected, .completed,
        reported: Ending(.completed, cause: .normalClearing, sipCode: 200, sipReason: "OK \"then\""))

    private static let reported = Ending(
        .noAnswer, cause: .noAnswer, sipCode: 480, sipReason: "Temporarily Unavailable")

    private static let routes = AudioRoutes(
        inputs: [
            AudioOutput("a-b", .bluetooth, name: "Anna's"), AudioOutput("wire", .headphones, name: "Headset"),
            AudioOutput("car", .carPlay, name: "Car"),
        ], output: AudioOutput("elsewhere", .headphones, name: "Headphones"))

    static let callElsewhere: CallElsewhere? = RingDevice(name: "Anna's iPad").map { device in
        var call = CallElsewhere(CallSessionID(UUIDValue(high: 3, low: 4)), on: device, id: RingDeviceID("dev-2"))
        call.isHeld = true
        call.canTake = true
        call.organization = organization
        call.direction = .outbound
        call.name = "Bob"
        call.party = "bob"
        return call
    }

    static let events: [BridgeEvent] = [
        .connecting, .connected, .disconnected, .reconnecting, .clientReady, .connectionFailed(.refused),
        .networkStatusChanged(BridgeNetwork(.connected, .wifi)),
        .networkStatusChanged(BridgeNetwork(.disconnected, nil)), .networkTransition(from: .wifi, to: .cellular),
        .networkTimeout, .incomingCall(call), .callStarted(call), .callRinging(call), .callConnecting(call),
        .callAnswered(call), .callUpdated(call), .callReconnecting(call), .callEnded(hungUp, seconds: 75),
        .callEnded(CallEnd(id, .inbound, at: .ringing, .busy), seconds: 0), .callFailed(id, .busy),
        .callsElsewhereChanged(callElsewhere.map { [$0] } ?? []), .callsElsewhereChanged([]),
        .callDurationUpdated(id, CallClock(.seconds(3_601))),
        .callQualityUpdated(
            id,
            QualityReport(
                score: OpinionScore(4.2), jitter: .milliseconds(12), roundTrip: .milliseconds(80), lossHundredths: 150,
                gap: .milliseconds(340), route: "relay", relay: "turn:192.0.2.1", concealed: .milliseconds(60),
                restart: "silence", relaysUnavailable: true)),
        .callQualityUpdated(id, QualityReport()), .digitsSent(id, count: 2), .transferFailed(id, .failed),
        .transferFailed(id, .noAnswer, reported: reported), .muteStateChanged(id, true),
        .holdStateChanged(id, false), .speakerStateChanged(true), .audioRouteChanged(.bluetooth, from: .receiver),
        .audioRouteChanged(.carPlay, from: .headphones), .audioRoutesChanged(AudioRoutes(.receiver)),
        .audioRoutesChanged(routes), .audioRoutesChanged(AudioRoutes(.other)),
        .missedCall(id, .busy), .missedCall(id, .noAnswer, reported: reported),
        .missedCallSettled(id, .answeredElsewhere),
        .missedCallSettled(id, .noAnswer, reported: reported), .callDropped(id, .dropped),
        .callDropped(id, .noAnswer, reported: reported),
        .unreadCountChanged(3), .organizationSwitchStarted(organization),
        .organizationSwitched(organization), .organizationSwitchFailed(organization, .timedOut),
        .pushTokenChanged(isPresent: true), .signedIn, .signInFailed(.cancelled), .signedOut(.appleRevoked),
        .error(BridgeError(.refused, "busy")),
    ]

    @Test(arguments: events)
    func `an event is read as it was written`(event: BridgeEvent) throws {
        let data = try #require(try JSONParser.parse(text: event.data.jsonText).object)
        #expect(try BridgeEvent(name: event.name.rawValue, data: data) == event)
    }

    @Test func `there are at least the 22 of Z360, and every one is tested above`() {
        #expect(BridgeEvent.Name.allCases.count >= 22)
        #expect(Set(Self.events.map(\.name)) == Set(BridgeEvent.Name.allCases))
    }

    @Test func `a call has the form that the page draws`() {
        #expect(
            BridgeEvent.incomingCall(Self.call).data.jsonText
                == #"{"callId":"00000000-0000-0001-0000-000000000002","#
                + #""call":{"callId":"00000000-0000-0001-0000-000000000002","direction":"inbound","#
                + #""state":"ringing","isMuted":true,"isHeld":false,"isCrossOrg":true,"#
                + #""callSessionId":"00000000-0000-0003-0000-000000000004","organizationId":"42","#
                + #""organizationName":"Acme","callerName":"Alice","callerNumber":"+1","#
                + #""callerPicture":"https://example.org/a","calledNumber":"+2","connectedAt":5}}"#)
        #expect(
            BridgeEvent.callDurationUpdated(Self.id, CallClock(.seconds(3_601))).data.jsonText.contains(
                #""formattedDuration":"1:00:01""#))
    }

    @Test func `a call the phone rings for reaches the page with its organization`() {
        var phone = Phone()
        var effects: [PhoneEffect] = []
        let pushed = PushedCall(
            session: CallSessionID(UUIDValue(high: 3, low: 4)), organization: Self.organization,
            display: CallDisplay(
                .phoneNumber("+1"), name: "Alice", organizationName: "Acme", calledNumber: "+2",
                picture: "https://example.org/a"))
        phone.handle(.push(VoIPPush(.call(pushed), spare: Self.id)), into: &effects)
        let calls = effects.compactMap { effect -> BridgeCall? in
            guard case .publish(.call(let snapshot)) = effect else { return nil }
            return BridgeCall(snapshot, active: OrganizationID("1"))
        }
        #expect(calls.first?.phase == .ringing)
        #expect(calls.first?.isOtherOrganization == true)
        #expect(calls.first?.callerNumber == "+1")
        #expect(calls.first?.callerName == "Alice")
        #expect(calls.first?.organizationName == "Acme")
        #expect(calls.first?.calledNumber == "+2" && calls.first?.callerPicture == "https://example.org/a")
    }

    @Test func `details of a second push of a call are added by an update`() {
        var phone = Phone()
        var effects: [PhoneEffect] = []
        let session = CallSessionID(UUIDValue(high: 3, low: 4))
        func push(_ display: CallDisplay) {
            let pushed = PushedCall(session: session, organization: Self.organization, display: display)
            phone.handle(.push(VoIPPush(.call(pushed), spare: Self.id)), into: &effects)
        }
        push(.unknown)
        effects = []
        let known = CallDisplay(
            .phoneNumber("+1"), name: "Alice", organizationName: "Acme", calledNumber: "+2",
            picture: "https://example.org/a")
        push(known)
        #expect(
            effects.contains { if case .report(.updated(_, let display)) = $0 { display == known } else { false } })
        #expect(phone.calls.first?.display == known)
    }

    @Test func `a name that is not an event's is refused`() {
        #expect(throws: BridgeError(.unknownName, "event")) { try BridgeEvent(name: "fly", data: [:]) }
        #expect(throws: BridgeError(.missing, "call")) { try BridgeEvent(name: "incomingCall", data: [:]) }
        #expect(throws: BridgeError(.missing, "disposition")) {
            try BridgeEvent(
                name: "callEnded", data: ["callId": .string(Self.id.description), "reason": "busy"])
        }
        #expect(throws: BridgeError(.outOfBounds, "sipCode")) {
            var data = BridgeEvent.callEnded(Self.hungUp, seconds: 0).data
            data["sipCode"] = 65_536
            _ = try BridgeEvent(name: "callEnded", data: data)
        }
        #expect(throws: BridgeError(.missing, "current")) {
            try BridgeEvent(name: "audioRoutesChanged", data: ["routes": []])
        }
        #expect(throws: BridgeError(.wrongType, "routes")) {
            try BridgeEvent(name: "audioRoutesChanged", data: ["routes": [7]])
        }
        #expect(throws: BridgeError(.wrongType, "call")) { try BridgeEvent(name: "incomingCall", data: ["call": 7]) }
    }
}
