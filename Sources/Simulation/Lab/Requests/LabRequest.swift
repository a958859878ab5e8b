package import DeviceModel
package import Foundation
package import Scenarios

/// A request of the Lab's page.
package enum LabRequest: Hashable, Sendable {
    /// All news from now on, or counts only, as for a hidden page.
    case watch(isWhole: Bool)
    /// Rows of the past, from a number or around a time.
    case range(Place, count: Int)
    /// An act of the person who holds a phone.
    case person(PhoneAct, phone: String)
    /// An event of a phone that its person does not cause.
    case fault(DeviceFault, phone: String)
    case party(PartyAct, number: String)
    /// All sockets between the carrier's edge and the phones break.
    case cutCarrier
    case addPhone(DeviceProfile, isNaive: Bool)
    /// The phone starts anew with another system.
    case setProfile(DeviceProfile, phone: String)
    /// The phone starts anew with the naive app or with ours, unless it has that app already.
    case setApp(isNaive: Bool, phone: String)
    /// The list of scenarios.
    case scenarios
    /// Plays a scenario in virtual time.
    case play(file: String, isNaive: Bool)
    /// One part of the text of a trace to open.
    case open(TracePart)
    /// The list of ring stories.
    case stories
    /// Begins a ring story on the Lab's phones; the speed divides the pauses between its acts. First the last phone gets
    /// the naive app or ours; nil: it keeps the app that it has.
    case story(String, speed: Double, isNaive: Bool? = nil)

    /// Where a range of rows begins.
    package enum Place: Hashable, Sendable {
        case row(Int)
        case time(Duration)
    }
}

/// An act of the person who holds a phone.
package enum PhoneAct: Hashable, Sendable {
    /// A button of the call screen; nil for the call that it fits.
    case tap(CallTap, UUID?)
    case swap(UUID?)
    /// Dials a public number or a user in the app.
    case dial(String)
    /// The speaker button of the app's screen.
    case speaker(Bool)
    /// Has the call transferred to this user in the app, as the system's call screen has no such button; nil for the call
    /// that is not held.
    case transfer(String, UUID?)
    /// Taps the entry of this call in Recents.
    case callBack(UUID)
    case tapNotification(String)
    case openApp, leaveApp, quitApp, reinstall
    case lock, unlock, restartPhone
}

/// An event of a phone that its person does not cause.
package enum DeviceFault: Hashable, Sendable {
    case crash
    case reclaimMemory
    case network(NetworkWay)
    /// No network for this time, and then the one before.
    case cut(Duration)
    case doNotDisturb(Bool)
    case pushes(PushArrivalWay)
    case cellularRings, cellularAnswered, cellularEnds
    case callServicesRestart
    case interruption(Bool)
    case route(DeviceAudioRoute)
}

/// How pushes reach a phone. The words are those of the stand-in for Apple's push service.
package enum PushArrivalWay: Hashable, Sendable {
    case prompt
    case late(Duration)
    case twice, swapped, never

    /// The word on the page.
    package var word: String {
        switch self {
        case .prompt: "prompt"
        case .late: "late"
        case .twice: "twice"
        case .swapped: "swapped"
        case .never: "never"
        }
    }
}

/// An act of a party in the public network.
package enum PartyAct: Hashable, Sendable {
    case calls(String)
    case hangsUp
    case digits(String)
    /// Whether its tone is heard.
    case speaks(Bool)
}

/// One part of the text of a trace, which may be longer than a message.
package struct TracePart: Hashable, Sendable {
    package var name: String
    package var part: Int
    package var parts: Int
    package var text: String

    package init(name: String, part: Int = 0, parts: Int = 1, text: String) {
        self.name = name
        self.part = part
        self.parts = parts
        self.text = text
    }
}
