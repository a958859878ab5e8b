import CallModel

/// Everything a phone knows: what may be different from one moment to the next.
struct PhoneBooks: Hashable, Sendable {
    var calls = CallSet()
    var past = PastCalls()
    var audio = AudioDesk()
    var network = NetworkWatch()
    var connections = Connections()
    var organizations = OrganizationBook()
    var notices = NoticeLedger()
    var session = SessionKeeper()
    var credentials = CredentialKeeper()
    var tokens = TokenLedger()
    var pushKeys = PushKeyRegistration()
    var signOut = SignOut()
    var rings = RingRequests()
    var alertToken = AlertToken()
    /// Kept for the shell, which signs in: what is to outlive the process of it.
    var signIn = SignInRecord()
    /// What the names of this process's calls are made with.
    var process: UInt64 = 0
    /// Whether the app is on the screen.
    var isForeground = false
    /// Whether the app's own screens, when they are seen, are to find the organisation in use connected.
    var wantsConnection = true
    /// Whether stored data cannot be read because the device has not been unlocked since it started.
    var isLocked = false
    /// Whether the last person who signed in has signed out.
    var hasSignedOut = false
    /// Whether the record has to be written though it has not changed.
    var mustStore = false
    /// The record that was read in this turn. What is still as it was read need not be written.
    var read: PhoneRecord?
}

/// What follows from what is known.
extension PhoneBooks {
    /// What connections are for at this moment, in order, each once.
    var wishes: [ConnectionWish] {
        var wishes: [ConnectionWish] = []
        for call in calls.calls where call.stage.isLive {
            guard let id = registration(of: call) else { continue }
            wishes.append(ConnectionWish(registration: id, need: call.line != nil && call.isTaken ? .call : .push))
        }
        for call in past.entries where call.farewell != nil {
            if let id = registration(call.organization, call.provider) {
                wishes.append(ConnectionWish(registration: id, need: .farewell))
            }
        }
        // An app on the screen hears of calls from the exchange; the carrier is connected for a call alone.
        if isForeground, wantsConnection, let id = registration(nil, .exchange) {
            wishes.append(ConnectionWish(registration: id, need: .foreground))
        }
        wishes.sort()
        return wishes.indices.filter { $0 == 0 || wishes[$0] != wishes[$0 - 1] }.map { wishes[$0] }
    }

    /// The calls of which the exchange is owed a farewell, or the person a word, while no other keeps the process running.
    var owedAlone: [CallUUID] {
        guard calls.calls.isEmpty else { return [] }
        return past.entries.filter { $0.farewell != nil || isAsked(of: $0) }.map(\.id) + notices.owed
    }

    /// Whether the exchange is being asked something of a call that is over, or will be soon.
    private func isAsked(of call: PastCall) -> Bool {
        guard let kind = call.asks else { return false }
        guard let session = call.session else { return true }
        return !rings.rests(RingRequests.Request(kind, call.id, session, round: call.round))
    }

    /// What a call is called in this process, by what its pushes and its INVITE share.
    func name(_ session: CallSessionID?, _ vendor: VendorCallID?) -> CallUUID? {
        session.map { CallUUID(session: $0, process: process) } ?? vendor.map { CallUUID(vendor: $0, process: process) }
    }

    /// Whether the person is being signed out, or has been. A call that is rung for now would lose its connection under
    /// the conversation, or show its caller to the next person, who cannot take it.
    var refusesCalls: Bool { !signOut.remaining.isEmpty || hasSignedOut && organizations.record.held.isEmpty }

    /// The organisation in use.
    var organization: OrganizationID? { organizations.active }

    /// How sound stands.
    var audioSnapshot: AudioSnapshot {
        let active = audio.running.flatMap { calls.call(on: $0) }
        return AudioSnapshot(
            isRunning: audio.running != nil, isSpeakerOn: audio.wantsSpeaker, routes: audio.routes,
            isMicrophoneOpen: active.map { !$0.isMuted && !$0.isHeld } ?? false)
    }

    /// Over which registration a call goes, or will come: that of its line, or as what is known of it says.
    func registration(of call: PhoneCall) -> RegistrationID? {
        call.line?.registration ?? registration(call.organization, call.provider)
    }

    func registration(
        _ organization: OrganizationID?, _ provider: SignalingProvider?
    ) -> RegistrationID? {
        let provider = provider ?? .exchange
        return organization.map { RegistrationID($0, provider) } ?? organizations.registration(at: provider)
    }

    /// Where a call waits for the connection of a registration, if one does: the latest knows best.
    func edge(of registration: RegistrationID) -> VendorEdge? {
        calls.calls.last { $0.stage.isIncoming && $0.edge != nil && waits($0, for: registration) }?.edge
    }

    /// What a login says beside the credentials; `nil` at the exchange, which is told nothing more.
    func login(at registration: RegistrationID) -> CarrierLogin? {
        guard registration.provider == .carrier else { return nil }
        return CarrierLogin(
            via: edge(of: registration),
            fetchesCalls: awaitsInvite(over: registration), token: tokens.record.wanted,
            environment: tokens.record.environment ?? .production)
    }

    /// Whether a call waits there that a push announced: one that rings, or one that is over and was not told so.
    private func awaitsInvite(over registration: RegistrationID) -> Bool {
        calls.calls.contains { $0.stage.isIncoming && waits($0, for: registration) }
            || past.entries.contains {
                $0.waits && self.registration($0.organization, $0.provider) == registration
            }
    }

    /// Whether the connection that a call needs is there.
    func isReady(_ call: PhoneCall) -> Bool {
        guard let id = registration(of: call) else { return false }
        return connections.phase(of: id) == .ready
    }

    /// What is to outlive the process.
    var record: PhoneRecord {
        var record = PhoneRecord()
        record.calls = calls.calls.compactMap(CallRecord.init)
        record.otherCalls = calls.calls.filter { CallRecord($0) == nil }.map(\.id)
        record.past = past.entries
        record.organizations = organizations.record
        record.session = session.record
        record.credentials = credentials.record
        record.tokens = tokens.record
        record.pushKey = pushKeys.record
        record.notices = notices
        record.signIn = signIn
        record.signOut = signOut
        record.hasSignedOut = hasSignedOut
        return record
    }
}
