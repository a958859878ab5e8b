import Scenarios
package import WireJSON

/// A ring story: requests at times, which are carried out on the Lab's own phones in real time.
///
/// It does nothing that a person could not do on the page by hand, so that the person can take over at any moment.
package struct LabStory: Hashable, Sendable {
    package struct Step: Hashable, Sendable {
        /// The time since the story began.
        package let at: Duration
        package let request: LabRequest
    }

    package let name: String
    package let about: String
    package let steps: [Step]

    /// When the last step is done.
    package var end: Duration { steps.last?.at ?? .zero }

    /// The story as the page lists it.
    package var json: JSONValue {
        ["name": .string(name), "about": .string(about), "end": end.labTime]
    }

    /// All stories.
    ///
    /// - Parameters:
    ///   - phones: the names of the Lab's phones, the first one unlocked.
    ///   - caller: the number of a party.
    ///   - company: the number that rings them all.
    package static func all(phones: [String], caller: String, company: String) -> [LabStory] {
        guard let first = phones.first, let last = phones.last else { return [] }
        let begin = Step(at: .zero, request: .party(.calls(company), number: caller))
        func act(_ seconds: Double, _ tap: CallTap, _ phone: String = first) -> Step {
            Step(at: .milliseconds(Int64(seconds * 1_000)), request: .person(.tap(tap, nil), phone: phone))
        }
        func fate(_ seconds: Double, _ fate: DeviceFault, _ phone: String) -> Step {
            Step(at: .milliseconds(Int64(seconds * 1_000)), request: .fate(fate, phone: phone))
        }
        return [
            LabStory(
                name: "all ring, one wins",
                about: "A party calls the company. All phones ring; one answers, holds, resumes and hangs up.",
                steps: [begin, act(4, .answer), act(8, .hold), act(11, .resume), act(15, .end)]),
            LabStory(
                name: "answered behind the lock",
                about: "A push wakes a locked phone whose app has ended; its person answers on the lock screen.",
                steps: [begin, act(5, .answer, last), act(12, .end, last)]),
            LabStory(
                name: "the network is cut in a call",
                about: "The phone in the call has no network for five seconds; the call goes on afterward.",
                steps: [begin, act(4, .answer), fate(8, .cut(.seconds(5)), first), act(20, .end)]),
            LabStory(
                name: "killed while it rings",
                about: "One phone's app crashes while it rings; the person declines on another phone.",
                steps: [begin, fate(3, .crash, last), act(6, .decline)]),
            LabStory(
                name: "a push is late",
                about: "One phone's push comes three seconds after the others'.",
                steps: [
                    fate(0, .pushes(.late(.seconds(3))), last),
                    Step(at: .milliseconds(200), request: begin.request), act(8, .answer), act(12, .end),
                    fate(13, .pushes(.prompt), last),
                ]),
            LabStory(
                name: "the caller gives up",
                about: "The party hangs up while the phones ring: each shows a missed call.",
                steps: [begin, Step(at: .seconds(6), request: .party(.hangsUp, number: caller))]),
        ]
    }
}
