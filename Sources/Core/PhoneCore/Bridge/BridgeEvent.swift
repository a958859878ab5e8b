public import CallModel

/// The events of the page, each with a name of its own.
///
/// Names that the page of Z360's app already had are kept.
public enum BridgeEvent: Hashable, Sendable {
    // The connection to the exchange.
    /// An attempt to connect is under way or due.
    case connecting
    /// The active organization's connection is registered; `clientReady` follows at once.
    case connected
    /// There is no connection, and no attempt is under way.
    case disconnected
    /// A lost connection is being restored.
    case reconnecting
    /// The connection is registered, so calls can be made.
    case clientReady
    /// The attempt to connect failed, for this reason.
    case connectionFailed(SignalingFailure)
    /// The network or the connection changed.
    case networkStatusChanged(BridgeNetwork)
    /// The device changed from one interface to another.
    case networkTransition(from: NetworkPath.Interface, to: NetworkPath.Interface)
    /// A live call was without network for the maximum time.
    case networkTimeout

    // Calls.
    /// A call rings.
    case incomingCall(BridgeCall)
    /// A call was dialed.
    case callStarted(BridgeCall)
    /// The exchange has a dialed call and rings the other side.
    case callRinging(BridgeCall)
    /// The person answered a call, and media does not flow yet.
    case callConnecting(BridgeCall)
    /// A call is connected.
    case callAnswered(BridgeCall)
    /// Another property of the call changed, such as its name or state.
    case callUpdated(BridgeCall)
    /// The media or the connection of a call is being restored.
    case callReconnecting(BridgeCall)
    /// A call ended. `seconds` is its connected time; 0 if it was never connected.
    case callEnded(CallEnd, seconds: Int64)
    /// Another device of the person has a call now, or has it no longer. These are all such calls.
    case callsElsewhereChanged([CallElsewhere])
    /// A request about a call was refused, or was accepted and failed.
    case callFailed(CallUUID, PhoneRefusal)
    /// Another second of a connected call has passed.
    case callDurationUpdated(CallUUID, CallClock)
    /// The quality of a connected call was measured again.
    case callQualityUpdated(CallUUID, QualityReport)
    /// Digits were sent to the other side. `count` is their number; the digits themselves are secret.
    case digitsSent(CallUUID, count: Int64)
    /// A call was not transferred and goes on. `reported` is how the call to the target ended; `nil` if the exchange
    /// refused the request or was not reached.
    case transferFailed(CallUUID, EndReason, reported: Ending? = nil)

    // Audio.
    /// The microphone of a call is muted (`true`), or heard again.
    case muteStateChanged(CallUUID, Bool)
    /// The person holds a call (`true`), or resumed it.
    case holdStateChanged(CallUUID, Bool)
    /// Sound comes from the loudspeaker (`true`), or from another output.
    case speakerStateChanged(Bool)
    /// Sound comes from another output.
    case audioRouteChanged(AudioRoute, from: AudioRoute)
    /// The available audio outputs or the current one changed.
    case audioRoutesChanged(AudioRoutes)

    // Notices.
    /// `reported`: as in ``CallEnd``.
    case missedCall(CallUUID, EndReason, reported: Ending? = nil)
    /// Another device answered or declined a call that had been reported as missed.
    case missedCallSettled(CallUUID, EndReason, reported: Ending? = nil)
    /// A connected call was lost, and a notice tells the person so.
    case callDropped(CallUUID, EndReason, reported: Ending? = nil)
    /// The number of notices that the person has not read.
    case unreadCountChanged(Int64)

    // Organizations and the session.
    /// The switch to an organization began.
    case organizationSwitchStarted(OrganizationID)
    /// The switch is complete.
    case organizationSwitched(OrganizationID)
    /// The switch was undone; the organization in use before is active again.
    case organizationSwitchFailed(OrganizationID, SwitchFailure)
    /// The system gave a VoIP token (`true`), or invalidated it.
    case pushTokenChanged(isPresent: Bool)
    /// A person signed in.
    case signedIn
    /// A sign-in ended without success.
    case signInFailed(SignInFailure)
    /// The session ended; with the cause.
    case signedOut(SessionEndCause)

    /// A framework or a file failed, and the phone goes on.
    case error(BridgeError)
}

extension BridgeEvent {
    /// The names that a page listens to. Each is described at the event of the same name.
    public enum Name: String, CaseIterable, Hashable, Sendable {
        case connecting, connected, disconnected, reconnecting, clientReady, connectionFailed
        case networkStatusChanged, networkTransition, networkTimeout
        case incomingCall, callStarted, callRinging, callConnecting, callAnswered, callUpdated, callReconnecting
        case callEnded, callsElsewhereChanged, callFailed, callDurationUpdated, callQualityUpdated
        case digitsSent = "dtmfSent"
        case transferFailed
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
        case .callsElsewhereChanged: .callsElsewhereChanged
        case .callFailed: .callFailed
        case .callDurationUpdated: .callDurationUpdated
        case .callQualityUpdated: .callQualityUpdated
        case .digitsSent: .digitsSent
        case .transferFailed: .transferFailed
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
            .audioRoutesChanged, .error:
            name
        default: nil
        }
    }
}
