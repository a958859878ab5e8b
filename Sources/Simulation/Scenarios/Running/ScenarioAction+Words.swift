/// Steps in words, for printed results.
extension ScenarioAction {
    var author: ScenarioMoment.Author {
        switch self {
        case .exchange: .exchange
        case .network: .network
        case .person: .person
        case .fate: .fate
        }
    }

    /// Whether a push reaches the phone in the step.
    var isPush: Bool {
        guard case .exchange(let step) = self else { return false }
        return switch step {
        case .push, .vendorPush, .endPush, .rawPush: true
        case .call, .callerHangsUp, .answeredElsewhere, .declinedElsewhere, .peerAnswers, .peerRefuses, .peerHolds,
            .peerResumes, .refusesCredentials:
            false
        }
    }

    func words(_ scenario: Scenario) -> String {
        switch self {
        case .exchange(let action): action.words { scenario.call($0)?.shownName ?? $0.text }
        case .network(let action): action.words
        case .person(let action): action.words { scenario.call($0)?.shownName ?? $0.text }
        case .fate(let action): action.words { scenario.call($0)?.shownName ?? $0.text }
        }
    }
}

extension ExchangeStep {
    fileprivate func words(_ name: (ScenarioCallName) -> String) -> String {
        switch self {
        case .call(let call): "\(name(call)) calls"
        case .callerHangsUp(let call): "\(name(call)) hangs up"
        case .push(let call, let age): "our push arrives: \(name(call))\(Self.words(age))"
        case .vendorPush(let call, let age): "the vendor's push arrives: \(name(call))\(Self.words(age))"
        case .endPush(let call, let reason, let byVendor):
            "a push arrives\(byVendor ? " from the vendor" : ""): \(name(call)) is over, \(reason)"
        case .rawPush: "a push arrives with bytes of its own"
        case .answeredElsewhere(let call): "\(name(call)) is answered on another device"
        case .declinedElsewhere(let call): "\(name(call)) is declined on another device"
        case .peerAnswers(let call): "\(name(call)) answers"
        case .peerRefuses(let call, let reason): "\(name(call)) does not take the call: \(reason)"
        case .peerHolds(let call): "\(name(call)) puts us on hold"
        case .peerResumes(let call): "\(name(call)) takes us off hold"
        case .refusesCredentials(let organization): "the credentials of \(organization) are taken no more"
        }
    }

    private static func words(_ age: Duration) -> String { age > .zero ? ", \(age.scenarioText) s old" : "" }
}

extension NetworkStep {
    fileprivate var words: String {
        switch self {
        case .connectionLost: "the exchange cannot be reached"
        case .connectionSilent: "nothing comes through to the exchange or from it"
        case .connectionBack: "the exchange can be reached again"
        case .connectionBreaks: "the connection to the exchange breaks"
        case .path(.wifi(let number)): "the phone is in Wi-Fi \(number)"
        case .path(.cellular): "the phone is in the cellular network"
        case .path(.none): "the phone is in no network"
        }
    }
}

extension PersonStep {
    fileprivate func words(_ name: (ScenarioCallName) -> String) -> String {
        switch self {
        case .tap(let tap, let call, let inApp, let times):
            "taps \(tap.words) for \(name(call))\(inApp ? " in the app" : "")\(times > 1 ? ", \(times) times" : "")"
        case .dial(let call): "dials \(name(call)) in the app"
        case .speaker(let isOn): "turns the speaker \(isOn ? "on" : "off") in the app"
        case .signIn(let organization): "signs in anew with \(organization)"
        case .openApp: "opens the app"
        case .leaveApp: "leaves the app"
        case .quitApp: "throws the app out of the app switcher"
        case .lock: "locks the phone"
        case .unlock: "unlocks the phone"
        case .restartPhone: "restarts the phone"
        case .reinstall: "deletes the app and installs it again"
        case .callBack(let call): "calls \(name(call)) back from Recents"
        case .tapNotification(let words): "taps the notification “\(words)”"
        }
    }
}

extension CallTap {
    fileprivate var words: String {
        switch self {
        case .answer: "Answer"
        case .decline: "Decline"
        case .end: "End"
        case .hold: "Hold"
        case .resume: "Resume"
        case .mute: "Mute"
        case .unmute: "Unmute"
        case .digits(let digits): "the keys \(digits)"
        case .endAndAnswer: "End & Accept"
        case .holdAndAnswer: "Hold & Accept"
        }
    }
}

extension DrawnFaults {
    /// A sentence about all faults, printed at the beginning.
    var words: String {
        "\(count) faults come from the seed \(seed), until \(until.scenarioText) s: "
            + kinds.map(\.rawValue).joined(separator: ", ")
    }
}

extension SystemStep {
    fileprivate func words(_ name: (ScenarioCallName) -> String) -> String {
        switch self {
        case .crash: "the app crashes"
        case .memoryReclaimed: "the system wants the app's memory"
        case .cellularRings: "a call of the telephone network rings"
        case .cellularAnswered(let endingOthers):
            "the telephone call is answered\(endingOthers ? ", ending others" : "")"
        case .cellularEnds(let byRemote): "the telephone call is ended \(byRemote ? "there" : "here")"
        case .callServicesRestart: "the daemon of calls restarts"
        case .mediaServicesReset: "the daemon of sound restarts"
        case .audioSessionForgotten: "the daemon of calls forgets the audio session"
        case .interruption(let begins): begins ? "an alarm takes the sound" : "the alarm gives the sound back"
        case .route(let route): "sound goes to: \(RouteWord(route).rawValue)"
        case .doNotDisturb(let isOn): "do not disturb is \(isOn ? "on" : "off")"
        case .block(let call): "\(name(call)) is on the block list"
        case .contact(let call): "\(name(call)) is in Contacts"
        case .launchBlocked(let duration): "the next launch takes \(duration.scenarioText) s"
        case .tokenChanges: "the push token changes"
        case .tokenDies: "the push token dies"
        case .microphone(let permission): "the microphone: \(permission)"
        case .systemGivesUp(let call): "the system gives \(name(call)) up and does not tell the app"
        case .systemMutes(let call, let isOn): "the system \(isOn ? "mutes" : "unmutes") \(name(call)) by itself"
        }
    }
}
