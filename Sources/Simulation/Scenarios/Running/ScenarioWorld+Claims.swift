internal import DeviceModel
internal import DeviceRuntime
internal import Foundation

/// Judges claims at the present time.
extension ScenarioWorld {
    func judge(_ claim: ScenarioClaim) -> Verdict {
        switch claim {
        case .looks(let name, let look): judge(name, look)
        case .nothingRings:
            verdict("nothing rings", !screen.contains(where: \.rings), "there is \(screenWords)")
        case .screen(let calls): lists("on the screen", calls, screen.map(\.words), exactly: true)
        case .sound(let sound):
            verdict("sound \(sound.rawValue)", self.sound == sound, "sound is \(self.sound.rawValue)")
        case .route(let words):
            verdict("sound comes from: \(words)", route == words, "it comes from: \(route)")
        case .recents(let entries): lists("in Recents", entries, recents.map(\.words), exactly: true)
        case .notifications(let words):
            lists("notifications", words, device.notifications.map { "\($0.title): \($0.body)" }, exactly: false)
        case .exchange(let name, let belief): judge(name, belief)
        case .rung(let names): lists("it rang for", names, rings.map(\.name), exactly: true)
        case .moments(let words): judgeMoments(words)
        case .never(let words): judgeNever(words)
        case .app(let word): verdict("the app: \(word)", lifeWord == word, "it is \(lifeWord)")
        case .digits(let name, let digits):
            verdict(
                "\(shownName(name)) heard the digits \(digits)", exchange.call(name)?.digits == digits,
                "heard were \(exchange.call(name)?.digits ?? "none")")
        }
    }

    func verdict(_ promise: String, _ isHeld: Bool, _ found: @autoclosure () -> String) -> Verdict {
        Verdict(at: transcript.now, promise, isHeld, found: found())
    }

    private func shownName(_ name: ScenarioCallName) -> String { scenario.call(name)?.shownName ?? name.text }

    private func judge(_ name: ScenarioCallName, _ look: ScenarioClaim.Look) -> Verdict {
        let isSo = onScreen(name) { $0.looks(look) } != nil
        return verdict("\(shownName(name)) \(look.words)", isSo, "there is \(screenWords)")
    }

    private func judge(_ name: ScenarioCallName, _ belief: ExchangeCallState) -> Verdict {
        let found = exchange.call(name)?.belief ?? .notCalled
        return verdict(
            "the exchange has \(shownName(name)) as \(belief.rawValue)", found == belief, "as \(found.rawValue)")
    }

    private func lists(_ what: String, _ wanted: [String], _ found: [String], exactly: Bool) -> Verdict {
        let isSo =
            wanted.count == found.count
            && zip(wanted, found).allSatisfy { exactly ? $1 == $0 : $1.contains($0) }
        return verdict("\(what): \(Self.joined(wanted))", isSo, "there is \(Self.joined(found))")
    }

    private static func joined(_ words: [String]) -> String {
        words.isEmpty ? "nothing" : words.map { "“\($0)”" }.joined(separator: ", ")
    }

    private func judgeMoments(_ words: [String]) -> Verdict {
        transcript.catchUp()
        var left = words[...]
        for moment in transcript.moments {
            if let next = left.first, moment.words.contains(next) { left = left.dropFirst() }
        }
        return verdict(
            "came, in this order: \(Self.joined(words))", left.isEmpty, "no more came “\(left.first ?? "")”")
    }

    private func judgeNever(_ words: [String]) -> Verdict {
        transcript.catchUp()
        let found = transcript.moments.first { moment in words.contains { moment.words.contains($0) } }
        return verdict(
            "never came: \(Self.joined(words))", found == nil,
            "at \(found?.at.scenarioText ?? "") came “\(found?.words ?? "")”")
    }

    // MARK: - State of the phone

    /// The calls on the screen. The name of an outgoing call is looked up, because the screen does not observe it.
    var screen: [CallOnScreen] {
        device.screen.map { call in
            guard call.name.isEmpty else { return call }
            var named = call
            named.name = name(of: call.id)
            return named
        }
    }

    private func name(of id: UUID) -> String {
        let update = device.machine.calls.own.first { $0.id.uuid == id }?.update
        let kernel = device.kernel
        if let name = update?.name { return kernel.texts { $0.text(name) } }
        guard let handle = update?.handle else { return "unknown" }
        let value = kernel.texts { $0.handle(handle).value }
        return value.isEmpty ? "unknown" : value
    }

    private var screenWords: String { Self.joined(screen.map(\.words)) }

    var recents: [RecentCall] { Array(device.recents.dropFirst(recentsBefore)) }

