import CallModel
import PhoneCore

/// A phone and everything around it, as bad as the world may legally be.
struct PhoneCoreWorld: Hashable, Sendable {
    struct Report: Hashable, Sendable {
        let call: CallUUID
        let purpose: ReportPurpose
    }

    struct Request: Hashable, Sendable {
        let id: SystemRequestID
        let actions: [SystemAction]
    }

    struct Line: Hashable, Sendable {
        let id: LineID
        var machine: CallMachine
        var isMuted = false
    }

    struct Open: Hashable, Sendable {
        let id: SystemActionID
        let action: SystemAction
    }

    var phone: Phone
    var monitor = PhoneMonitor()
    /// Not delivered yet, by their places in the scope.
    var pushes: [Int]
    var invitations: [Int]
    var isConnected = false
    var reports: [Report] = []
    var requests: [Request] = []
    /// Accepted by the system, not performed.
    var tasks: [SystemAction] = []
    var open: [Open] = []
    /// What the system has, and whether it was taken.
    var system: [CallUUID] = []
    var lines: [Line] = []
    var timers: [PhoneTimer] = []
    var stored = PhoneRecord()
    var isSessionActive: Bool
    var dialsLeft: Int
    var killsLeft: Int
    var ticket = 0

    init(_ scope: PhoneScope) {
        phone = Phone(limits: scope.limits)
        pushes = Array(scope.pushes.indices)
        invitations = Array(scope.invitations.indices)
        isSessionActive = false
        dialsLeft = scope.dials
        killsLeft = scope.kills
    }

    /// Passes the phone an event and carries out its effects.
    mutating func pass(_ event: PhoneEvent) {
        var effects: [PhoneEffect] = []
        phone.handle(event, into: &effects)
        phone.forgetWords(in: &effects)
        monitor.watch(event, effects, past: phone.record.past)
        for effect in effects { carryOut(effect) }
    }

    private mutating func carryOut(_ effect: PhoneEffect) {
        switch effect {
        case .report(.incoming(let id, _, let purpose)): reports.append(Report(call: id, purpose: purpose))
        case .report(.ended(let id, _)): system.removeAll { $0 == id }
        case .complete(let id, let outcome): complete(id, outcome)
        case .request(let id, let actions): requests.append(Request(id: id, actions: actions))
        case .line(let order): carryOut(order)
        case .startTimer(let timer, _): if !timers.contains(timer) { timers.append(timer) }
        case .stopTimer(let timer): timers.removeAll { $0 == timer }
        case .store(let record): stored = record
        case .report, .signaling, .audio, .notification, .upload, .uploadAlertToken, .pushKeys, .askOutcome, .askRing,
            .listen, .organizations, .session, .fetchCredentials, .signOut, .keepAwake, .settle, .publish, .prepare,
            .log:
            break
        }
    }

    private mutating func complete(_ id: SystemActionID, _ outcome: ActionOutcome) {
        guard let index = open.firstIndex(where: { $0.id == id }) else { return }
        let action = open.remove(at: index).action
        switch action {
        case .end(let call): system.removeAll { $0 == call }
        case .start(let call, _): if outcome == .failed { system.removeAll { $0 == call } }
        case .answer, .hold, .mute, .digits, .group: break
        }
    }

    private mutating func carryOut(_ order: LineOrder) {
        if case .dial(let id, _, _) = order {
            var line = Line(id: id, machine: CallMachine(.outbound))
            line.handle(.dial)
            line.handle(.inviteSent)
            lines.append(line)
            return
        }
        guard let index = lines.firstIndex(where: { $0.id == order.line }) else { return }
        switch order {
        case .answer: lines[index].handle(.answer)
        case .decline(_, let isBusy): lines[index].handle(isBusy ? .declineAsBusy : .decline)
        case .hangUp: lines[index].handle(.hangUp)
        case .hold(_, let isOn):
            lines[index].handle(isOn ? .hold : .resume)
            lines[index].handle(isOn ? .holdConfirmed : .resumeConfirmed)
        case .mute(_, let isOn): lines[index].isMuted = isOn
        case .dial, .digits, .transfer, .restartMedia: break
        }
    }
}

extension PhoneCoreWorld.Line {
    mutating func handle(_ event: CallEvent) {
        var effects: [CallEffect] = []
        machine.handle(event, into: &effects)
    }
}
