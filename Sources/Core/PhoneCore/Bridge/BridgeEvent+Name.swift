extension BridgeEvent {
    /// The name a page listens to.
    public enum Name: String, CaseIterable, Hashable, Sendable {
        case connecting, connected, disconnected, reconnecting, clientReady, connectionFailed
        case networkStatusChanged, networkTransition, networkTimeout
        case incomingCall, callStarted, callRinging, callConnecting, callAnswered, callUpdated, callReconnecting
        case callEnded, callFailed, callDurationUpdated, callQualityUpdated
        case digitsSent = "dtmfSent"
        case muteStateChanged, holdStateChanged, speakerStateChanged, audioRouteChanged, audioRoutesChanged
        case missedCall, missedCallSettled, callDropped, unreadCountChanged
        case organizationSwitchStarted = "crossOrgSwitchStarted"
        case organizationSwitched = "crossOrgSwitchCompleted"
        case organizationSwitchFailed = "crossOrgSwitchFailed"
        case pushTokenChanged = "voipTokenChanged"
        case signedIn, signInFailed, signedOut
        case error
    }

    /// Its name.
    public var name: Name {
        switch self {
        case .connecting: .connecting
        case .connected: .connected
        case .disconnected: .disconnected
        case .reconnecting: .reconnecting
        case .clientReady: .clientReady
        case .connectionFailed: .connectionFailed
        case .networkStatusChanged: .networkStatusChanged
        case .networkTransition: .networkTransition
        case .networkTimeout: .networkTimeout
        case .incomingCall: .incomingCall
        case .callStarted: .callStarted
        case .callRinging: .callRinging
        case .callConnecting: .callConnecting
        case .callAnswered: .callAnswered
        case .callUpdated: .callUpdated
        case .callReconnecting: .callReconnecting
        case .callEnded: .callEnded
        case .callFailed: .callFailed
        case .callDurationUpdated: .callDurationUpdated
        case .callQualityUpdated: .callQualityUpdated
        case .digitsSent: .digitsSent
        case .muteStateChanged: .muteStateChanged
        case .holdStateChanged: .holdStateChanged
        case .speakerStateChanged: .speakerStateChanged
        case .audioRouteChanged: .audioRouteChanged
        case .audioRoutesChanged: .audioRoutesChanged
        case .missedCall: .missedCall
        case .missedCallSettled: .missedCallSettled
        case .callDropped: .callDropped
        case .unreadCountChanged: .unreadCountChanged
        case .organizationSwitchStarted: .organizationSwitchStarted
        case .organizationSwitched: .organizationSwitched
        case .organizationSwitchFailed: .organizationSwitchFailed
        case .pushTokenChanged: .pushTokenChanged
        case .signedIn: .signedIn
        case .signInFailed: .signInFailed
        case .signedOut: .signedOut
        case .error: .error
        }
    }

    /// The event this one makes worthless while the page has not read it: only the last of its kind is kept.
    var supersedes: Name? {
        switch self {
        case .callDurationUpdated, .callQualityUpdated, .unreadCountChanged, .networkStatusChanged,
            .audioRoutesChanged:
            name
        default: nil
        }
    }
}
