/// That a push breaks a rule of ours.
public struct PushRuleViolation: Error, Hashable, Sendable, CustomStringConvertible {
    public let rule: PushRule

    public init(_ rule: PushRule) {
        self.rule = rule
    }

    public var description: String { "push: \(rule.rawValue)" }
}
