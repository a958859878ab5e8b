package import DeviceRuntime

/// Plays a scenario on a phone in virtual time: a minute takes only as long as the computation of its events.
@MainActor
public enum ScenarioRunner {
    /// Plays a scenario on our phone.
    public static func run(_ scenario: Scenario) async -> ScenarioOutcome {
        await run(scenario, on: ShippedPhone())
    }

    /// Plays a scenario on a new phone.
    ///
    /// - Parameter begins: called with the modeled device when the scenario begins.
    package static func run(
        _ scenario: Scenario, on phone: any ScenarioPhone, begins: (ModelDevice) -> Void = { _ in }
    ) async -> ScenarioOutcome {
        let world = await ScenarioWorld(scenario, on: phone)
        begins(world.device)
        if let faults = scenario.faults { world.transcript.say(.fate, faults.words) }
        var verdicts: [Verdict] = []
        for event in events(of: scenario) {
            await world.advance(to: event.at)
            switch event.what {
            case .deed(let deed): await world.perform(deed)
            case .claims(let claims): verdicts += claims.map { world.judge($0) }
            }
        }
        await world.advance(to: scenario.end)
        for expectation in scenario.expectations where expectation.at == nil {
            verdicts += expectation.claims.map { world.judge($0) }
        }
        verdicts += world.judgeNorms()
        await world.finish()
        return ScenarioOutcome(
            scenario: scenario, phone: phone.name, moments: world.transcript.moments, verdicts: verdicts)
    }

    private struct Event {
        enum What {
            case deed(Deed)
            case claims([ScenarioClaim])
        }

        let at: Duration
        let what: What
    }

    /// The steps and expectations by time; an expectation at the time of a step comes after it.
    private static func events(of scenario: Scenario) -> [Event] {
        var events = scenario.allSteps.map { Event(at: $0.at, what: .deed($0.deed)) }
        for expectation in scenario.expectations {
            guard let at = expectation.at else { continue }
            let place = events.firstIndex { $0.at > at } ?? events.endIndex
            events.insert(Event(at: at, what: .claims(expectation.claims)), at: place)
        }
        return events
    }
}

extension ScenarioWorld {
    /// Lets time pass until a time of the scenario.
    func advance(to moment: Duration) async {
        exchange.lookAround()
        let left = moment - transcript.now
        if left > .zero { await device.advance(by: left) } else { await device.settle() }
        exchange.lookAround()
        await device.settle()
        transcript.catchUp()
    }
}

/// Everything that happened, in order: the phone's own moments and the actions of others.
@MainActor
final class Transcript {
    private let device: ModelDevice
    private(set) var moments: [ScenarioMoment] = []
    private var notedCount: Int
    private let beginning: Duration

    /// Begins now, without earlier moments.
    init(_ device: ModelDevice) {
        self.device = device
        notedCount = device.moments.count
        beginning = device.now
    }

    /// The time since the beginning of the scenario.
    var now: Duration { device.now - beginning }

    func say(_ author: ScenarioMoment.Author, _ words: String) {
        catchUp()
        moments.append(ScenarioMoment(at: now, author: author, words: words))
    }

    /// Adds the phone's new moments.
    func catchUp() {
        let noted = device.moments
        guard noted.count > notedCount else { return }
        for moment in noted[notedCount...] {
            moments.append(ScenarioMoment(at: moment.at - beginning, author: .phone, words: moment.words))
        }
        notedCount = noted.count
    }
}
