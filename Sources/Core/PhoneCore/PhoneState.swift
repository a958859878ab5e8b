import CallModel

/// The whole changing state of a phone.
struct PhoneState: Hashable, Sendable {
    var calls: CallSet
    var past = PastCalls()
    var audio = AudioController()
    var network = NetworkWatch()
    var connections = Connections()
    var carrierTokens = CarrierTokenState()
    var organizations = OrganizationState()
    var notices = MissedCallNotices()
    var session = SessionLifecycle()
    var credentials = CredentialRefresh()
    var tokens = PushTokenRegistration()
    var pushKeys = PushKeyRegistration()
    var signOut = SignOut()
    var rings = RingRequests()
    var elsewhere = CallsElsewhere()
    var alertToken = AlertToken()
    /// The stored part of signing in with Apple. The shell drives the sign-in.
    var signIn = SignInRecord()
    /// A random number of this process, from which the names of its calls are derived (``Launch/process``).
    var process: UInt64 = 0
    /// Whether the app is in the foreground.
    var isForeground = false
    /// Whether the app wants a connection of the active organization while it is in the foreground.
    var wantsConnection = true
    /// Whether stored data is unreadable because the device has not been unlocked since it started.
    var isLocked = false
    /// Whether the last person who signed in has signed out.
    var hasSignedOut = false
    /// Whether the record must be written although it has not changed.
    var mustStore = false
    /// The record that the current event brought from the disk. It need not be written again if it has not changed.
    var read: PhoneRecord?

    /// Begins without calls.
    init(limits: PhoneLimits) {
        calls = CallSet(limits: limits)
    }
}

/// Values derived from the state.
extension PhoneState {
    /// The current purposes of all connections, sorted and without duplicates.
    var demands: [ConnectionDemand] {
        var demands: [ConnectionDemand] = []
        for call in calls.calls where call.stage.isLive {
            guard let id = registration(of: call) else { continue }
            demands.append(ConnectionDemand(registration: id, need: call.line != nil && call.isTaken ? .call : .push))
        }
        for call in past.entries where call.termination != nil {
            if let id = registration(call.organization, call.provider) {
                demands.append(ConnectionDemand(registration: id, need: .termination))
            }
        }
        // In the foreground the app learns of calls from the exchange. It connects to a carrier only for a call, and once
        // to tell it a push token.
        if let id = registrationToTell { demands.append(ConnectionDemand(registration: id, need: .token)) }
        if isForeground, wantsConnection, let id = registration(nil, .exchange) {
            demands.append(ConnectionDemand(registration: id, need: .foreground))
        }
        guard demands.count > 1 else { return demands }
        demands.sort()
        var distinct: [ConnectionDemand] = []
        for demand in demands where demand != distinct.last { distinct.append(demand) }
        return distinct
    }

    /// The ended calls that still need a termination, an answer of the exchange or a notice, if no live call keeps the
    /// process running.
    var owedAlone: [CallUUID] {
        guard calls.calls.isEmpty else { return [] }
        return past.entries.filter { $0.termination != nil || isAsked(of: $0) }.map(\.id) + notices.owed
    }

    /// Whether a request to the exchange about an ended call is under way or due.
    private func isAsked(of call: PastCall) -> Bool {
        guard let kind = call.asks else { return false }
        guard let session = call.session else { return true }
        return !rings.rests(RingRequests.Request(kind, call.id, session, round: call.round))
    }

    /// The name of a call in this process, derived from an identifier that its pushes and its INVITE share.
    func name(_ session: CallSessionID?, _ vendor: VendorCallID?) -> CallUUID? {
        session.map { CallUUID(session: $0, process: process) } ?? vendor.map { CallUUID(vendor: $0, process: process) }
    }

    /// Whether the phone rejects calls because the person is signing out or has signed out. Such a call would lose its
    /// connection in mid-conversation, or would show its caller to the next person.
    var refusesCalls: Bool { !signOut.remaining.isEmpty || hasSignedOut && organizations.record.held.isEmpty }

