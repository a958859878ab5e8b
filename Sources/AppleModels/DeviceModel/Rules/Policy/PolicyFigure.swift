/// One figure or variant of a policy, to be shown.
public struct PolicyFigure: Hashable, Sendable {
    /// The rule it stands for.
    public let rule: DeviceRule
    /// What it says.
    public let name: String
    /// What it is, with its unit.
    public let value: String

    init(_ rule: DeviceRule, _ name: String, _ value: Duration) {
        let milliseconds = value.components.seconds * 1000 + value.components.attoseconds / 1_000_000_000_000_000
        let text = milliseconds.isMultiple(of: 1000) ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
        self.init(rule, name, text)
    }

    init(_ rule: DeviceRule, _ name: String, _ value: Int) {
        self.init(rule, name, "\(value)")
    }

    init(_ rule: DeviceRule, _ name: String, _ value: Bool) {
        self.init(rule, name, value ? "yes" : "no")
    }

    init(_ rule: DeviceRule, _ name: String, _ value: String) {
        self.rule = rule
        self.name = name
        self.value = value
    }
}
