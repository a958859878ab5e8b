import Scenarios
package import WireJSON

/// A ring story: acts that are carried out on the Lab's own phones, each once its condition is met.
///
/// It does nothing that a person could not do on the page by hand, so that the person can take over at any moment. A
/// busy machine only delays it.
package struct LabStory: Hashable, Sendable {
    package struct Step: Hashable, Sendable {
        /// What the phones must show before; nil if nothing.
        package let condition: Condition?
        /// The time from then until the request, at speed 1.
        package let pause: Duration
        package let request: LabRequest
    }

    /// A step's condition, which depends on the phones of the timeline.
    package enum Condition: Hashable, Sendable {
        case rings(String)
        /// The phone has a connected call that is not on hold.
        case talks(String)
        case holds(String)
        /// The phone has a network, and its call goes on.
        case isBack(String)
        /// A call can reach the phone.
        case isReady(String)
    }

    package static let speeds = 0.25...8.0

    package let name: String
    package let about: String
    package let steps: [Step]
    /// The phone whose app may be ours or the naive one.
    package let subject: String

    /// The steps, after those that give the subject the naive app or ours; nil: it keeps the app that it has.
    package func steps(isNaive: Bool?) -> [Step] {
        guard let isNaive, let first = steps.first else { return steps }
        let setApp = Step(nil, .zero, .setApp(isNaive: isNaive, phone: subject))
        return [setApp, Step(.isReady(subject), first.pause, first.request)] + steps.dropFirst()
    }

    /// The story as the page lists it.
    package var json: JSONValue { ["name": .string(name), "about": .string(about)] }

    /// All stories.
    ///
    /// - Parameters:
    ///   - phones: the names of the Lab's phones, the first one unlocked.
    ///   - caller: the number of a party.
    ///   - company: the number that rings them all.
    package static func all(phones: [String], caller: String, company: String) -> [LabStory] {
        guard let first = phones.first, let last = phones.last else { return [] }
        func party(_ act: PartyAct) -> LabRequest { .party(act, number: caller) }
        func tap(_ tap: CallTap, _ phone: String = first) -> LabRequest { .person(.tap(tap, nil), phone: phone) }
        func story(name: String, about: String, steps: [Step]) -> LabStory {
            LabStory(name: name, about: about, steps: steps, subject: last)
        }
        let begin = Step(nil, .zero, party(.calls(company)))
        let answer = Step(.rings(first), .seconds(4), tap(.answer))
        return [
            story(
                name: "all ring, one wins",
                about: "A party calls the company. All phones ring; one answers, holds, resumes and hangs up.",
                steps: [
                    begin, answer, Step(.talks(first), .seconds(4), tap(.hold)),
                    Step(.holds(first), .seconds(3), tap(.resume)), Step(.talks(first), .seconds(4), tap(.end)),
                ]),
            story(
                name: "answered behind the lock",
                about: "A push wakes a locked phone whose app has ended; its person answers on the lock screen.",
                steps: [
                    begin, Step(.rings(last), .seconds(4), tap(.answer, last)),
                    Step(.talks(last), .seconds(7), tap(.end, last)),
                ]),
            story(
                name: "the network is cut in a call",
                about: "The phone in the call has no network for five seconds; the call goes on afterward.",
                steps: [
                    begin, answer, Step(.talks(first), .seconds(4), .fault(.cut(.seconds(5)), phone: first)),
                    Step(.isBack(first), .seconds(6), tap(.end)),
                ]),
            story(
                name: "killed while it rings",
                about: "One phone's app crashes while it rings; the person declines on another phone.",
                steps: [
                    begin, Step(.rings(last), .seconds(2), .fault(.crash, phone: last)),
                    Step(.rings(first), .seconds(3), tap(.decline)),
                ]),
            story(
                name: "a push is late",
                about: "One phone's push comes three seconds after the others'.",
                steps: [
                    Step(nil, .zero, .fault(.pushes(.late(.seconds(3))), phone: last)), begin,
                    Step(.rings(last), .seconds(2), tap(.answer)), Step(.talks(first), .seconds(4), tap(.end)),
                    Step(nil, .seconds(1), .fault(.pushes(.prompt), phone: last)),
                ]),
            story(
                name: "the caller gives up",
                about: "The party hangs up while the phones ring: each shows a missed call.",
                steps: [begin, Step(.rings(first), .seconds(5), party(.hangsUp))]),
        ]
    }
}

extension LabStory.Step {
    fileprivate init(_ condition: LabStory.Condition?, _ pause: Duration, _ request: LabRequest) {
        self.init(condition: condition, pause: pause, request: request)
    }
}

extension LabStory.Condition {
    /// The longest time that a step waits for the condition. Then the story stops: a person may have taken over, or the
    /// phone never rings. A phone that starts anew has to sign in.
    package var waitMax: Duration {
        if case .isReady = self { .seconds(120) } else { .seconds(30) }
    }

    /// Whether the condition is met.
    package func isMet(in timeline: LabTimeline) -> Bool {
        func shown(_ phone: String) -> JSONObject { timeline.state["phone:\(phone)"]?.object ?? [:] }
        func has(_ phone: String, _ isWanted: (JSONObject) -> Bool) -> Bool {
            (shown(phone)["calls"]?.array ?? []).compactMap(\.object).contains(where: isWanted)
        }
        func talks(_ phone: String) -> Bool { has(phone) { $0["stage"] == "connected" && $0["held"] == false } }
        return switch self {
        case .rings(let phone): has(phone) { $0["stage"] == "ringing" }
        case .talks(let phone): talks(phone)
        case .holds(let phone): has(phone) { $0["held"] == true }
        case .isReady(let phone): shown(phone)["ready"] == true
        case .isBack(let phone):
            talks(phone) && shown(phone)["network"] != "none"
                && timeline.state["call:\(phone)"]?.object?["link"] == "up"
        }
    }

    /// The condition in words, for a story that ends because it was not met.
    package var words: String {
        switch self {
        case .rings(let phone): "\(phone) did not ring"
        case .talks(let phone): "\(phone) had no call off hold"
        case .holds(let phone): "\(phone) had no call on hold"
        case .isBack(let phone): "the call of \(phone) did not go on"
        case .isReady(let phone): "no call can reach \(phone)"
        }
    }
}
