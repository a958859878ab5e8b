extension BridgeEvent.Name {
    /// The values that the page receives with the event.
    public var fields: [BridgeField] {
        switch self {
        case .connecting, .connected, .disconnected, .reconnecting, .clientReady, .networkTimeout, .signedIn: []
        case .connectionFailed: [.needed("reason", .word(.signalingFailure))]
        case .networkStatusChanged: .network
        case .networkTransition: [.needed("from", .word(.interface)), .needed("to", .word(.interface))]
        case .incomingCall, .callStarted, .callRinging, .callConnecting, .callAnswered, .callUpdated,
            .callReconnecting:
            [.needed("call", .object(.call)), Self.call]
        case .callEnded: Self.ended
        case .callsElsewhereChanged: [.needed("calls", .list(.object(.callElsewhere)))]
        case .callFailed: [Self.call, .needed("reason", .word(.phoneRefusal))]
        case .callDurationUpdated:
            [
                Self.call, .needed("elapsedSeconds", .integer),
                .needed("formattedDuration", .text, "`MM:SS`, or from one hour on `H:MM:SS`."),
            ]
        case .callQualityUpdated: [Self.call, .needed("quality", .object(.quality))]
        case .digitsSent: [Self.call, .needed("count", .integer)]
        case .transferFailed:
            [
                Self.call,
                .needed(
                    "reason", .word(.endReason),
                    "How the call to the target ended; `failed` without a cause if there was none."),
            ] + .reported
        case .muteStateChanged: [Self.call, .needed("muted", .truth)]
        case .holdStateChanged: [Self.call, .needed("onHold", .truth)]
        case .speakerStateChanged: [.needed("enabled", .truth)]
        case .audioRouteChanged:
            [.needed("route", .word(.audioRoute)), .needed("previousRoute", .word(.audioRoute))]
        case .audioRoutesChanged: [.needed("routes", .list(.object(.audioOutput)))]
        case .missedCall, .missedCallSettled, .callDropped:
            [
                Self.call, .needed("reason", .word(.endReason)), .needed("disposition", .word(.callDisposition)),
            ] + .reported
        case .unreadCountChanged: [.needed("count", .integer)]
        case .organizationSwitchStarted, .organizationSwitched: [Self.organization]
        case .organizationSwitchFailed: [Self.organization, .needed("reason", .word(.switchFailure))]
        case .pushTokenChanged: [.needed("present", .truth)]
        case .signInFailed: [.needed("reason", .word(.signInFailure))]
        case .signedOut: [.needed("reason", .word(.sessionEndCause))]
        case .error: [.needed("code", .word(.errorCode)), .needed("message", .text)]
        }
    }

    private static let call = BridgeField.needed("callId", .text)
    private static let organization = BridgeField.needed("organizationId", .text)

    private static let ended: [BridgeField] =
        [
            call, .needed("reason", .word(.endReason)),
            .needed("disposition", .word(.callDisposition), "How the call counts."),
            .needed("direction", .word(.callDirection)),
            .needed("state", .word(.callPhase), "The phase in which it ended."), .needed("answered", .truth),
            .needed("answeredOn", .nullable(.text), "The other device of the person that has the call."),
            .needed("refusal", .nullable(.word(.outboundRefusal)), "Why the exchange refused a call out."),
        ] + .reported + [.needed("duration", .integer, "Seconds since it was connected; 0 if it never was.")]
}
