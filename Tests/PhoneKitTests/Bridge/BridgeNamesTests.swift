import PhoneCore
import Testing

@Suite struct BridgeNamesTests {
    /// The methods that the page of Z360's app calls.
    private let inherited = [
        "connect", "disconnect", "reconnect", "call", "answer", "hangup", "decline", "setMute", "toggleMute",
        "setHold", "toggleHold", "setSpeaker", "toggleSpeaker", "sendDTMF", "getDeviceId", "getFcmToken",
        "getFcmTokenWithWait", "getNetworkStatus", "getConnectionState", "getPendingIncomingCall",
        "requestVoipPermissions",
    ]

    @Test func `the page's 21 methods are there, and ours after them`() {
        let all = BridgeMethod.allCases.map(\.rawValue)
        #expect(inherited.count == BridgeMethod.inheritedCount)
        #expect(Array(all.prefix(inherited.count)) == inherited)
        #expect(
            Array(all.dropFirst(inherited.count)) == [
                "getSnapshot", "getEvents", "getAudioRoutes", "setAudioRoute", "transfer", "getCallerIds",
                "switchOrganization", "readNotice", "clearNotices", "signInWithApple", "signOut",
            ])
    }

    @Test func `the events the page listens to are there`() {
        let all = Set(BridgeEvent.Name.allCases.map(\.rawValue))
        let inherited = [
            "connecting", "connected", "disconnected", "reconnecting", "clientReady", "connectionFailed",
            "networkStatusChanged", "networkTransition", "networkTimeout", "incomingCall", "callStarted",
            "callRinging", "callAnswered", "callEnded", "callFailed", "callDurationUpdated", "callQualityUpdated",
            "dtmfSent", "muteStateChanged", "holdStateChanged", "speakerStateChanged", "audioRouteChanged",
            "crossOrgSwitchStarted", "crossOrgSwitchCompleted", "crossOrgSwitchFailed", "error",
        ]
        #expect(inherited.filter { !all.contains($0) } == [])
        #expect(inherited.count >= 22)
        #expect(all.count == BridgeEvent.Name.allCases.count)
    }
}
