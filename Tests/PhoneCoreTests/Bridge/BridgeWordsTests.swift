import CallModel
import PhoneCore
import PushPayload
import Redaction
import Testing
import WireJSON

/// Every event to the letter, as a page reads it.
@Suite struct BridgeWordsTests {
    private static let id = CallUUID(UUIDValue(high: 1, low: 2))
    private static let callID = #""callId":"00000000-0000-0001-0000-000000000002""#
    private static let untold = #""cause":null,"causeCode":null,"sipCode":null,"sipReason":null"#
    private static let drawn =
        #"{\#(callID),"call":{\#(callID),"direction":"outbound","state":"dialing","isMuted":false,"isHeld":false,"#
        + #""isCrossOrg":false}}"#
    private static let call = BridgeCall(id, .outbound, .dialing)
    private static let quality = QualityReport(
        score: OpinionScore(4.2), jitter: .milliseconds(12), roundTrip: .milliseconds(80), lossHundredths: 150,
        gap: .milliseconds(340), route: "relay", relay: "turn:192.0.2.1", concealed: .milliseconds(60),
        restart: "silence", relaysUnavailable: true)

    static let ofConnections: [(BridgeEvent, String, String)] = [
        (.connecting, "connecting", "{}"),
        (.connected, "connected", "{}"),
        (.disconnected, "disconnected", "{}"),
        (.reconnecting, "reconnecting", "{}"),
        (.clientReady, "clientReady", "{}"),
        (.connectionFailed(.refused), "connectionFailed", #"{"reason":"refused"}"#),
        (
            .networkStatusChanged(BridgeNetwork(.connected, .wifi)), "networkStatusChanged",
            #"{"status":"connected","type":"wifi"}"#
        ),
        (
            .networkStatusChanged(BridgeNetwork(.disconnected, nil)), "networkStatusChanged",
            #"{"status":"disconnected","type":"none"}"#
        ),
        (
            .networkTransition(from: .wifi, to: .cellular), "networkTransition", #"{"from":"wifi","to":"cellular"}"#
        ),
        (.networkTimeout, "networkTimeout", "{}"),
    ]

    static let ofCalls: [(BridgeEvent, String, String)] = [
        (.incomingCall(call), "incomingCall", drawn),
        (.callStarted(call), "callStarted", drawn),
        (.callRinging(call), "callRinging", drawn),
        (.callConnecting(call), "callConnecting", drawn),
        (.callAnswered(call), "callAnswered", drawn),
        (.callUpdated(call), "callUpdated", drawn),
        (.callReconnecting(call), "callReconnecting", drawn),
        (
            .callEnded(
                CallEnd(
                    id, .outbound, at: .connecting, .busy,
                    reported: Ending(.busy, cause: .userBusy, sipCode: 486, sipReason: "Busy Here")), seconds: 0),
            "callEnded",
            #"{\#(callID),"reason":"busy","disposition":"busy","direction":"outbound","state":"connecting","#
                + #""answered":false,"answeredOn":null,"refusal":null,"cause":"USER_BUSY","causeCode":17,"sipCode":486,"#
                + #""sipReason":"Busy Here","#
                + #""duration":0}"#
        ),
        (
            .callEnded(CallEnd(id, .inbound, at: .connected, .completed), seconds: 75), "callEnded",
            #"{\#(callID),"reason":"completed","disposition":"completed","direction":"inbound","state":"connected","#
                + #""answered":true,"answeredOn":null,"refusal":null,"cause":null,"causeCode":null,"sipCode":null,"sipReason":null,"#
                + #""duration":75}"#
        ),
        (.callFailed(id, .busy), "callFailed", #"{\#(callID),"reason":"busy"}"#),
        (
            .callDurationUpdated(id, CallClock(.seconds(3_601))), "callDurationUpdated",
            #"{\#(callID),"elapsedSeconds":3601,"formattedDuration":"1:00:01"}"#
        ),
        (
            .callQualityUpdated(id, quality), "callQualityUpdated",
            #"{\#(callID),"quality":{"level":"good","telnyxLevel":"good","mos":4.2,"jitterMs":12,"rttMs":80,"#
                + #""packetLossPercent":1.5,"gapMs":340,"route":"relay","relay":"turn:192.0.2.1","concealedMs":60,"#
                + #""restart":"silence","relaysUnavailable":true}}"#
        ),
        (.digitsSent(id, count: 2), "dtmfSent", #"{\#(callID),"count":2}"#),
        (
            .transferFailed(id, .noAnswer, reported: Ending(.noAnswer, cause: .noAnswer)), "transferFailed",
            #"{\#(callID),"reason":"noAnswer","cause":"NO_ANSWER","causeCode":19,"sipCode":null,"sipReason":null}"#
        ),
        (.transferFailed(id, .failed), "transferFailed", #"{\#(callID),"reason":"failed",\#(untold)}"#),
        (.muteStateChanged(id, true), "muteStateChanged", #"{\#(callID),"muted":true}"#),
        (.holdStateChanged(id, false), "holdStateChanged", #"{\#(callID),"onHold":false}"#),
        (.speakerStateChanged(true), "speakerStateChanged", #"{"enabled":true}"#),
        (
            .audioRouteChanged(.bluetooth, from: .receiver), "audioRouteChanged",
            #"{"route":"bluetooth","previousRoute":"earpiece"}"#
        ),
        (
            .audioRouteChanged(.carPlay, from: .headphones), "audioRouteChanged",
            #"{"route":"carplay","previousRoute":"headphones"}"#
        ),
        (
            .audioRoutesChanged(
                AudioRoutes(
                    inputs: [AudioOutput("a-b", .bluetooth, name: "Anna's")], output: AudioOutput("a-b", .bluetooth))),
            "audioRoutesChanged",
            #"{"routes":[{"id":"earpiece","type":"earpiece","current":false},"#
                + #"{"id":"speaker","type":"speaker","current":false},"#
                + #"{"id":"a-b","type":"bluetooth","current":true,"name":"Anna's"}]}"#
        ),
    ]

    static let ofThePerson: [(BridgeEvent, String, String)] = [
        (.missedCall(id, .busy), "missedCall", #"{\#(callID),"reason":"busy","disposition":"busy",\#(untold)}"#),
        (
            .missedCall(
                id, .cancelled,
                reported: Ending(
                    .cancelled, cause: .originatorCancel, sipCode: 487, sipReason: "Request Terminated")),
            "missedCall",
            #"{\#(callID),"reason":"cancelled","disposition":"missed","cause":"ORIGINATOR_CANCEL","#
                + #""causeCode":487,"sipCode":487,"sipReason":"Request Terminated"}"#
        ),
        (
            .missedCallSettled(id, .declinedElsewhere), "missedCallSettled",
            #"{\#(callID),"reason":"declinedElsewhere","disposition":"declinedElsewhere",\#(untold)}"#
        ),
        (
            .missedCallSettled(
                id, .declinedElsewhere,
                reported: Ending(.declinedElsewhere, cause: .callRejected, sipCode: 603, sipReason: "Decline")),
            "missedCallSettled",
            #"{\#(callID),"reason":"declinedElsewhere","disposition":"declinedElsewhere","#
                + #""cause":"CALL_REJECTED","causeCode":21,"sipCode":603,"sipReason":"Decline"}"#
        ),
        (
            .callDropped(
                id, .completed, reported: Ending(.completed, cause: .normalClearing, sipCode: 200, sipReason: "OK")),
            "callDropped",
            #"{\#(callID),"reason":"completed","disposition":"dropped","cause":"NORMAL_CLEARING","causeCode":16,"#
                + #""sipCode":200,"sipReason":"OK"}"#
        ),
        (
            .callDropped(id, .dropped), "callDropped",
            #"{\#(callID),"reason":"dropped","disposition":"dropped",\#(untold)}"#
        ),
        (
            .callsElsewhereChanged(BridgeEventTests.callElsewhere.map { [$0] } ?? []), "callsElsewhereChanged",
            #"{"calls":[{"callSessionId":"00000000-0000-0003-0000-000000000004","deviceId":"dev-2","#
                + #""deviceName":"Anna's iPad","isHeld":true,"canTake":true,"organizationId":"42","#
                + #""direction":"outbound","callerName":"Bob","callerNumber":"bob"}]}"#
        ),
        (.unreadCountChanged(3), "unreadCountChanged", #"{"count":3}"#),
        (.organizationSwitchStarted(OrganizationID("42")), "crossOrgSwitchStarted", #"{"organizationId":"42"}"#),
        (.organizationSwitched(OrganizationID("42")), "crossOrgSwitchCompleted", #"{"organizationId":"42"}"#),
        (
            .organizationSwitchFailed(OrganizationID("42"), .timedOut), "crossOrgSwitchFailed",
            #"{"organizationId":"42","reason":"timedOut"}"#
        ),
        (.pushTokenChanged(isPresent: true), "voipTokenChanged", #"{"present":true}"#),
        (.signedIn, "signedIn", "{}"),
        (.signInFailed(.cancelled), "signInFailed", #"{"reason":"cancelled"}"#),
        (.signedOut(.appleRevoked), "signedOut", #"{"reason":"appleRevoked"}"#),
        (.error(BridgeError(.refused, "busy")), "error", #"{"code":"refused","message":"busy"}"#),
    ]

    @Test(arguments: ofConnections + ofCalls + ofThePerson)
    func `an event has these words and the declared form`(
        event: BridgeEvent, name: String, data: String
    ) throws {
        #expect(event.name.rawValue == name)
        #expect(event.data.jsonText == data)
        try event.name.fields.check(event.data, isExact: true)
    }

    @Test func `no event is without its words`() {
        let reported = Set((Self.ofConnections + Self.ofCalls + Self.ofThePerson).map(\.0.name))
        #expect(reported == Set(BridgeEvent.Name.allCases))
    }
}