    /// The active organization.
    var organization: OrganizationID? { organizations.active }

    /// The state of audio, as the person sees it.
    var audioSnapshot: AudioSnapshot {
        let active = audio.running.flatMap { calls.call(on: $0) }
        return AudioSnapshot(
            isRunning: audio.running != nil, isSpeakerOn: audio.wantsSpeaker, routes: audio.routes,
            isMicrophoneOpen: active.map { !$0.isMuted && !$0.isHeld } ?? false)
    }

    /// The registration of a call: the registration of its line, or the one that the known facts point to.
    func registration(of call: PhoneCall) -> RegistrationID? {
        call.line?.registration ?? registration(call.organization, call.provider)
    }

    func registration(
        _ organization: OrganizationID?, _ provider: SignalingProvider?
    ) -> RegistrationID? {
        let provider = provider ?? .exchange
        return organization.map { RegistrationID($0, provider) } ?? organizations.registration(at: provider)
    }

    /// The edge of the carrier's network where a call waits for this registration. The latest call counts.
    func edge(of registration: RegistrationID) -> VendorEdge? {
        calls.calls.last { $0.stage.isIncoming && $0.edge != nil && waits($0, for: registration) }?.edge
    }

    /// The parameters of a carrier login beside the credentials; `nil` for the exchange, whose login has none.
    func login(at registration: RegistrationID) -> CarrierLogin? {
        guard registration.provider == .carrier else { return nil }
        return CarrierLogin(
            via: edge(of: registration),
            fetchesCalls: awaitsInvite(over: registration), token: tokens.record.wanted,
            environment: tokens.record.environment ?? .production)
    }

    /// Whether a call that a push announced waits at this registration: it rings, or it has ended and the carrier does
    /// not know yet.
    private func awaitsInvite(over registration: RegistrationID) -> Bool {
        calls.calls.contains { $0.stage.isIncoming && waits($0, for: registration) }
            || past.entries.contains {
                $0.waits && self.registration($0.organization, $0.provider) == registration
            }
    }

    /// Whether the connection that a call needs is ready.
    func isReady(_ call: PhoneCall) -> Bool {
        guard let id = registration(of: call) else { return false }
        return connections.phase(of: id) == .ready
    }

    /// The state that must outlive the process.
    var record: PhoneRecord {
        var record = PhoneRecord()
        record.calls = calls.calls.compactMap(PhoneCallRecord.init)
        record.otherCalls = calls.calls.filter { PhoneCallRecord($0) == nil }.map(\.id)
        record.past = past.entries
        record.organizations = organizations.record
        record.session = session.record
        record.credentials = credentials.record
        record.tokens = tokens.record
        record.carrierToken = carrierTokens.reported
        record.pushKey = pushKeys.record
        record.notices = notices
        record.signIn = signIn
        record.signOut = signOut
        record.hasSignedOut = hasSignedOut
        return record
    }

    /// Whether ``record`` differs. Most events change none of its parts, and making it copies them all.
    func hasOtherRecord(than before: PhoneState) -> Bool {
        !calls.hasRecords(of: before.calls) || past.entries != before.past.entries
            || organizations.record != before.organizations.record || session.record != before.session.record
            || credentials.record != before.credentials.record || tokens.record != before.tokens.record
            || carrierTokens.reported != before.carrierTokens.reported || pushKeys.record != before.pushKeys.record
            || notices != before.notices || signIn != before.signIn || signOut != before.signOut
            || hasSignedOut != before.hasSignedOut
    }
}

extension CallSet {
    /// Whether the records of the calls are the same.
    fileprivate func hasRecords(of other: CallSet) -> Bool {
        calls.count == other.calls.count
            && zip(calls, other.calls).allSatisfy { $0 == $1 || $0.id == $1.id && $0.hasRecord(of: $1) }
    }
}
