import CallModel
import Explorer
import PhoneCore
import Redaction

/// A phone against a free environment: everything legal may happen, in any order.
struct PhoneCoreModel: Model {
    let scope: PhoneScope

    var initialStates: [PhoneCoreWorld] {
        var world = PhoneCoreWorld(scope)
        world.begin(.found(.member))
        if !scope.audio {
            world.isSessionActive = true
            world.pass(.system(.audioActivated))
        }
        if scope.startsTalking { world.talk(scope) }
        return [world]
    }

    func step(_ state: PhoneCoreWorld, _ action: PhoneCoreAction) -> PhoneCoreWorld? {
        var world = state
        world.act(action, scope)
        return world
    }

    func actions(in world: PhoneCoreWorld) -> [PhoneCoreAction] {
        guard world.monitor.violation == nil else { return [] }
        var actions = world.pushes.map(PhoneCoreAction.push)
        if world.isConnected { actions += world.invitations.map(PhoneCoreAction.invite) }
        if !scope.invitations.isEmpty || scope.dials > 0 { actions.append(.signaling(!world.isConnected)) }
        actions += systemActions(in: world)
        for (index, line) in world.lines.enumerated() { actions += steps(of: line).map { .line(index, $0) } }
        if scope.audio { actions.append(.activation(!world.isSessionActive)) }
        actions += world.timers.indices.map(PhoneCoreAction.timer)
        if scope.dials > 0, world.dialsLeft > 0 {
            actions.append(
                .user(.dial(DialRequest("+15550001111", organization: Names.acme, spare: Names.spare(9)))))
        }
        if world.killsLeft > 0 { actions.append(.kill) }
        return actions
    }

    private func systemActions(in world: PhoneCoreWorld) -> [PhoneCoreAction] {
        var actions: [PhoneCoreAction] = []
        for (index, report) in world.reports.enumerated()
        where !world.reports[..<index].contains(where: { $0.call == report.call }) {
            if world.system.contains(report.call) {
                actions.append(.report(index, .alreadyExists))
            } else {
                actions.append(.report(index, nil))
                if scope.refusals { actions.append(.report(index, .filteredByDoNotDisturb)) }
            }
        }
        for (index, request) in world.requests.enumerated() {
            if request.actions.allSatisfy({ isKnown($0, world) }) {
                actions.append(.request(index, nil))
                if scope.refusals { actions.append(.request(index, .unknown)) }
            } else {
                actions.append(.request(index, .unknownCall))
            }
        }
        if !world.tasks.isEmpty { actions.append(.task) }
        if scope.refusals, !world.system.isEmpty { actions.append(.reset) }
        for call in world.system { actions += taps(on: call, world) }
        // The app shows a call before the system has it.
        if scope.screens {
            for call in world.phone.calls where !world.system.contains(call.id) { actions.append(.user(.end(call.id))) }
        }
        for open in world.open { actions.append(.timeOut(open.id, open.action)) }
        return actions
    }

    private func isKnown(_ action: SystemAction, _ world: PhoneCoreWorld) -> Bool {
        if case .start = action { return true }
        return world.system.contains(action.call)
    }

    private func taps(on call: CallUUID, _ world: PhoneCoreWorld) -> [PhoneCoreAction] {
        var taps: [PhoneCoreAction] = [.perform(.end(call))]
        guard let snapshot = world.phone.calls.first(where: { $0.id == call }) else { return taps }
        if snapshot.phase == .ringing { taps.append(.perform(.answer(call))) }
        if scope.holds, snapshot.phase == .connected { taps.append(.perform(.hold(call, !snapshot.isHeld))) }
        if scope.mutes, snapshot.phase == .connected { taps.append(.perform(.mute(call, !snapshot.isMuted))) }
        if scope.screens {
            taps.append(.user(.end(call)))
            if snapshot.phase == .ringing { taps.append(.user(.answer(call, other: .hold))) }
        }
        return taps
    }

    private func steps(of line: PhoneCoreWorld.Line) -> [LineStep] {
        switch line.machine.state.progress {
        case .ringing: [.end(.cancelled), .end(.answeredElsewhere)]
        case .connecting: [.connect, .end(.busy)]
        case .answering: [.connect, .end(.cancelled)]
        case .active: [.end(.completed)]
        case .disconnecting: [.end(.completed)]
        case .idle, .requesting, .ended: []
        }
    }
}
