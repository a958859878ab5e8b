public import DeviceModel

/// What nobody chose.
public enum FateDeed: Hashable, Sendable {
    /// The app crashes.
    case crash
    /// The system wants the memory of an app in the background.
    case memoryReclaimed
    /// A call of the telephone network rings.
    case cellularRings
    /// It is answered; the app's calls are held, or ended.
    case cellularAnswered(endingOthers: Bool)
    case cellularEnds(byRemote: Bool)
    /// The daemon of calls restarts.
    case callServicesRestart
    /// The daemon of sound restarts.
    case mediaServicesReset
    /// The daemon of calls loses the audio session.
    case audioSessionForgotten
    /// An alarm takes the sound, or gives it back.
    case interruption(Bool)
    /// Something is plugged in or out.
    case route(AudioRoute)
    case doNotDisturb(Bool)
    /// The person's block list has the number of a call.
    case block(CallName)
    /// Contacts have the number of a call.
    case contact(CallName)
    /// Whatever the app does at its next launch takes this long.
    case launchBlocked(Duration)
    case tokenChanges
    case tokenDies
    case microphone(MicrophonePermission)
    /// The system mutes a call of its own accord, or unmutes it.
    case systemMutes(CallName, Bool)
    /// The daemon of calls gives a call up and does not tell the app.
    case systemGivesUp(CallName)
}
