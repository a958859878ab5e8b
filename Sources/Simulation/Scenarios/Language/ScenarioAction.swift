public import CallModel
public import DeviceModel

/// A step's event in a scenario, by its author.
public enum ScenarioAction: Hashable, Sendable {
    /// An event of the exchange, the push services or the people at the other end.
    case exchange(ExchangeStep)
    /// A change of the network between them.
    case network(NetworkStep)
    /// An action of the phone's user.
    case person(PersonStep)
    /// Events that the user does not cause.
    case fate(SystemStep)
}

/// An event of the exchange, the push services or the people at the other end.
public enum ExchangeStep: Hashable, Sendable {
    /// A call is placed: the exchange rings the user's devices, if it reaches them.
    case call(ScenarioCallName)
    /// The other side hangs up, before an answer or after it.
    case callerHangsUp(ScenarioCallName)
    /// Our push arrives; `age` is the time since it was sent.
    case push(ScenarioCallName, age: Duration)
    /// The vendor's push arrives.
    case vendorPush(ScenarioCallName, age: Duration)
    /// A push arrives that only reports the end of a call, ours or the vendor's.
    case endPush(ScenarioCallName, EndReason, byVendor: Bool)
    /// A push with these bytes arrives.
    case rawPush(String)
    /// Another device of the user takes the call.
    case answeredElsewhere(ScenarioCallName)
    /// Another device of the user declines the call.
    case declinedElsewhere(ScenarioCallName)
    /// The dialed party answers.
    case peerAnswers(ScenarioCallName)
    /// The dialed party does not take the call.
    case peerRefuses(ScenarioCallName, EndReason)
    /// The other side puts us on hold.
    case peerHolds(ScenarioCallName)
    /// The other side takes us off hold.
    case peerResumes(ScenarioCallName)
    /// The exchange refuses the credentials of this organization from now on.
    case refusesCredentials(String)
}

/// A change of the network.
public enum NetworkStep: Hashable, Sendable {
    /// The exchange is gone, although the phone has a network: connections break, and new ones are refused.
    case connectionLost
    /// Nothing arrives and nothing is refused, and neither side is told.
    case connectionSilent
    /// The exchange can be reached again.
    case connectionBack
    /// All connections break, as when the exchange restarts, and can be restored at once.
    case connectionBreaks
    /// The phone's network changes.
    case path(NetworkWay)
}

/// The phone's network.
public enum NetworkWay: Hashable, Sendable {
    /// A Wi-Fi network; different numbers are different networks.
    case wifi(UInt8)
    case cellular
    case none
}

/// An action of the phone's user.
public enum PersonStep: Hashable, Sendable {
    /// Taps a button of a call, on the system's screen or in the app, once or more often in quick succession.
    case tap(CallTap, ScenarioCallName, inApp: Bool, times: Int)
    /// Dials a call of the scenario, in the app.
    case dial(ScenarioCallName)
    /// Turns the speaker on or off with the app's button.
    case speaker(Bool)
    /// Signs in again with an organization, which gives credentials that its exchange accepts.
    case signIn(String)
    case openApp
    case leaveApp
    /// Quits the app in the app switcher.
    case quitApp
    case lock
    case unlock
    case restartPhone
    /// Deletes the app and installs it again.
    case reinstall
    /// Taps the call's entry in Recents.
    case callBack(ScenarioCallName)
    /// Taps the first notification that contains these words.
    case tapNotification(String)
}

/// A button of a call.
public enum CallTap: Hashable, Sendable {
    case answer
    case decline
    case end
    case hold
    case resume
    case mute
    case unmute
    /// Digits that are typed one after the other.
    case digits(String)
    /// Ends the other call and answers this one.
    case endAndAnswer
    /// Holds the other call and answers this one.
    case holdAndAnswer
}

/// Events that the user does not cause.
public enum SystemStep: Hashable, Sendable {
    /// The app crashes.
    case crash
    /// The system reclaims the memory of an app in the background.
    case memoryReclaimed
    /// A call of the telephone network rings.
    case cellularRings
    /// The telephone call is answered; the app's calls are held or ended.
    case cellularAnswered(endingOthers: Bool)
    case cellularEnds(byRemote: Bool)
    /// The call daemon restarts.
    case callServicesRestart
    /// The audio daemon restarts.
    case mediaServicesReset
    /// The call daemon loses the audio session.
    case audioSessionForgotten
    /// An alarm interrupts audio, or stops interrupting it.
    case interruption(Bool)
    /// The audio route changes.
    case route(DeviceAudioRoute)
    case doNotDisturb(Bool)
    /// The number of a call is put on the block list.
    case block(ScenarioCallName)
    /// The number of a call is added to Contacts.
    case contact(ScenarioCallName)
    /// The app's next launch blocks its main thread for this time.
    case launchBlocked(Duration)
    case tokenChanges
    case tokenDies
    case microphone(MicrophonePermission)
    /// The system mutes or unmutes a call by itself.
    case systemMutes(ScenarioCallName, Bool)
    /// The call daemon drops a call without telling the app.
    case systemGivesUp(ScenarioCallName)
}
