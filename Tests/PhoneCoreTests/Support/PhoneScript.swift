import CallModel
import PhoneCore
import Redaction
import Testing

/// Feeds a phone and reads its effects as text. Every script is watched by the monitor that explorations use.
struct PhoneScript {
    private(set) var phone: Phone
    private(set) var monitor = PhoneMonitor()
    /// Everything the last event led to.
    private(set) var effects: [PhoneEffect] = []
    /// The deadlines that run.
    private(set) var timers: [PhoneTimer: Duration] = [:]
    private(set) var record = PhoneRecord()
    /// The notices of an earlier process that the person sees.
    private let shown: [CallUUID]
    private var nextAction = 1
    private var nextTicket = 1

    /// The organization `acme` is in use. While the app is on the screen its connection is wanted, call or not.
    init(
        _ limits: PhoneLimits = PhoneLimits(), stored: RecordReadResult = .found(.member), systemCalls: [CallUUID] = [],
        shown: [CallUUID] = [], process: UInt64 = 0, onScreen isOnScreen: Bool = true
    ) {
        phone = Phone(limits: limits)
        self.shown = shown
        handle(.launched(Launch(stored, systemCalls: systemCalls, process: process)))
        let launch = effects
        if isOnScreen { handle(.scene(.active)) }
        effects = launch
    }

    @discardableResult
    mutating func handle(_ event: PhoneEvent) -> [String] {
        effects = []
        phone.handle(event, into: &effects)
        monitor.watch(event, effects, past: phone.record.past)
        if let violation = monitor.violation { Issue.record("\(violation)") }
        for effect in effects {
            switch effect {
            case .startTimer(let timer, let after): timers[timer] = after
            case .stopTimer(let timer): timers[timer] = nil
            case .store(let record): self.record = record
            default: break
            }
        }
        let texts = effects.compactMap(\.text)
        guard effects.contains(.notification(.askShown)) else { return texts }
        let before = effects
        defer { effects = before + effects }
        return texts + handle(.acknowledged(.noticesShown(shown)))
    }

    @discardableResult
    mutating func line(_ line: LineID, _ event: LineEvent) -> [String] { handle(.line(line, event)) }

    @discardableResult
    mutating func signal(_ event: SignalingEvent, _ organization: OrganizationID = Names.acme) -> [String] {
        handle(.signaling(RegistrationID(organization), event))
    }

    /// The same at the carrier of `acme`.
    @discardableResult
    mutating func signalCarrier(_ event: SignalingEvent) -> [String] { handle(.signaling(Names.carrier, event)) }

    /// The system performs an action; actions are numbered from 1.
    @discardableResult
    mutating func perform(_ action: SystemAction, timeLeft: Duration? = nil) -> [String] {
        defer { nextAction += 1 }
        return handle(.system(.perform(Names.action(nextAction), action, timeLeft: timeLeft)))
    }

    @discardableResult
    mutating func reported(
        _ id: CallUUID, _ purpose: ReportPurpose = .announce, _ refusal: ReportRefusal? = nil
    ) -> [String] {
        handle(.system(.reported(id, purpose, refusal)))
    }

    @discardableResult
    mutating func requested(_ id: CallUUID, _ verb: TransactionKind, _ refusal: TransactionRefusal? = nil) -> [String] {
        handle(.system(.requested(SystemRequestID(id, verb), refusal)))
    }

    /// The person asks something; what became of it is among `effects`.
    @discardableResult
    mutating func user(_ request: UserRequest) -> [String] {
        defer { nextTicket += 1 }
        return handle(.user(Names.ticket(nextTicket), request))
    }

    /// A deadline that runs passes.
    @discardableResult
    mutating func fire(_ timer: PhoneTimer, sourceLocation: SourceLocation = #_sourceLocation) -> [String] {
        #expect(timers[timer] != nil, "it does not run", sourceLocation: sourceLocation)
        timers[timer] = nil
        return handle(.timer(timer))
    }

    /// What became of the last request.
    var outcome: UserOutcome? {
        effects.lazy.compactMap { if case .settle(_, let outcome) = $0 { outcome } else { nil } }.first
    }

    var logs: [PhoneLog] { effects.compactMap { if case .log(let line) = $0 { line } else { nil } } }

    var news: [PhoneUpdate] { effects.compactMap { if case .publish(let news) = $0 { news } else { nil } } }

    /// The process dies, and another begins with the stored state.
    ///
    /// - Parameter process: its number, by which it names calls.
    func relaunched(systemCalls: [CallUUID] = [], process: UInt64 = 0, onScreen: Bool = true) -> PhoneScript {
        PhoneScript(stored: .found(record), systemCalls: systemCalls, process: process, onScreen: onScreen)
    }
}