    /// All rings, with the name shown on the screen.
    var rings: [(id: SystemCallID, name: String)] {
        let kernel = device.kernel
        return device.observations.dropFirst(observationsBefore).compactMap { observation in
            switch observation {
            case .call(.rings(let id, let name)): (id, kernel.texts { name.shown($0) })
            case .call(.ringsWithoutScreen(let id)): (id, "no way to answer")
            default: nil
            }
        }
    }

    /// The phone's audible directions. A mute counts too, because the app itself mutes its outgoing audio.
    private var sound: ScenarioClaim.Sound {
        guard let sound = device.sound, sound.isHeard else { return .silence }
        let line = exchange.calls.compactMap(\.line).first { $0.id == exchange.soundLine }
        return sound.isRecording && line?.isMuted != true ? .bothWays : .onlyHeard
    }

    private var route: String { RouteWord(device.sound?.route ?? .receiver).rawValue }

    private var lifeWord: String {
        switch device.life {
        case .notRunning, .prewarmed: LifeWord.notRunning.rawValue
        case .launching: "launching"
        case .foreground: LifeWord.foreground.rawValue
        case .background: LifeWord.background.rawValue
        case .suspended: LifeWord.suspended.rawValue
        }
    }
}

extension CallOnScreen {
    fileprivate var rings: Bool { stage == .ringing || stage == .ringingWithoutScreen }

    /// The name and the state, such as `Anna: connected, held`.
    fileprivate var words: String {
        let stage =
            switch stage {
            case .ringing: "rings"
            case .ringingWithoutScreen: "rings without a screen"
            case .connecting: "connecting"
            case .connected: "connected"
            }
        return "\(name): \(stage)\(isHeld ? ", held" : "")\(isMuted ? ", muted" : "")"
    }

    fileprivate func looks(_ look: ScenarioClaim.Look) -> Bool {
        switch look {
        case .rings: stage == .ringing
        case .connecting: stage == .connecting
        case .connected: stage == .connected && !isHeld
        case .held: isHeld
        case .muted: isMuted
        }
    }
}

extension ScenarioClaim.Look {
    fileprivate var words: String {
        switch self {
        case .rings: "rings"
        case .connecting: "is connecting"
        case .connected: "is connected"
        case .held: "is held"
        case .muted: "is muted"
        }
    }
}

extension RecentCall {
    fileprivate var words: String { "\(name): \(kind)" }
}

extension CallerName {
    /// The text on the screen.
    fileprivate func shown(_ texts: InternTable) -> String {
        switch self {
        case .given(let name): texts.text(name)
        case .contact(let handle): "contact of \(texts.handle(handle).value)"
        case .handle(let handle): texts.handle(handle).value.isEmpty ? "unknown" : texts.handle(handle).value
        case .unknown: "unknown"
        }
    }
}

/// Judges the promises that every scenario makes unless it waives them.
extension ScenarioWorld {
    func judgeNorms() -> [Verdict] {
        StandardPromise.allCases.filter { !scenario.waived.contains($0) }.map(judge)
    }

    private func judge(_ norm: StandardPromise) -> Verdict {
        switch norm {
        case .noViolation:
            return verdict(
                "every push is reported", device.violations == 0, "\(device.violations) went without a report")
        case .neverKilled:
            let kills = device.terminations.dropFirst(terminationsBefore).filter(\.reason.isSystems)
            return verdict("the system never kills the app", kills.isEmpty, "it did: \(words(of: kills))")
        case .noHazard:
            let hazards = device.hazards.dropFirst(hazardsBefore)
            return verdict(
                "the app does nothing known to go wrong", hazards.isEmpty,
                "it did: \(hazards.map { "\($0)" }.joined(separator: ", "))")
        case .noCallLeft:
            return verdict(
                "no call is left", device.machine.calls.own.isEmpty,
                "there is “\(screen.map(\.name).joined(separator: ", "))”")
        case .everyRingKnown:
            let unknown = unknownRings
            return verdict(
                "every ring can be found afterwards", unknown.isEmpty,
                "in no list is \(unknown.joined(separator: ", "))")
        }
    }

    private func words(of kills: [Termination]) -> String {
        kills.map { "\($0.reason)" }.joined(separator: ", ")
    }

    /// Rings that are neither in Recents nor in a notification.
    private var unknownRings: [String] {
        rings.filter { ring in
            !cellular.contains(ring.id.uuid) && !recents.contains { $0.call == ring.id.uuid }
                && !device.notifications.contains { "\($0.title) \($0.body)".contains(ring.name) }
        }.map(\.name)
    }
}

extension TerminationReason {
    /// Whether the system killed the app for a violation; all other reasons are caused by the scenario.
    fileprivate var isSystems: Bool {
        switch self {
        case .pushNotReported, .pushNotReportedInTime, .launchWatchdog, .backgroundTimeExceeded, .noSceneLifeCycle:
            true
        case .forceQuit, .crash, .memory, .reboot, .deleted: false
        }
    }
}
