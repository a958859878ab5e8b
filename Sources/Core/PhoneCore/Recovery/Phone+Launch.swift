import CallModel
public import PushPayload

/// How a process begins: what the one before owes is paid.
extension Phone {
    mutating func launched(_ launch: Launch, into effects: inout [PhoneEffect]) {
        books.process = launch.process
        books.isLocked = launch.stored == .locked
        restore(launch.stored, systemCalls: launch.systemCalls, into: &effects)
        tell(TokenLedger.Event.launched(launch.environment), into: &effects)
        tell(TokenLedger.Event.session(books.session.isUsable), into: &effects)
        tell(PushKeyRegistration.Event.session(books.session.isUsable), into: &effects)
        tell(CredentialKeeper.Event.session(books.session.isUsable), into: &effects)
        if let time = launch.time {
            tell(SessionKeeper.Event.launched(now: time), into: &effects)
            tell(CredentialKeeper.Event.launched(now: time), into: &effects)
        }
        guard !books.isLocked else { return }
        begin(isFirstStart: launch.stored == .none, into: &effects)
    }

    mutating func unlocked(_ stored: StoredRecord, into effects: inout [PhoneEffect]) {
        guard books.isLocked else { return }
        books.isLocked = false
        let heard = books.tokens.record
        restore(stored, systemCalls: [], into: &effects)
        // The system gives its token once, maybe before the record could be read.
        if let environment = heard.environment { tell(TokenLedger.Event.launched(environment), into: &effects) }
        if let token = heard.wanted { tell(TokenLedger.Event.token(token), into: &effects) }
        tell(TokenLedger.Event.session(books.session.isUsable), into: &effects)
        tell(PushKeyRegistration.Event.session(books.session.isUsable), into: &effects)
        // Nobody knows the date here; the exchange does.
        tell(SessionKeeper.Event.timerFired(.renewal), into: &effects)
        tell(CredentialKeeper.Event.launched(now: nil), into: &effects)
        begin(isFirstStart: stored == .none, into: &effects)
    }

    private mutating func begin(isFirstStart: Bool, into effects: inout [PhoneEffect]) {
        // What the process before was writing is erased, written or not.
        let hasLost = !books.organizations.record.writings.isEmpty
        tell(OrganizationBook.Event.launched(isFirstStart: isFirstStart), into: &effects)
        if hasLost { tell(CredentialKeeper.Event.useless, into: &effects) }
        tell(NoticeLedger.Event.launched, into: &effects)
        tell(SignOut.Event.launched, into: &effects)
    }

    private mutating func restore(
        _ stored: StoredRecord, systemCalls: [CallUUID], into effects: inout [PhoneEffect]
    ) {
        var record = PhoneRecord()
        if case .found(let found) = stored {
            record = found
            books.read = found
            books.organizations = OrganizationBook(record: record.organizations)
            tell(SessionKeeper.Event.stored(record.session), into: &effects)
            tell(CredentialKeeper.Event.stored(record.credentials), into: &effects)
            tell(TokenLedger.Event.stored(record.tokens), into: &effects)
            tell(PushKeyRegistration.Event.stored(record.pushKey), into: &effects)
            books.notices.restore(record.notices)
            books.signIn = record.signIn
            books.signOut = record.signOut
            books.hasSignedOut = record.hasSignedOut
            books.past.restore(record.past, limits: limits, into: &effects)
        }
        let living = books.calls.calls.map(\.id)
        for finding in Recovery.findings(record, systemCalls: systemCalls, living: living) {
            obey(finding, record, into: &effects)
        }
    }

    /// A call that rang may ring still, and so may one that was taken before its INVITE came: its next push, or the
    /// exchange's word that it rings on, rings again, under another name, and then that is what is told. Any other that
    /// was taken or placed is over here, and the exchange hears so as soon as it can be reached.
    private mutating func obey(
        _ finding: RecoveryFinding, _ record: PhoneRecord, into effects: inout [PhoneEffect]
    ) {
        switch finding {
        case .missed(let call):
            remember(call, outcome: nil, farewell: nil, into: &effects)
            tell(.leftRinging(CallOutcome(orphan: call, .noAnswer)), into: &effects)
        case .unanswered(let call):
            remember(call, outcome: nil, farewell: nil, into: &effects)
            tell(.leftAnswering(CallOutcome(orphan: call, .dropped)), into: &effects)
        case .dropped(let call):
            remember(call, outcome: .dropped, farewell: .hangUp, into: &effects)
            tell(.cutOff(CallOutcome(orphan: call, .dropped)), into: &effects)
        case .endSystemCall(let id): effects.append(.request(SystemRequestID(id, .end), [.end(id)]))
        case .askStatus(let session, let organization):
            guard let call = record.calls.last(where: { $0.session == session }) else { return }
            // While a person is signed in, the remembered call asks for its status until it is known.
            guard !books.session.isUsable else { return }
            effects.append(.askOutcome(call.id, session, organization))
        case .hangUp: break  // The farewell does.
        }
    }

    private mutating func remember(
        _ call: CallRecord, outcome: EndReason?, farewell: FarewellWords?, into effects: inout [PhoneEffect]
    ) {
        books.past.add(
            PastCall(
                id: call.id, session: call.session, round: call.round, vendor: call.vendor,
                organization: call.organization,
                provider: call.provider, outcome: outcome,
                farewell: call.direction == .inbound || call.hasLine ? farewell : nil, line: nil,
                asks: outcome == nil && call.session != nil && books.session.isUsable ? .status : nil,
                mayStand: outcome == .dropped && call.hasLine),
            limits: limits, into: &effects)
    }
}

extension CallOutcome {
    /// A call that a process before this one had.
    fileprivate init(orphan call: CallRecord, _ reason: EndReason) {
        self.init(call.id, call.direction, reason, organization: call.organization, display: call.display)
    }
}

/// How a process begins.
public struct Launch: Hashable, Sendable {
    /// What the process before this one left.
    public var stored: StoredRecord
    /// The calls the system has (`CXCallObserver`), of this app and of others. Source: C29.
    public var systemCalls: [CallUUID]
    /// Which push service this build is for.
    public var environment: PushEnvironment
    /// The device's calendar; `nil` leaves the session's renewal to the exchange's refusals.
    public var time: WallTime?
    /// A number no other process of the app drew. Calls are named by it: ``CallUUID``.
    public var process: UInt64

    /// A start.
    public init(
        _ stored: StoredRecord, systemCalls: [CallUUID] = [], environment: PushEnvironment = .production,
        time: WallTime? = nil, process: UInt64 = 0
    ) {
        self.stored = stored
        self.systemCalls = systemCalls
        self.environment = environment
        self.time = time
        self.process = process
    }
}

/// What reading the record gave.
public enum StoredRecord: Hashable, Sendable {
    /// There is one.
    case found(PhoneRecord)
    /// There is none: the first start after installation. What the keychain has is of an installation before, and is
    /// erased.
    case none
    /// There is one that cannot be understood, and was set aside. The keychain is left as it is.
    case unreadable
    /// The device has not been unlocked since it started. Source: C18, C77.
    case locked
}
