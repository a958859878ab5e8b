/// One thing Apple's calling frameworks do or expect, small enough to be tested by itself.
///
/// Rules are equal when their numbers are. A rule that is `enacted` decides something in the model and is proven by a
/// test that carries its number; `advice` is what an app should do and no framework enforces.
public struct DeviceRule: Sendable, Identifiable {
    /// The rule's number. Numbers have gaps, one for each group, and are never given twice.
    public let number: Int
    /// A few words to speak of it.
    public let name: String
    /// What holds, in a sentence or two.
    public let statement: String
    /// How sure it is.
    public let certainty: RuleCertainty
    /// Who says so.
    public let source: String
    /// Where it belongs.
    public let framework: RuleFramework
    /// Whether the model does it, or only says it.
    public let role: RuleRole
    /// What a device would have to be asked. Every rule has one that no device and nobody of Apple's has confirmed, and
    /// some of which only a part is unsure.
    public let question: RuleQuestion?

    /// The number as it is written: `C2`.
    public var id: String { "C\(number)" }

    init(
        _ number: Int, _ name: String, _ framework: RuleFramework, _ ground: RuleGround,
        role: RuleRole = .enacted,
        source: String, _ statement: String, asking question: RuleQuestion? = nil
    ) {
        self.number = number
        self.name = name
        self.statement = statement
        certainty = ground.certainty
        self.question = ground.question ?? question
        self.source = source
        self.framework = framework
        self.role = role
    }
}

extension DeviceRule: Hashable {
    /// Whether both are the same rule.
    public static func == (one: DeviceRule, other: DeviceRule) -> Bool { one.number == other.number }

    /// Only the number counts, so that a rule in a machine's state costs one integer.
    public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension DeviceRule: CaseIterable {
    /// Every rule, by number.
    public static let allCases: [DeviceRule] = [
        pushRules, providerRules, actionRules, audioRules, processRules, storageRules, pathRules, signInRules,
        notificationAndWebRules,
    ].flatMap(\.self).sorted { $0.number < $1.number }
}

extension DeviceRule: CustomStringConvertible {
    /// Number and name.
    public var description: String { "\(id) \(name)" }
}
