package import DeviceRuntime

/// Plays a scenario on a phone in the phone's own time: a minute takes no longer than what happens in it.
@MainActor
public enum ScenarioRunner {
    /// Plays it on our phone.
    public static func run(_ scenario: Scenario) async -> ScenarioOutcome {
        await run(scenario, on: OurPhone())
    }

    /// Plays it on a phone that nothing has happened to.
    ///
    /// - Parameter begins: told of the modelled device in the moment the scenario begins.
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
            case claims([Claim])
        }

        let at: Duration
        let what: What
    }

    /// Steps and expectations by time; what is expected at the time of a step is expected after it.
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
    /// Lets time pass until a moment of the scenario.
    func advance(to moment: Duration) async {
        exchange.lookAround()
        let left = moment - transcript.now
        if left > .zero { await device.advance(by: left) } else { await device.settle() }
        exchange.lookAround()
        await device.settle()
        transcript.catchUp()
    }
}
