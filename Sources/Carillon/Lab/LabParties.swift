import Lab
import Standins
import WireJSON

/// The parties of the public network, which the carrier's stand-in plays.
@MainActor
final class LabParties {
    /// How long a party rings before it answers a call of a phone.
    private static let ringing: Duration = .seconds(2)

    private let telnyx: TelnyxStandin
    private let people: [LabFacts.Person]
    private let company: String
    private let recorder: LabRecorder

    /// - Parameter company: the number that calls of the phones come from.
    init(_ telnyx: TelnyxStandin, _ people: [LabFacts.Person], company: String, recorder: LabRecorder) {
        self.telnyx = telnyx
        self.people = people
        self.company = company
        self.recorder = recorder
        for person in people {
            telnyx.put(
                TelnyxFarEnd(answersAfter: Self.ringing, voice: .tone(person.frequency)), at: person.number)
        }
    }

    func perform(_ act: PartyAct, number: String) throws(LabError) -> JSONObject {
        guard let person = people.first(where: { $0.number == number }) else {
            let numbers = people.map(\.number).joined(separator: ", ")
            throw LabError("There is no party with the number \(number); there are \(numbers).")
        }
        recorder.note(.person(at: number, act.words))
        defer { notice() }
        switch act {
        case .calls(let called):
            if leg(of: person) != nil { throw LabError("\(person.name) is in a call.") }
            return ["leg": .string(telnyx.callIn(from: number, to: called, voice: .tone(person.frequency)))]
        case .hangsUp: telnyx.hangUp(try theLeg(of: person))
        case .digits(let digits): telnyx.press(digits, on: try theLeg(of: person))
        case .speaks(let isOn): telnyx.speak(isOn ? .tone(person.frequency) : .silence, on: try theLeg(of: person))
        }
        return [:]
    }

    private func theLeg(of person: LabFacts.Person) throws(LabError) -> String {
        guard let id = leg(of: person)?["call_control_id"]?.string else {
            throw LabError("\(person.name) is in no call.")
        }
        return id
    }

    /// The leg whose far end is this party: it calls the company, or the exchange calls it. A phone's own leg at the
    /// carrier has that number too, but comes from elsewhere.
    private func leg(of person: LabFacts.Person, _ legs: [JSONObject]? = nil) -> JSONObject? {
        (legs ?? telnyx.liveLegs).last { leg in
            leg["direction"]?.string == "incoming" && leg["from"]?.string == person.number
                || leg["to"]?.string == person.number && leg["from"]?.string == company
        }
    }

    /// Records the state of each party whose state has changed.
    func notice() {
        let legs = telnyx.liveLegs
        for person in people {
            let leg = leg(of: person, legs)
            let value: JSONObject = [
                "number": .string(person.number), "name": .string(person.name), "state": .string(state(of: leg)),
                "digits": .string(leg?["call_control_id"]?.string.map(telnyx.digits(on:)) ?? ""),
            ]
            recorder.note(.object(value), for: "party:\(person.number)")
        }
    }

    private func state(of leg: JSONObject?) -> String {
        guard let leg else { return "idle" }
        if leg["bridged_with"]?.string != nil { return "talking" }
        return leg["direction"]?.string == "incoming" ? "calling" : "called"
    }

    /// All sockets between phones and carrier break.
    func cutCarrier() {
        recorder.note(.lab(at: "carrier", "every socket of the carrier's edge breaks"))
        telnyx.cut()
    }

    /// Records changes until the task is canceled.
    func run() async {
        let clock = ContinuousClock()
        while !Task.isCancelled {
            notice()
            // on purpose: the stand-in has no event for each change of a leg
            do { try await clock.sleep(for: .milliseconds(50)) } catch { return }
        }
    }
}

extension PartyAct {
    fileprivate var words: String {
        switch self {
        case .calls(let number): "calls \(number)"
        case .hangsUp: "hangs up"
        case .digits(let digits): "types \(digits)"
        case .speaks(let isOn): isOn ? "speaks" : "is silent"
        }
    }
}
