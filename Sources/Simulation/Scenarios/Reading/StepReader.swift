internal import CallModel
internal import DeviceModel

/// Reads one step: its time, its action, and the details of the action.
struct StepReader {
    private static let exchangeKeys = [
        "call", "caller hangs up", "push", "vendor push", "news push", "raw push", "answered elsewhere",
        "declined elsewhere", "peer answers", "peer refuses", "peer holds", "peer resumes", "credentials refused",
    ]
    private static let networkKeys = ["connection", "path"]
    private static let tapKeys = [
        "answer", "decline", "end", "hold", "resume", "mute", "unmute", "digits", "end and answer", "hold and answer",
    ]
    private static let personKeys = ["dial", "speaker", "sign in", "app", "phone", "call back", "tap notification"]
    private static let fateKeys = [
        "fate", "cellular call", "route", "do not disturb", "block", "contact", "launch blocked", "microphone",
        "system mutes", "system unmutes", "system gives up",
    ]
    private static let actionKeys = exchangeKeys + networkKeys + tapKeys + personKeys + fateKeys
    private static let details = ["at", "age", "says", "from", "reason", "keys", "in", "times"]
    static let keys = details + actionKeys

    let section: ScenarioSection
    let scenario: Scenario

    init(_ section: ScenarioSection, _ scenario: Scenario) {
        self.section = section
        self.scenario = scenario
    }

    func step() throws(ScenarioError) -> ScenarioStep {
        guard let at = try section.time("at") else { throw section.complaint("", "has no time: `at: 2 s`") }
        let found = section.present(among: Self.actionKeys)
        guard let key = found.first, found.count == 1 else {
            throw section.complaint("", "must say one thing that happens, not \(found.count)")
        }
        return ScenarioStep(at: at, try action(key))
    }

    private func action(_ key: String) throws(ScenarioError) -> ScenarioAction {
        if Self.exchangeKeys.contains(key) { return .exchange(try exchangeAction(key)) }
        if Self.networkKeys.contains(key) { return .network(try networkAction(key)) }
        if Self.fateKeys.contains(key) { return .fate(try fateAction(key)) }
        if Self.tapKeys.contains(key) { return .person(try tap(key)) }
        return .person(try personAction(key))
    }

    func call(_ key: String) throws(ScenarioError) -> ScenarioCallName {
        let name = ScenarioCallName(try section.requiredText(key))
        guard scenario.call(name) != nil else {
            let known = scenario.calls.map(\.id.text).joined(separator: ", ")
            throw section.complaint(key, "names no call of the scenario; there are: \(known)")
        }
        return name
    }

    private func organization(_ key: String) throws(ScenarioError) -> String {
        let name = try section.requiredText(key)
        guard scenario.device.organizations.contains(name) else {
            let known = scenario.device.organizations.joined(separator: ", ")
            throw section.complaint(key, "does not name an organization of the phone; there are: \(known)")
        }
        return name
    }

    private func exchangeAction(_ key: String) throws(ScenarioError) -> ExchangeStep {
        switch key {
        case "raw push": return .rawPush(try section.requiredText(key))
        case "credentials refused": return .refusesCredentials(try organization(key))
        case "push": return .push(try call(key), age: try section.time("age") ?? .zero)
        case "vendor push": return .vendorPush(try call(key), age: try section.time("age") ?? .zero)
        case "news push":
            return .endPush(
                try call(key), try reason("says"), byVendor: try section.word("from", Sender.self) == .vendor)
        case "peer refuses": return .peerRefuses(try call(key), try reason("reason"))
        case "call": return .call(try call(key))
        case "caller hangs up": return .callerHangsUp(try call(key))
        case "answered elsewhere": return .answeredElsewhere(try call(key))
        case "declined elsewhere": return .declinedElsewhere(try call(key))
        case "peer answers": return .peerAnswers(try call(key))
        case "peer holds": return .peerHolds(try call(key))
        default: return .peerResumes(try call(key))
        }
    }

    private enum Sender: String, CaseIterable {
        case ours, vendor
    }

    private func reason(_ key: String) throws(ScenarioError) -> EndReason {
        guard let reason = try section.word(key, EndWord.self) else {
            throw section.complaint(key, "is missing: how did the call end?")
        }
        return reason.reason
    }

    private func networkAction(_ key: String) throws(ScenarioError) -> NetworkStep {
        guard key == "path" else {
            switch try section.word(key, ConnectionWord.self) {
            case .lost: return .connectionLost
            case .silent: return .connectionSilent
            case .breaks: return .connectionBreaks
            case .back, nil: return .connectionBack
            }
        }
        let text = try section.requiredText(key)
        let parts = text.split(separator: " ")
        switch parts.first {
        case "none" where parts.count == 1: return .path(.none)
        case "cellular" where parts.count == 1: return .path(.cellular)
        case "wifi" where parts.count == 1: return .path(.wifi(1))
        case "wifi" where parts.count == 2:
            if let number = UInt8(parts[1]) { return .path(.wifi(number)) }
        default: break
        }
        throw section.complaint(key, "cannot be `\(text)`; it can be: wifi, wifi 2, cellular, none")
    }

    private enum ConnectionWord: String, CaseIterable {
        case lost, silent, back, breaks
    }

    private func tap(_ key: String) throws(ScenarioError) -> PersonStep {
        let call = try call(key)
        let inApp = try section.word("in", Place.self) == .app
        let times = try section.integer("times", in: 1...ScenarioLimits.tapsMax) ?? 1
        let tap: CallTap =
            switch key {
            case "answer": .answer
            case "decline": .decline
            case "end": .end
            case "hold": .hold
            case "resume": .resume
            case "mute": .mute
            case "unmute": .unmute
            case "digits": .digits(try section.requiredText("keys"))
            case "end and answer": .endAndAnswer
            default: .holdAndAnswer
            }
        return .tap(tap, call, inApp: inApp, times: times)
    }

    private enum Place: String, CaseIterable {
        case app, system
    }

    private func personAction(_ key: String) throws(ScenarioError) -> PersonStep {
        switch key {
        case "dial": return .dial(try call(key))
        case "speaker": return .speaker(try section.isOn(key) ?? true)
        case "sign in": return .signIn(try organization(key))
        case "call back": return .callBack(try call(key))
        case "tap notification": return .tapNotification(try section.requiredText(key))
        case "app":
            switch try section.word(key, AppWord.self) {
            case .leave: return .leaveApp
            case .quit: return .quitApp
            case .reinstall: return .reinstall
            case .open, nil: return .openApp
            }
        default:
            switch try section.word(key, PhoneWord.self) {
            case .lock: return .lock
            case .restart: return .restartPhone
            case .unlock, nil: return .unlock
            }
        }
    }

    private enum AppWord: String, CaseIterable {
        case open, leave, quit, reinstall
    }

    private enum PhoneWord: String, CaseIterable {
        case lock, unlock, restart
    }
}

/// The words for the end of a call in a scenario file.
enum EndWord: String, CaseIterable {
    case failed, unreachable, cancelled, busy, declined, completed
    case noAnswer = "no answer"
    case declinedElsewhere = "declined elsewhere"
    case answeredElsewhere = "answered elsewhere"

    var reason: EndReason {
        switch self {
        case .failed: .failed
        case .unreachable: .unreachable
        case .cancelled: .cancelled
        case .busy: .busy
        case .declined: .declined
        case .completed: .completed
        case .noAnswer: .noAnswer
        case .declinedElsewhere: .declinedElsewhere
        case .answeredElsewhere: .answeredElsewhere
        }
    }
}
