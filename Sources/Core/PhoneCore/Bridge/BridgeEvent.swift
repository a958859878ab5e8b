public import CallModel

/// The events of the page, each with a name of its own.
///
/// Names that the page of Z360's app already had are kept.
public enum BridgeEvent: Hashable, Sendable {
    // The connection to the exchange.
    case connecting
    case connected
    case disconnected
    case reconnecting
    /// The connection is registered, so calls can be made.
    case clientReady
    case connectionFailed(SignalingFailure)
    case networkStatusChanged(BridgeNetwork)
    case networkTransition(from: NetworkPath.Interface, to: NetworkPath.Interface)
    /// A live call was without network for the maximum time.
    case networkTimeout

    // Calls.
    case incomingCall(BridgeCall)
    case callStarted(BridgeCall)
    case callRinging(BridgeCall)
    case callConnecting(BridgeCall)
    case callAnswered(BridgeCall)
    /// Another property of the call changed, such as its name or state.
    case callUpdated(BridgeCall)
    case callReconnecting(BridgeCall)
    /// A call ended. `seconds` is its connected time; 0 if it was never connected.
    case callEnded(CallEnd, seconds: Int64)
    case callFailed(CallUUID, PhoneRefusal)
    case callDurationUpdated(CallUUID, CallClock)
    case callQualityUpdated(CallUUID, QualityReport)
    case digitsSent(CallUUID, count: Int64)

    // Audio.
    case muteStateChanged(CallUUID, Bool)
    case holdStateChanged(CallUUID, Bool)
    case speakerStateChanged(Bool)
    case audioRouteChanged(AudioRoute, from: AudioRoute)
    /// The available audio outputs or the current one changed.
    case audioRoutesChanged(AudioRoutes)

    // Notices.
    /// `reported`: as in ``CallEnd``.
    case missedCall(CallUUID, EndReason, reported: Ending? = nil)
    /// Another device answered or declined a call that had been reported as missed.
    case missedCallSettled(CallUUID, EndReason, reported: Ending? = nil)
    case callDropped(CallUUID, EndReason, reported: Ending? = nil)
    case unreadCountChanged(Int64)

    // Organizations and the session.
    case organizationSwitchStarted(OrganizationID)
    case organizationSwitched(OrganizationID)
    case organizationSwitchFailed(OrganizationID, SwitchFailure)
    case pushTokenChanged(isPresent: Bool)
    case signedIn
    case signInFailed(SignInFailure)
    case signedOut(SessionEndCause)

    /// An error that has no event of its own.
    case error(BridgeError)
}

extension BridgeEvent {
    /// The names that a page listens to.
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

    /// The name of this event.
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

    /// The name of earlier unread events that this event makes obsolete; only the latest of its kind is kept.
    var supersedes: Name? {
        switch self {
        case .callDurationUpdated, .callQualityUpdated, .unreadCountChanged, .networkStatusChanged,
            .audioRoutesChanged:
            name
        default: nil
        }
    }
}
