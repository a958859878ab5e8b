internal import DeviceModel

/// Events that the user does not cause.
extension StepReader {
    func fateAction(_ key: String) throws(ScenarioError) -> SystemStep {
        switch key {
        case "fate": return try plainFate(key)
        case "cellular call":
            switch try section.word(key, CellularWord.self) {
            case .answered: return .cellularAnswered(endingOthers: false)
            case .answeredEndingOthers: return .cellularAnswered(endingOthers: true)
            case .endsThere: return .cellularEnds(byRemote: true)
            case .endsHere: return .cellularEnds(byRemote: false)
            case .rings, nil: return .cellularRings
            }
        case "route": return .route(try section.word(key, RouteWord.self)?.route ?? .receiver)
        case "do not disturb": return .doNotDisturb(try section.isOn(key) ?? true)
        case "block": return .block(try call(key))
        case "contact": return .contact(try call(key))
        case "launch blocked": return .launchBlocked(try section.time(key) ?? .zero)
        case "microphone": return .microphone(try section.word(key, MicrophoneWord.self)?.permission ?? .granted)
        case "system gives up": return .systemGivesUp(try call(key))
        case "system mutes": return .systemMutes(try call(key), true)
        default: return .systemMutes(try call(key), false)
        }
    }

    private func plainFate(_ key: String) throws(ScenarioError) -> SystemStep {
        switch try section.word(key, SystemStepWord.self) {
        case .memoryReclaimed: .memoryReclaimed
        case .callServicesRestart: .callServicesRestart
        case .mediaServicesReset: .mediaServicesReset
        case .audioSessionForgotten: .audioSessionForgotten
        case .alarmBegins: .interruption(true)
        case .alarmEnds: .interruption(false)
        case .tokenChanges: .tokenChanges
        case .tokenDies: .tokenDies
        case .crash, nil: .crash
        }
    }
}

private enum SystemStepWord: String, CaseIterable {
    case crash = "the app crashes"
    case memoryReclaimed = "memory is reclaimed"
    case callServicesRestart = "call services restart"
    case mediaServicesReset = "media services reset"
    case audioSessionForgotten = "the audio session is forgotten"
    case alarmBegins = "an alarm begins"
    case alarmEnds = "the alarm ends"
    case tokenChanges = "the token changes"
    case tokenDies = "the token dies"
}

private enum CellularWord: String, CaseIterable {
    case rings, answered
    case answeredEndingOthers = "answered, ending others"
    case endsThere = "ends there"
    case endsHere = "ends here"
}

/// The words for audio routes.
enum RouteWord: String, CaseIterable {
    case receiver, speaker, headphones, car
    case bluetooth
    case bluetoothStereo = "bluetooth stereo"

    var route: DeviceAudioRoute {
        switch self {
        case .receiver: .receiver
        case .speaker: .speaker
        case .headphones: .headphones
        case .bluetooth: .bluetoothHandsFree
        case .bluetoothStereo: .bluetoothStereo
        case .car: .car
        }
    }

    init(_ route: DeviceAudioRoute) {
        switch route {
        case .receiver: self = .receiver
        case .speaker: self = .speaker
        case .headphones: self = .headphones
        case .bluetoothHandsFree: self = .bluetooth
        case .bluetoothStereo: self = .bluetoothStereo
        case .car: self = .car
        }
    }
}
