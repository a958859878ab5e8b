/// Reads one expectation: its time and its claims.
struct ExpectationReader {
    private static let lookKeys = ScenarioClaim.Look.allCases.map(\.rawValue)
    private static let listKeys = ["screen", "recents", "notifications", "rung", "moments", "never"]
    static let keys = ["at"] + lookKeys + listKeys + ["sound", "route", "app", "exchange", "digits"]

    let section: ScenarioSection
    let scenario: Scenario

    init(_ section: ScenarioSection, _ scenario: Scenario) {
        self.section = section
        self.scenario = scenario
    }

    func expectation() throws(ScenarioError) -> Expectation {
        var claims: [ScenarioClaim] = []
        for key in section.present(among: Self.keys) where key != "at" {
            claims += try self.claims(key)
        }
        guard !claims.isEmpty else { throw section.complaint("", "expects nothing") }
        return Expectation(at: try section.time("at"), claims: claims)
    }

    private func claims(_ key: String) throws(ScenarioError) -> [ScenarioClaim] {
        if let look = ScenarioClaim.Look(rawValue: key) { return try looks(look, key) }
        switch key {
        case "screen": return [.screen(try section.texts(key))]
        case "recents": return [.recents(try section.texts(key))]
        case "notifications": return [.notifications(try section.texts(key))]
        case "rung": return [.rung(try section.texts(key))]
        case "moments": return [.moments(try section.texts(key))]
        case "never": return [.never(try section.texts(key))]
        case "sound": return try section.word(key, ScenarioClaim.Sound.self).map { [.sound($0)] } ?? []
        case "route": return try section.word(key, RouteWord.self).map { [.route($0.rawValue)] } ?? []
        case "app": return try section.word(key, LifeWord.self).map { [.app($0.rawValue)] } ?? []
        case "digits": return try pairs(key).map { .digits($0, $1) }
        default:
            var claims: [ScenarioClaim] = []
            for (call, belief) in try pairs(key) {
                claims.append(.exchange(call, try section.word(belief, ExchangeCallState.self, of: key)))
            }
            return claims
        }
    }

    private func looks(_ look: ScenarioClaim.Look, _ key: String) throws(ScenarioError) -> [ScenarioClaim] {
        var claims: [ScenarioClaim] = []
        for text in try section.texts(key) {
            if look == .rings, text == "nothing" {
                claims.append(.nothingRings)
            } else {
                claims.append(.looks(try call(text, key), look))
            }
        }
        return claims
    }

    private func pairs(_ key: String) throws(ScenarioError) -> [(ScenarioCallName, String)] {
        var found: [(ScenarioCallName, String)] = []
        for (name, value) in try section.pairs(key) { found.append((try call(name, key), value)) }
        return found
    }

    private func call(_ text: String, _ key: String) throws(ScenarioError) -> ScenarioCallName {
        let name = ScenarioCallName(text)
        guard scenario.call(name) != nil else {
            let known = scenario.calls.map(\.id.text).joined(separator: ", ")
            throw section.complaint(key, "names `\(text)`, which is not a call of the scenario; there are: \(known)")
        }
        return name
    }
}

/// The words for the state of an app's process.
enum LifeWord: String, CaseIterable {
    case notRunning = "not running"
    case foreground
    case background
    case suspended
}
