import CallModel
public import PushPayload

/// The start of a process, which completes the unfinished tasks of the previous one.
extension Phone {
    mutating func launched(_ launch: Launch, into effects: inout [PhoneEffect]) {
        state.process = launch.process
        state.isLocked = launch.stored == .locked
        restore(launch.stored, systemCalls: launch.systemCalls, into: &effects)
        pass(PushTokenRegistration.Event.launched(launch.environment), into: &effects)
        pass(PushTokenRegistration.Event.session(state.session.isUsable), into: &effects)
        pass(PushKeyRegistration.Event.session(state.session.isUsable), into: &effects)
        pass(CredentialRefresh.Event.session(state.session.isUsable), into: &effects)
        if let time = launch.time {
            pass(SessionLifecycle.Event.launched(now: time), into: &effects)
            pass(CredentialRefresh.Event.launched(now: time), into: &effects)
        }
        guard !state.isLocked else { return }
        begin(isFirstStart: launch.stored == .none, into: &effects)
    }

    mutating func unlocked(_ stored: RecordReadResult, into effects: inout [PhoneEffect]) {
        guard state.isLocked else { return }
        state.isLocked = false
        let heard = state.tokens.record
        restore(stored, systemCalls: [], into: &effects)
        // The system gives its token once, possibly before the record could be read.
        if let environment = heard.environment {
            pass(PushTokenRegistration.Event.launched(environment), into: &effects)
        }
        if let token = heard.wanted { pass(PushTokenRegistration.Event.token(token), into: &effects) }
        pass(PushTokenRegistration.Event.session(state.session.isUsable), into: &effects)
        pass(PushKeyRegistration.Event.session(state.session.isUsable), into: &effects)
        // The date is unknown here, so the exchange is asked.
        pass(SessionLifecycle.Event.timerFired(.renewal), into: &effects)
        pass(CredentialRefresh.Event.launched(now: nil), into: &effects)
        begin(isFirstStart: stored == .none, into: &effects)
    }

    private mutating func begin(isFirstStart: Bool, into effects: inout [PhoneEffect]) {
        // Credentials that the previous process was writing are erased, whether or not they were written.
        let hasLost = !state.organizations.record.writings.isEmpty
        pass(OrganizationState.Event.launched(isFirstStart: isFirstStart), into: &effects)
        if hasLost { pass(CredentialRefresh.Event.useless, into: &effects) }
        pass(MissedCallNotices.Event.launched, into: &effects)
        pass(SignOut.Event.launched, into: &effects)
    }

    private mutating func restore(
        _ stored: RecordReadResult, systemCalls: [CallUUID], into effects: inout [PhoneEffect]
    ) {
        var record = PhoneRecord()
        if case .found(let found) = stored {
            record = found
            state.read = found
            state.organizations = OrganizationState(record: record.organizations)
            pass(SessionLifecycle.Event.stored(record.session), into: &effects)
            pass(CredentialRefresh.Event.stored(record.credentials), into: &effects)
            pass(PushTokenRegistration.Event.stored(record.tokens), into: &effects)
            pass(PushKeyRegistration.Event.stored(record.pushKey), into: &effects)
            state.carrierTokens.restore(record.carrierToken)
            state.notices.restore(record.notices)
            state.signIn = record.signIn
            state.signOut = record.signOut
            state.hasSignedOut = record.hasSignedOut
            state.past.restore(record.past, limits: limits, into: &effects)
        }
        let living = state.calls.calls.map(\.id)
        for finding in Recovery.findings(record, systemCalls: systemCalls, living: living) {
            carryOut(finding, record, into: &effects)
        }
    }

    /// Handles one finding about the previous process. A call that rang may still ring, and so may a call that was
    /// answered before its INVITE came. If its next push comes, or the exchange says that it rings on, it rings again
    /// under another name, and only that name gets a notice. All other calls that were answered or placed have ended
    /// here, and the exchange is told as soon as it is reachable.
    private mutating func carryOut(
        _ finding: RecoveryFinding, _ record: PhoneRecord, into effects: inout [PhoneEffect]
    ) {
        switch finding {
        case .missed(let call):
            remember(call, outcome: nil, termination: nil, into: &effects)
            pass(.leftRinging(CallOutcome(orphan: call, .noAnswer)), into: &effects)
        case .unanswered(let call):
            remember(call, outcome: nil, termination: nil, into: &effects)
            pass(.leftAnswering(CallOutcome(orphan: call, .dropped)), into: &effects)
        case .dropped(let call):
            remember(call, outcome: .dropped, termination: .hangUp, into: &effects)
            pass(.cutOff(CallOutcome(orphan: call, .dropped)), into: &effects)
        case .endSystemCall(let id): effects.append(.request(SystemRequestID(id, .end), [.end(id)]))
        case .askStatus(let session, let organization):
            guard let call = record.calls.last(where: { $0.session == session }) else { return }
            // While a person is signed in, the remembered call itself requests its status until it is known.
            guard !state.session.isUsable else { return }
            effects.append(.askOutcome(call.id, session, organization))
        case .hangUp: break  // The termination does this.
        }
    }

    private mutating func remember(
        _ call: PhoneCallRecord, outcome: EndReason?, termination: CallTermination?, into effects: inout [PhoneEffect]
    ) {
        state.past.add(
            PastCall(
                id: call.id, session: call.session, round: call.round, vendor: call.vendor,
                organization: call.organization,
                provider: call.provider, outcome: outcome,
                termination: call.direction == .inbound || call.hasLine ? termination : nil, line: nil,
                asks: outcome == nil && call.session != nil && state.session.isUsable ? .status : nil,
                mayStand: outcome == .dropped && call.hasLine),
            limits: limits, into: &effects)
    }
}

extension CallOutcome {
    /// Creates the outcome of a call of an earlier process.
    fileprivate init(orphan call: PhoneCallRecord, _ reason: EndReason) {
        self.init(call.id, call.direction, reason, organization: call.organization, display: call.display)
    }
}

/// The facts at the start of a process.
public struct Launch: Hashable, Sendable {
    /// The record of the previous process.
    public var stored: RecordReadResult
    /// The calls that the system has (`CXCallObserver`), of this and other apps. Source: C29.
    public var systemCalls: [CallUUID]
    /// The push environment of this build.
    public var environment: PushEnvironment
    /// The device's wall-clock time; if it is `nil`, the session is renewed when the exchange refuses it.
    public var time: WallTime?
    /// A random number that differs from those of other processes of the app. The names of calls are derived from it
    /// (``CallUUID``).
    public var process: UInt64

    /// Creates the facts of a start.
    public init(
        _ stored: RecordReadResult, systemCalls: [CallUUID] = [], environment: PushEnvironment = .production,
        time: WallTime? = nil, process: UInt64 = 0
    ) {
        self.stored = stored
        self.systemCalls = systemCalls
        self.environment = environment
        self.time = time
        self.process = process
    }
}

/// The result of reading the record.
public enum RecordReadResult: Hashable, Sendable {
    /// The record was read.
    case found(PhoneRecord)
    /// There is no record: this is the first start after installation. Keychain items belong to an earlier installation
    /// and are erased.
    case none
    /// The record could not be understood and was set aside. The keychain is left unchanged.
    case unreadable
    /// The device has not been unlocked since it started. Source: C18, C77.
    case locked
}
