import CallModel
import Foundation
import RingCore

extension RingStory {
    mutating func adopted(_ number: Int) { receive(.initiated(leg(number), as: CarrierLegID("leg \(number)"))) }

    /// The dial is taken, and the device rings.
    mutating func rings(_ number: Int) {
        adopted(number)
        receive(.ringing(leg(number)))
    }

    mutating func answers(_ number: Int) { receive(.answered(ref(number))) }
    mutating func callerIsAnswered() { receive(.answered(.parent)) }
    mutating func bridges(_ number: Int) { receive(.bridged(ref(number))) }
    mutating func callerIsBridged() { receive(.bridged(.parent)) }
    mutating func ends(_ number: Int, _ news: CarrierHangUpReason = .hungUp) { receive(.hungUp(ref(number), news)) }
    mutating func callerHangsUp(_ news: CarrierHangUpReason = .hungUp) { receive(.hungUp(.parent, news)) }
    mutating func looked(_ leg: LegRef, _ liveness: Liveness) { receive(.looked(leg, liveness)) }

    /// The carrier replies to the last command of that kind.
    mutating func replies(_ result: CommandResult, to purpose: CommandPurpose, _ leg: LegRef = .parent) {
        guard let id = command(purpose, leg) else { return checker.violate("no such command to reply to") }
        happens(.result(id, result))
    }

    /// A device and the caller are joined.
    mutating func talks(_ number: Int) {
        answers(number)
        callerIsAnswered()
        bridges(number)
    }

    /// Every leg that was told to go goes, and the caller too.
    mutating func everybodyGoes() {
        for (index, leg) in session.legs.enumerated() where leg.rank != .over { ends(index + 1) }
        callerHangsUp()
    }

    /// An operator who knows how things are asks for something.
    mutating func asks(_ request: RingRequest) { happens(.request(request, version: session.version)) }

    mutating func asks(_ device: String, _ request: DeviceRequest, process: AppProcess? = nil) {
        happens(.device(DeviceID(device), request, process: process))
    }
}

extension RingStory {
    /// Time passes, and every leg that is looked at is found alive.
    mutating func looksAlive(for time: Duration) {
        let end = now + time
        while let due = session.nextDue, due <= end {
            passes(due - now)
            for case .command(.look(let leg), _) in effects { looked(leg, .alive) }
        }
        passes(end - now)
    }

    /// The exchange is killed and starts again with its stored state.
    mutating func restarts() throws {
        session = try JSONDecoder().decode(RingSession.self, from: JSONEncoder().encode(session))
        happens(.reconcile)
    }
}
