import PhoneCore
import Trace

/// The lines for the phone's events and effects that concern a framework.
extension TraceRecorder {
    func line(_ event: PhoneEvent) -> FrameworkRecord? {
        switch event {
        case .push(let push):
            let age = push.age.map { [FrameworkRecord.Member.age: $0.wholeMicroseconds] } ?? [:]
            return FrameworkRecord(.incoming, age, isOn: push.mustReport)
        case .pushToken(let token): return FrameworkRecord(token == nil ? .tokenInvalidated : .token)
        case .system(let event): return line(event)
        case .audio(let event): return line(event)
        case .path(let path): return FrameworkRecord(.path, words: [.word: path.interface?.rawValue ?? "none"])
        case .woke: return FrameworkRecord(.woke)
        case .scene(let scene): return FrameworkRecord(scene == .active ? .active : .background)
        case .protectedDataAvailable: return FrameworkRecord(.unlocked)
        case .launched, .user, .signaling, .line, .organizations, .session, .credentials, .tokens, .pushKeys, .signOut,
            .signIn, .rings, .ringUpdate, .elsewhere, .alertToken, .alertTokenReported, .notices, .connection, .timer,
            .storeFailed, .acknowledged:
            return nil
        }
    }

    private func line(_ event: SystemEvent) -> FrameworkRecord {
        switch event {
        case .reported(let call, _, let refusal):
            FrameworkRecord(.reported, [.call: number(call)], words: words(refusal?.rawValue))
        case .requested(let request, let refusal):
            FrameworkRecord(.requested, [.request: number(request)], words: words(refusal?.rawValue))
        case .perform(let id, let action, _): line(.perform, action, [.action: number(id)])
        case .timedOut(let id, let action): line(.timedOut, action, [.action: number(id)])
        case .audioActivated: FrameworkRecord(.activated)
        case .audioDeactivated: FrameworkRecord(.deactivated)
        case .reset: FrameworkRecord(.reset)
        }
    }

    private func line(_ event: AudioEvent) -> FrameworkRecord {
        switch event {
        case .routeChanged(let routes, _): FrameworkRecord(.route, words: [.word: routes.current.route.rawValue])
        case .interruptionBegan: FrameworkRecord(.interrupted)
        case .interruptionEnded: FrameworkRecord(.resumed)
        case .mediaServicesReset: FrameworkRecord(.servicesReset)
        }
    }

    func lines(_ effect: PhoneEffect) -> [FrameworkRecord] {
        switch effect {
        case .report(let order): [line(order)]
        case .complete(let action, let outcome):
            [FrameworkRecord(.complete, [.action: number(action)], isOn: outcome == .fulfilled)]
        case .request(let request, let actions):
            actions.map { line(.request, $0, [.request: number(request)]) }
        case .audio(.configure): [FrameworkRecord(.configure)]
        case .audio(.speaker(let isOn)): [FrameworkRecord(.speaker, isOn: isOn)]
        case .audio(.prefer(let output)):
            [FrameworkRecord(.prefer, words: [.word: output?.route.rawValue ?? "none"])]
        case .audio(.start): [FrameworkRecord(.start)]
        case .audio(.stop): [FrameworkRecord(.stop)]
        case .keepAwake(let isOn): [FrameworkRecord(.keepAwake, isOn: isOn)]
        case .audio(.haptic), .line, .signaling, .notification, .store, .upload, .uploadAlertToken, .pushKeys,
            .askOutcome, .askRing, .listen, .organizations, .session, .fetchCredentials, .signOut, .startTimer,
            .stopTimer, .settle, .publish, .prepare, .log:
            []
        }
    }

    private func line(_ order: ReportOrder) -> FrameworkRecord {
        switch order {
        case .incoming(let call, _, let purpose):
            FrameworkRecord(.report, [.call: number(call)], words: [.word: purpose.rawValue])
        case .updated(let call, _): FrameworkRecord(.update, [.call: number(call)])
        case .ended(let call, let reason):
            FrameworkRecord(.end, [.call: number(call)], words: [.word: reason.rawValue])
        case .connecting(let call): FrameworkRecord(.connecting, [.call: number(call)])
        case .connected(let call): FrameworkRecord(.connected, [.call: number(call)])
        }
    }

    private func line(
        _ name: FrameworkRecord.Name, _ action: SystemAction, _ numbers: [FrameworkRecord.Member: Int64]
    ) -> FrameworkRecord {
        var line = FrameworkRecord(name, numbers.merging([.call: number(action.call)]) { first, _ in first })
        line.words[.verb] = action.verb
        switch action {
        case .hold(_, let isOn), .mute(_, let isOn): line.isOn = isOn
        case .start, .answer, .end, .digits, .group: break
        }
        return line
    }

    private func words(_ word: String?) -> [FrameworkRecord.Member: String] { word.map { [.word: $0] } ?? [:] }
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
