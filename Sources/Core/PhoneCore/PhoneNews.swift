public import CallModel

/// What the app's own screens learn.
public enum PhoneNews: Hashable, Sendable {
    /// A call began, or changed.
    case call(CallSnapshot)
    /// A call is over.
    case ended(CallEnd)
    /// How sound stands.
    case audio(AudioSnapshot)
    /// How the connection of a registration stands.
    case connection(RegistrationID, ConnectionPhase)
    /// The network changed, and stayed so for a moment.
    case network(NetworkChange)
    /// Another organisation is in use, or none.
    case organization(OrganizationID?)
    /// How many missed and dropped calls the person has not seen.
    case unread(Int)
    /// A wish that was accepted came to nothing.
    case failed(CallUUID, PhoneRefusal)
}

/// How a call stands, as the person sees it.
public struct CallSnapshot: Hashable, Sendable {
    public var id: CallUUID
    public var session: CallSessionID?
    public var organization: OrganizationID?
    public var direction: CallDirection
    public var phase: CallPhase
    public var isMuted: Bool
    public var isHeld: Bool
    public var display: CallDisplay

    /// A call as it stands.
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

/// How far a call is, as the person sees it.
public enum CallPhase: String, CaseIterable, Hashable, Sendable, Codable {
    /// Inbound: rings.
    case ringing
    /// Inbound: taken, and media does not flow yet.
    case answering
    /// Outbound: wished, not yet allowed by the system or not yet with the exchange.
    case dialing
    /// Outbound: with the exchange.
    case connecting
    case connected
    /// The way to the peer is being repaired.
    case reconnecting
}

extension PhoneCall {
    /// As the person sees it; `nil` when there is nothing to see.
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

/// How sound stands.
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
