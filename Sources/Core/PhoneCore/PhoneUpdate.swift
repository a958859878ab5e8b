public import CallModel

/// News for the app's screens.
public enum PhoneUpdate: Hashable, Sendable {
    /// A call began, or changed.
    case call(CallSnapshot)
    /// A call ended.
    case ended(CallEnd)
    /// The state of audio changed.
    case audio(AudioSnapshot)
    /// The phase of a registration's connection changed.
    case connection(RegistrationID, ConnectionPhase)
    /// The network changed and has settled.
    case network(NetworkChange)
    /// Another organization is active, or none.
    case organization(OrganizationID?)
    /// The number of missed and dropped calls that the person has not seen.
    case unread(Int)
    /// A request that was accepted failed afterward.
    case failed(CallUUID, PhoneRefusal)
}

/// The state of a call, as the person sees it.
public struct CallSnapshot: Hashable, Sendable {
    public var id: CallUUID
    public var session: CallSessionID?
    public var organization: OrganizationID?
    public var direction: CallDirection
    public var phase: CallPhase
    public var isMuted: Bool
    public var isHeld: Bool
    public var display: CallDisplay

    /// Creates a snapshot.
    public init(
        id: CallUUID, session: CallSessionID?, organization: OrganizationID?, direction: CallDirection,
        phase: CallPhase, isMuted: Bool, isHeld: Bool, display: CallDisplay
    ) {
        self.id = id
        self.session = session
        self.organization = organization
        self.direction = direction
        self.phase = phase
        self.isMuted = isMuted
        self.isHeld = isHeld
        self.display = display
    }
}

/// The progress of a call, as the person sees it.
public enum CallPhase: String, CaseIterable, Hashable, Sendable, Codable {
    /// Inbound: the call rings.
    case ringing
    /// Inbound: the person answered, and media does not flow yet.
    case answering
    /// Outbound: the person dialed; the system has not allowed the call or the exchange does not have it yet.
    case dialing
    /// Outbound: the exchange has the call.
    case connecting
    case connected
    /// The connection to the peer is being restored.
    case reconnecting
}

extension PhoneCall {
    /// The call as the person sees it; `nil` if the person sees nothing of it.
    var snapshot: CallSnapshot? {
        guard let phase else { return nil }
        return CallSnapshot(
            id: id, session: session, organization: organization, direction: direction, phase: phase,
            isMuted: isMuted, isHeld: isHeld, display: display)
    }

    private var phase: CallPhase? {
        switch stage {
        case .ringing: .ringing
        case .answering: .answering
        case .requested, .started: .dialing
        case .dialing: .connecting
        case .connected: line?.state.link.isDown == true ? .reconnecting : .connected
        case .abandoned, .over: nil
        }
    }
}

/// The state of audio, as the person sees it.
public struct AudioSnapshot: Hashable, Sendable {
    public var isRunning: Bool
    public var isSpeakerOn: Bool
    public var routes: AudioRoutes
    public var isMicrophoneOpen: Bool

    package init(isRunning: Bool, isSpeakerOn: Bool, routes: AudioRoutes, isMicrophoneOpen: Bool) {
        self.isRunning = isRunning
        self.isSpeakerOn = isSpeakerOn
        self.routes = routes
        self.isMicrophoneOpen = isMicrophoneOpen
    }
}
