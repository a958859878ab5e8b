public import CallModel

/// What the page learns, each under a name of its own.
///
/// Source: seeds z360-ios-current-state §3.12, §4.7 and z360-ios-target-architecture §5.3 for the names they give.
public enum BridgeEvent: Hashable, Sendable {
    // The way to the exchange.
    case connecting
    case connected
    case disconnected
    case reconnecting
    /// Registered: calls can be made.
    case clientReady
    case connectionFailed(SignalingFailure)
    case networkStatusChanged(BridgeNetwork)
    case networkTransition(from: NetworkPath.Interface, to: NetworkPath.Interface)
    /// A live call was without network for as long as it may be.
    case networkTimeout

    // A call.
    case incomingCall(BridgeCall)
    case callStarted(BridgeCall)
    case callRinging(BridgeCall)
    case callConnecting(BridgeCall)
    case callAnswered(BridgeCall)
    /// Something else about it changed: its name, its state.
    case callUpdated(BridgeCall)
    case callReconnecting(BridgeCall)
    /// For how long it stood; 0 if it did not.
    case callEnded(CallEnd, seconds: Int64)
    case callFailed(CallUUID, PhoneRefusal)
    case callDurationUpdated(CallUUID, CallClock)
    case callQualityUpdated(CallUUID, QualityReport)
    case digitsSent(CallUUID, count: Int64)

    // Sound.
    case muteStateChanged(CallUUID, Bool)
    case holdStateChanged(CallUUID, Bool)
    case speakerStateChanged(Bool)
    case audioRouteChanged(AudioRoute, from: AudioRoute)
    /// What sound can come out of, or the one of them that it does.
    case audioRoutesChanged(AudioRoutes)

    // Notices.
    /// `told`: as in ``CallEnd``.
    case missedCall(CallUUID, EndReason, told: Ending? = nil)
    /// What was told as missed was taken or turned down by another device after all.
    case missedCallSettled(CallUUID, EndReason, told: Ending? = nil)
    case callDropped(CallUUID, EndReason, told: Ending? = nil)
    case unreadCountChanged(Int64)

    // Organisations and the person.
    case organizationSwitchStarted(OrganizationID)
    case organizationSwitched(OrganizationID)
    case organizationSwitchFailed(OrganizationID, SwitchFailure)
    case pushTokenChanged(isPresent: Bool)
    case signedIn
    case signInFailed(SignInFailure)
    case signedOut(SessionEndCause)

    /// Something went wrong that has no event of its own.
    case error(BridgeError)
}

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
