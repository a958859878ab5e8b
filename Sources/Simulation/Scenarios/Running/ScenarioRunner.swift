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
    /// - Parameters:
    ///   - begins: called with the modeled device when the scenario begins.
    ///   - looks: called with the device and the time since the beginning, often enough to draw the phone.
    package static func run(
        _ scenario: Scenario, on phone: any ScenarioPhone, begins: (ModelDevice) -> Void = { _ in },
        looks: (@MainActor (ModelDevice, Duration) -> Void)? = nil
    ) async -> ScenarioOutcome {
        let world = await ScenarioWorld(scenario, on: phone)
        world.looks = looks
        begins(world.device)
        if let faults = scenario.faults { world.transcript.record(.fate, faults.words) }
        var verdicts: [Verdict] = []
        for event in events(of: scenario) {
            await world.advance(to: event.at)
            switch event.what {
            case .action(let action): await world.perform(action)
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
            case action(ScenarioAction)
            case claims([ScenarioClaim])
        }

        let at: Duration
        let what: What
    }

    /// The steps and expectations by time; an expectation at the time of a step comes after it.
    private static func events(of scenario: Scenario) -> [Event] {
        var events = scenario.allSteps.map { Event(at: $0.at, what: .action($0.action)) }
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
        if left > .zero { await pass(left) } else { await device.settle() }
        exchange.lookAround()
        await device.settle()
        transcript.catchUp()
        looks?(device, transcript.now)
    }

    /// Lets time pass, in steps if it is watched.
    private func pass(_ time: Duration) async {
        guard let looks else { return await device.advance(by: time) }
        let step = max(Self.lookStep, scenario.end / Self.looksPerScenario)
        let end = transcript.now + time
        while transcript.now < end {
            await device.advance(by: min(step, end - transcript.now))
            looks(device, transcript.now)
        }
    }

    /// How often a watched phone is looked at: in short scenarios ten times a second.
    private static let lookStep: Duration = .milliseconds(100)
    private static let looksPerScenario = 1_000
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

    func record(_ author: ScenarioMoment.Author, isPush: Bool = false, _ words: String) {
        catchUp()
        moments.append(ScenarioMoment(at: now, author: author, isPush: isPush, words: words))
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
