import CallModel
import PhoneCore

/// Watches a phone from outside, by its events and effects, for states that must never occur.
struct PhoneMonitor: Hashable, Sendable {
    /// The knowledge about a call from outside.
    struct Known: Hashable, Sendable {
        let id: CallUUID
        /// Reports on their way to the system.
        var outstanding = 0
        /// Whether the system was told of its end, or told it.
        var isOver = false
        /// Whether the deadline of a report passed, after which its end may be told.
        var isWaitOver = false
        /// Whether the person took it on the system's screen: the system has it, whatever its report has still to say.
        var isSeen = false
    }

    private(set) var violation: String?
    private(set) var calls: [Known] = []
    private(set) var openActions: Set<SystemActionID> = []
    private(set) var endedLines: Set<LineID> = []
    private(set) var isSessionActive = false
    private(set) var mayAssumeSession = false
    private(set) var sounding: LineID?

    /// - Parameter past: the calls that have ended here.
    mutating func watch(_ event: PhoneEvent, _ effects: [PhoneEffect], past: [PastCall]) {
        note(event)
        if case .line(let line, .invited(let invitation)) = event { check(invitation, on: line, effects, past) }
        if case .push(let push) = event, push.mustReport { check(first: effects.first) }
        for effect in effects { check(effect, event) }
        checkTurn(event, effects)
    }

    /// The process died: no name it used may be used again, and nothing it left open is ours.
    mutating func restart() {
        for index in calls.indices {
            calls[index].isOver = true
            calls[index].outstanding = 0
        }
        openActions = []
        endedLines = []
        isSessionActive = false
        mayAssumeSession = false
        sounding = nil
    }

    private mutating func note(_ event: PhoneEvent) {
        switch event {
        case .system(.perform(let id, let action, _)):
            openActions.insert(id)
            if case .end(let call) = action { change(call) { $0.isOver = true } }
            if case .answer(let call) = action { change(call) { $0.isSeen = true } }
        case .system(.timedOut(let id, _)): openActions.remove(id)
        case .system(.reported(let id, let purpose, let refusal)):
            change(id) {
                $0.outstanding -= 1
                // The system has it anew: it is to be ended again.
                if refusal == nil, purpose == .again || !$0.isSeen { $0.isOver = false }
            }
        case .system(.audioActivated): isSessionActive = true
        case .system(.audioDeactivated): isSessionActive = false
        case .system(.reset):
            for index in calls.indices {
                calls[index].isOver = true
                // The phone has given it up; should a report on its way make it anew, it is ended, late or not.
                calls[index].isWaitOver = true
            }
        case .line(let line, .ended): endedLines.insert(line)
        case .timer(.report(let id)): change(id) { $0.isWaitOver = true }
        case .timer(.activation): mayAssumeSession = true
        default: break
        }
    }

    private mutating func check(first effect: PhoneEffect?) {
        guard case .report(.incoming) = effect else {
            return fail("the first effect of a push is \(effect?.text ?? "none")")
        }
    }

    private mutating func check(
        _ invitation: IncomingInvite, on line: LineID, _ effects: [PhoneEffect], _ past: [PastCall]
    ) {
        let isDeclined = past.contains { call in
            call.outcome == .declined && call.round == invitation.round
                && (call.session != nil && call.session == invitation.session
                    || call.vendor != nil && call.vendor == invitation.vendor)
        }
        if isDeclined, effects.contains(.line(.decline(line, isBusy: true))) {
            fail("the exchange was told busy of a call that the person declined")
        }
    }

    private mutating func check(_ effect: PhoneEffect, _ event: PhoneEvent) {
        switch effect {
        case .report(let order): check(order)
        case .complete(let id, _):
            if openActions.remove(id) == nil { fail("action \(Names.text(id)) completed twice, or never asked") }
        case .line(let order):
            if endedLines.contains(order.line) { fail("an order for a line that is over: \(order.text)") }
        case .audio(.start(let line)):
            if sounding != nil { fail("sound started over sound") }
            if !isSessionActive, !mayAssumeSession { fail("sound without a session") }
            sounding = line
        case .audio(.stop):
            if sounding == nil { fail("silence twice") }
            sounding = nil
        default: break
        }
    }

    private mutating func check(_ order: ReportOrder) {
        switch order {
        case .incoming(let id, _, let purpose):
            if let known = known(id), known.isOver, purpose != .again { fail("the name \(Names.text(id)) used again") }
            if known(id) == nil { calls.append(Known(id: id)) }
            change(id) { $0.outstanding += 1 }
        case .ended(let id, _):
            guard let known = known(id) else { return fail("the end of an unreported call: \(Names.text(id))") }
            if known.isOver { fail("\(Names.text(id)) ended twice") }
            if known.outstanding > 0, !known.isWaitOver, !known.isSeen {
                fail("\(Names.text(id)) ended before its report completed")
            }
            change(id) { $0.isOver = true }
        case .updated(let id, _), .connected(let id):
            if known(id)?.isOver != false { fail("news of \(Names.text(id)), which is over or unknown") }
        case .connecting(let id): calls.append(Known(id: id))
        }
    }

    private mutating func checkTurn(_ event: PhoneEvent, _ effects: [PhoneEffect]) {
        if sounding != nil, !isSessionActive, !mayAssumeSession { fail("sound outlived the session") }
        if sounding == nil { mayAssumeSession = mayAssumeSession && isSessionActive }
        if let sounding, endedLines.contains(sounding) { fail("sound outlived its line") }
        guard case .user = event else { return }
        let settled = effects.count { if case .settle = $0 { true } else { false } }
        if settled != 1 { fail("a request settled \(settled) times") }
    }

    private mutating func change(_ id: CallUUID, _ body: (inout Known) -> Void) {
        guard let index = calls.firstIndex(where: { $0.id == id }) else { return }
        body(&calls[index])
    }

    private func known(_ id: CallUUID) -> Known? { calls.first { $0.id == id } }

    private mutating func fail(_ text: String) { violation = violation ?? text }
}

extension LineOrder {
    /// The line it is for.
    var line: LineID {
        switch self {
        case .dial(let line, _, _), .answer(let line), .decline(let line, _), .hangUp(let line): line
        case .hold(let line, _), .mute(let line, _), .digits(let line, _), .transfer(let line, _),
            .restartMedia(let line):
            line
        }
    }
}
