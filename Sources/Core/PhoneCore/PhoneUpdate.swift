public import CallModel

/// An update for the app's screens.
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
    /// Other devices of the person have these calls now, the oldest first.
    case elsewhere([CallElsewhere])
    /// A request that was accepted failed afterward.
    case failed(CallUUID, PhoneRefusal)
    /// A call was not transferred and goes on. `reported` is how the call to the target ended; `nil` if the exchange
    /// refused the request or was not reached.
    case transferFailed(CallUUID, EndReason, reported: Ending? = nil)
}

/// The state of a call, as the person sees it.
public struct CallSnapshot: Hashable, Sendable {
    /// The name of the call for the system and for the app's requests.
    public var id: CallUUID
    /// The exchange's identifier of the call; `nil` while no push or message has given it.
    public var session: CallSessionID?
    /// The organization that was called, or over whose connection the call is placed, as far as known.
    public var organization: OrganizationID?
    /// Whether the person was called or placed the call.
    public var direction: CallDirection
    /// The progress of the call.
    public var phase: CallPhase
    /// Whether the microphone is off by the person's wish. A hold does not change it.
    public var isMuted: Bool
    /// Whether the person, or another call that took over the audio, holds the call.
    public var isHeld: Bool
    /// The other party as shown. It may change while the call rings, when a better source names the caller.
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
    /// The two sides talk, or the call is on hold.
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

    /// Its phase; `nil` if the person sees nothing of it.
    var phase: CallPhase? {
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
    /// Whether the audio of a call plays and records now.
    public var isRunning: Bool
    /// Whether the person turned the speaker on.
    public var isSpeakerOn: Bool
    /// The outputs that the person can choose, and the one in use.
    public var routes: AudioRoutes
    /// Whether the other side hears the person: audio runs, and the call is neither muted nor held.
    public var isMicrophoneOpen: Bool

    package init(isRunning: Bool, isSpeakerOn: Bool, routes: AudioRoutes, isMicrophoneOpen: Bool) {
        self.isRunning = isRunning
        self.isSpeakerOn = isSpeakerOn
        self.routes = routes
        self.isMicrophoneOpen = isMicrophoneOpen
    }
}
