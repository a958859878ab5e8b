import DeviceModel
import Scenarios

extension PhoneAct {
    /// The act in words, for a row: "answers", as of the phone's person.
    package var words: String {
        switch self {
        case .tap(let tap, _): tap.labWords
        case .swap: "taps Swap"
        case .dial(let number): "dials \(number)"
        case .speaker(let isOn): "turns the speaker \(isOn ? "on" : "off")"
        case .transfer(let user, _): "transfers the call to \(user)"
        case .callBack: "taps an entry of Recents"
        case .tapNotification: "taps a notification"
        case .openApp: "opens the app"
        case .leaveApp: "leaves the app"
        case .quitApp: "quits the app"
        case .reinstall: "installs the app anew"
        case .lock: "locks the phone"
        case .unlock: "unlocks the phone"
        case .restartPhone: "restarts the phone"
        }
    }
}

extension CallTap {
    fileprivate var labWords: String {
        switch self {
        case .answer: "taps Answer"
        case .decline: "taps Decline"
        case .end: "taps End"
        case .hold: "taps Hold"
        case .resume: "taps Resume"
        case .mute: "taps Mute"
        case .unmute: "taps Unmute"
        case .digits(let digits): "types \(digits)"
        case .endAndAnswer: "taps End & Accept"
        case .holdAndAnswer: "taps Hold & Accept"
        }
    }
}

extension DeviceFault {
    /// The event in words, for a row.
    package var words: String {
        switch self {
        case .crash: "the app crashes"
        case .reclaimMemory: "the system reclaims the app's memory"
        case .network(let way): "the phone is \(way.labName)"
        case .cut(let time): "no network for \(time.components.seconds) s"
        case .doNotDisturb(let isOn): "Do Not Disturb is \(isOn ? "on" : "off")"
        case .pushes(.prompt): "pushes come promptly"
        case .pushes(.late(let time)): "pushes come \(time.components.seconds) s late"
        case .pushes(.twice): "each push comes twice"
        case .pushes(.swapped): "two pushes come in the other order"
        case .pushes(.never): "no push comes"
        case .cellularRings: "a telephone call rings"
        case .cellularAnswered: "the telephone call is answered"
        case .cellularEnds: "the telephone call ends"
        case .callServicesRestart: "the call daemon restarts"
        case .interruption(let begins): begins ? "an alarm interrupts audio" : "the alarm is over"
        case .route(let route): "sound goes to: \(route)"
        }
    }
}
