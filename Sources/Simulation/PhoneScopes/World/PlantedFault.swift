import DeviceModel
import PhoneCore

/// A flaw between the phone and its device, planted to see that a search finds it. The product has none of them.
package enum PlantedFault: Hashable, Sendable {
    /// The monitor of the path tells what it sees first, and never of a change.
    case pathChangesUnheard
    /// The phone does not hear that the system has lost its calls.
    case resetUnheard
    /// A call is shown as held, and its line is not.
    case holdKeptFromLine
    /// The phone does not hear that its sound was taken.
    case interruptionUnheard
    /// A sign-out leaves the credentials in the keychain.
    case credentialsKept
    /// The deadline of ringing ends a call whatever it has come to.
    case lateRingBelieved
    /// The exchange is connected where the phone orders the carrier.
    case registrationsMixed
    /// A login at the carrier does not ask for what a push announced.
    case announcedCallsNotFetched
    /// An INVITE that comes by another line than was announced is taken for another call.
    case callsMatchedByLine
    /// The connection to the carrier is never closed.
    case carrierKept
    /// A request that the exchange dials anew does not say which run of the app it is of.
    case processUnnamed
}

extension PhoneWorld {
    /// What the phone hears of an event; `nil` for nothing.
    func heard(_ event: PhoneEvent) -> PhoneEvent? {
        switch (plantedFault, event) {
        case (.pathChangesUnheard, .path): isPathTold ? nil : event
        case (.pathChangesUnheard, .woke): nil
        case (.resetUnheard, .system(.reset)): nil
        case (.interruptionUnheard, .audio(.interruptionBegan)): nil
        case (.lateRingBelieved, .timer(.ring(let call))): .user(UserTicket(0), .end(call))
        default: event
        }
    }

    /// The run of the app that the exchange hears a request is of.
    func heardProcess(of request: RingRequests.Request) -> UInt64? {
        plantedFault == .processUnnamed ? nil : request.process
    }

    /// Whether what the phone asks is done.
    func isCarriedOut(_ effect: PhoneEffect) -> Bool {
        switch (plantedFault, effect) {
        case (.holdKeptFromLine, .line(.hold(_, true))): false
        case (.credentialsKept, .organizations(.prune)): false
        case (.carrierKept, .signaling(.disconnect(let registration))): registration.provider != .carrier
        default: true
        }
    }
}
