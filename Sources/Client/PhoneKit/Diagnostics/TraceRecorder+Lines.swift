import PhoneCore
import Trace

/// The lines for the phone's events and effects that concern a framework.
extension TraceRecorder {
    func line(_ event: PhoneEvent) -> FrameworkLine? {
        switch event {
        case .push(let push):
            let age = push.age.map { [FrameworkLine.Member.age: $0.wholeMicroseconds] } ?? [:]
            return FrameworkLine(.incoming, age, isOn: push.mustReport)
        case .pushToken(let token): return FrameworkLine(token == nil ? .tokenInvalidated : .token)
        case .system(let event): return line(event)
        case .audio(let event): return line(event)
        case .path(let path): return FrameworkLine(.path, words: [.word: path.interface?.rawValue ?? "none"])
        case .woke: return FrameworkLine(.woke)
        case .scene(let scene): return FrameworkLine(scene == .active ? .active : .background)
        case .protectedDataAvailable: return FrameworkLine(.unlocked)
        case .launched, .user, .signaling, .line, .organizations, .session, .credentials, .tokens, .pushKeys, .signOut,
            .signIn, .rings, .ringNews, .alertToken, .alertTokenTold, .notices, .connection, .timer, .storeFailed,
            .acknowledged:
            return nil
        }
    }

    private func line(_ event: SystemEvent) -> FrameworkLine {
        switch event {
        case .reported(let call, _, let refusal):
            FrameworkLine(.reported, [.call: number(call)], words: words(refusal?.rawValue))
        case .requested(let request, let refusal):
            FrameworkLine(.requested, [.request: number(request)], words: words(refusal?.rawValue))
        case .perform(let id, let action, _): line(.perform, action, [.action: number(id)])
        case .timedOut(let id, let action): line(.timedOut, action, [.action: number(id)])
        case .audioActivated: FrameworkLine(.activated)
        case .audioDeactivated: FrameworkLine(.deactivated)
        case .reset: FrameworkLine(.reset)
        }
    }

    private func line(_ event: AudioEvent) -> FrameworkLine {
        switch event {
        case .routeChanged(let routes, _): FrameworkLine(.route, words: [.word: routes.current.route.rawValue])
        case .interruptionBegan: FrameworkLine(.interrupted)
        case .interruptionEnded: FrameworkLine(.resumed)
        case .mediaServicesReset: FrameworkLine(.servicesReset)
        }
    }

    func lines(_ effect: PhoneEffect) -> [FrameworkLine] {
        switch effect {
        case .report(let order): [line(order)]
        case .complete(let action, let outcome):
            [FrameworkLine(.complete, [.action: number(action)], isOn: outcome == .fulfilled)]
        case .request(let request, let actions):
            actions.map { line(.request, $0, [.request: number(request)]) }
        case .audio(.configure): [FrameworkLine(.configure)]
        case .audio(.speaker(let isOn)): [FrameworkLine(.speaker, isOn: isOn)]
        case .audio(.prefer(let output)):
            [FrameworkLine(.prefer, words: [.word: output?.route.rawValue ?? "none"])]
        case .audio(.start): [FrameworkLine(.start)]
        case .audio(.stop): [FrameworkLine(.stop)]
        case .keepAwake(let isOn): [FrameworkLine(.keepAwake, isOn: isOn)]
        case .audio(.haptic), .line, .signaling, .notification, .store, .upload, .uploadAlertToken, .pushKeys,
            .askOutcome, .askRing, .listen, .organizations, .session, .fetchCredentials, .signOut, .startTimer,
            .stopTimer, .settle, .publish, .prepare, .log:
            []
        }
    }

    private func line(_ order: ReportOrder) -> FrameworkLine {
        switch order {
        case .incoming(let call, _, let purpose):
            FrameworkLine(.report, [.call: number(call)], words: [.word: purpose.rawValue])
        case .updated(let call, _): FrameworkLine(.update, [.call: number(call)])
        case .ended(let call, let reason):
            FrameworkLine(.end, [.call: number(call)], words: [.word: reason.rawValue])
        case .connecting(let call): FrameworkLine(.connecting, [.call: number(call)])
        case .connected(let call): FrameworkLine(.connected, [.call: number(call)])
        }
    }

    private func line(
        _ name: FrameworkLine.Name, _ action: SystemAction, _ numbers: [FrameworkLine.Member: Int64]
    ) -> FrameworkLine {
        var line = FrameworkLine(name, numbers.merging([.call: number(action.call)]) { first, _ in first })
        line.words[.verb] = action.verb
        switch action {
        case .hold(_, let isOn), .mute(_, let isOn): line.isOn = isOn
        case .start, .answer, .end, .digits, .group: break
        }
        return line
    }

    private func words(_ word: String?) -> [FrameworkLine.Member: String] { word.map { [.word: $0] } ?? [:] }
}

extension SystemAction {
    /// The action's name. The digits themselves are personal and are left out.
    fileprivate var verb: String {
        switch self {
        case .start: "start"
        case .answer: "answer"
        case .end: "end"
        case .hold: "hold"
        case .mute: "mute"
        case .digits: "digits"
        case .group: "group"
        }
    }
}

extension Duration {
    fileprivate var wholeMicroseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}
