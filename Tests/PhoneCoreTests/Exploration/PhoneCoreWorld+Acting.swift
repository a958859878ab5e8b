import CallModel
import PhoneCore

extension PhoneCoreWorld {
    mutating func act(_ action: PhoneCoreAction, _ scope: PhoneScope) {
        switch action {
        case .push(let index):
            pushes.removeAll { $0 == index }
            pass(.push(scope.pushes[index]))
        case .invite(let index): invite(index, scope.invitations[index])
        case .signaling(let isReady):
            isConnected = isReady
            pass(.signaling(RegistrationID(Names.acme), isReady ? .ready : .reconnecting))
        case .report(let index, let refusal): report(index, refusal)
        case .request(let index, let refusal):
            let request = requests.remove(at: index)
            if refusal == nil { tasks += request.actions }
            pass(.system(.requested(request.id, refusal)))
        case .task: perform(tasks.removeFirst())
        case .perform(let action): perform(action)
        case .timeOut(let id, let action):
            open.removeAll { $0.id == id }
            pass(.system(.timedOut(id, action)))
        case .line(let index, let step): self.step(index, step)
        case .activation(let isOn):
            isSessionActive = isOn
            pass(.system(isOn ? .audioActivated : .audioDeactivated))
        case .timer(let index): pass(.timer(timers.remove(at: index)))
        case .user(let request): user(request)
        case .reset:
            system = []
            pass(.system(.reset))
        case .kill: kill(scope)
        }
    }

    /// The first call rings, is answered and stands.
    mutating func talk(_ scope: PhoneScope) {
        act(.push(0), scope)
        act(.report(0, nil), scope)
        act(.signaling(true), scope)
        act(.invite(0), scope)
        for call in system { perform(.answer(call)) }
        act(.line(0, .connect), scope)
    }

    private mutating func report(_ index: Int, _ refusal: ReportRefusal?) {
        let report = reports.remove(at: index)
        if refusal == nil { system.append(report.call) }
        pass(.system(.reported(report.call, report.purpose, refusal)))
    }

    private mutating func perform(_ action: SystemAction) {
        if case .start(let call, _) = action { system.append(call) }
        let used = open.map(\.id)
        guard let id = (1...8).map(Names.action).first(where: { !used.contains($0) }) else { return }
        open.append(Open(id: id, action: action))
        pass(.system(.perform(id, action, timeLeft: nil)))
    }

    private mutating func invite(_ index: Int, _ invitation: WorldInvitation) {
        invitations.removeAll { $0 == index }
        var line = Line(id: invitation.line, machine: CallMachine(.inbound))
        line.handle(.invited)
        lines.append(line)
        pass(.line(invitation.line, .invited(invitation.invitation)))
    }

    private mutating func step(_ index: Int, _ step: LineStep) {
        switch step {
        case .connect:
            if lines[index].machine.state.direction == .outbound { lines[index].handle(.peerAnswered) }
            lines[index].handle(.mediaConnected)
            pass(.line(lines[index].id, .changed(lines[index].machine.state)))
        case .end(let reason): pass(.line(lines.remove(at: index).id, .ended(Ending(reason))))
        case .fail(let failure): pass(.line(lines[index].id, .failed(failure)))
        }
    }

    /// A process begins.
    mutating func begin(_ stored: RecordReadResult) {
        if case .found(let record) = stored { self.stored = record }
        pass(.launched(Launch(stored)))
        pass(.acknowledged(.noticesShown([])))
        pass(.scene(.active))
    }

    private mutating func user(_ request: UserRequest) {
        if case .dial = request { dialsLeft -= 1 }
        pass(.user(Names.ticket(1), request))
    }

    /// The process dies with everything it held; the exchange calls again for the calls it still has.
    private mutating func kill(_ scope: PhoneScope) {
        killsLeft -= 1
        let live = lines.map(\.id)
        invitations += scope.invitations.indices.filter { live.contains(scope.invitations[$0].line) }
        monitor.restart()
        phone = Phone(limits: scope.limits)
        reports = []
        requests = []
        tasks = []
        open = []
        lines = []
        timers = []
        system = []
        isConnected = false
        isSessionActive = false
        begin(.found(stored))
        if !scope.audio {
            isSessionActive = true
            pass(.system(.audioActivated))
        }
    }
}
