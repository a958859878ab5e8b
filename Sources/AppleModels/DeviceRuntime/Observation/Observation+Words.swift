internal import DeviceModel

extension Observation {
    /// The observation in words, as a person would describe it.
    func words(_ texts: InternTable) -> String {
        switch self {
        case .call(let change): change.words(texts)
        case .recents(let entry): "Recents: \(entry.kind) call, \(entry.name.words(texts))"
        case .sound(let condition): condition.words
        case .pushNotDelivered(_, let loss): "a push does not reach the app: \(loss)"
        case .pushViolation(let count): "a push went without a report (\(count) so far)"
        case .pushesRevoked: "the system starts the app for no push any more"
        case .diagnosticAlert(let alert): "a developer's alert: \(alert)"
        case .process(let life, _): "the app: \(life.words)"
        case .terminated(let reason, _): "the app is killed: \(reason.words)"
        case .unlockRequested: "the phone asks for the passcode"
        case .hazard(let hazard): "known to go wrong: \(hazard)"
        }
    }
}

extension CallObservation {
    fileprivate func words(_ texts: InternTable) -> String {
        switch self {
        case .rings(_, let name): "rings: \(name.words(texts))"
        case .ringsWithoutScreen: "rings, and the screen has no way to answer"
        case .named(_, let name): "the call is named \(name.words(texts))"
        case .connecting: "connecting…"
        case .connected: "connected, the timer runs"
        case .held(_, let isHeld): isHeld ? "on hold" : "off hold"
        case .muted(_, let isMuted): isMuted ? "muted" : "unmuted"
        case .merged: "two calls are one conversation"
        case .ended(_, let showsFailure): showsFailure ? "the call failed" : "the call is over"
        }
    }
}

extension CallerName {
    /// The name as the screen writes it.
    func words(_ texts: InternTable) -> String {
        switch self {
        case .given(let name): texts.text(name)
        case .contact(let handle): "contact of \(texts.handle(handle).value)"
        case .handle(let handle): texts.handle(handle).value
        case .unknown: "unknown"
        }
    }
}

extension SoundCondition {
    fileprivate var words: String {
        let hears = isHeard ? "the other side is heard from the \(route)" : "nothing is heard"
        return hears + (isRecording ? ", and hears this side" : ", and nothing is recorded")
    }
}

extension ProcessPhase {
    fileprivate var words: String {
        switch self {
        case .notRunning: "not running"
        case .prewarmed: "prewarmed"
        case .launching(let inBackground): inBackground ? "launches in the background" : "launches"
        case .background: "in the background"
        case .foreground: "in the foreground"
        case .suspended: "suspended"
        }
    }
}

extension TerminationReason {
    fileprivate var words: String {
        switch self {
        case .pushNotReported: "it never posted an incoming call after a VoIP push"
        case .pushNotReportedInTime: "0xBAADCA11, no call posted in time after a VoIP push"
        case .launchWatchdog: "0x8BADF00D, it did not finish launching"
        case .backgroundTimeExceeded: "0x8BADF00D, its background tasks did not end"
        case .forceQuit: "thrown out of the app switcher"
        case .crash: "it crashed"
        case .memory: "the system wanted its memory"
        case .reboot: "the phone restarts"
        case .deleted: "the app is deleted"
        case .noSceneLifeCycle: "it has no scene life cycle"
        }
    }
}
