/// One behavior or expectation of Apple's calling frameworks, small enough to be tested by itself.
///
/// Rules are equal if their numbers are equal. A rule that is `enacted` affects the model, and a test with its number
/// proves it. A rule that is `advice` tells what an app should do although no framework enforces it.
public struct DeviceRule: Sendable, Identifiable {
    /// The rule's number. Numbers are unique; there is a gap after each group.
    public let number: Int
    /// A short name.
    public let name: String
    /// The rule itself, in one or two sentences.
    public let statement: String
    /// How certain the rule is.
    public let certainty: RuleCertainty
    /// The source of the rule.
    public let source: String
    /// The framework the rule belongs to.
    public let framework: RuleFramework
    /// Whether the model implements the rule or only states it.
    public let role: RuleRole
    /// The experiment on a device that would confirm the rule. Every rule that neither a device nor Apple has confirmed
    /// has one, and so do some rules that are uncertain in part.
    public let question: RuleExperiment?

    /// The rule's number with its prefix, as in `C2`.
    public var id: String { "C\(number)" }

    init(
        _ number: Int, _ name: String, _ framework: RuleFramework, _ ground: RuleEvidence,
        role: RuleRole = .enacted,
        source: String, _ statement: String, asking question: RuleExperiment? = nil
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

    /// Hashes only the number, so that a rule in a machine's state costs one integer.
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

/// How certain a rule is, the most certain first.
public enum RuleCertainty: String, Hashable, Sendable, CaseIterable {
    /// Apple's documentation says so.
    case documented
    /// An engineer of Apple says so, on the developer forums.
    case stated
    /// Developers saw it happen.
    case observed
    /// A re-implementation that behaves like the release does so.
    case reverseEngineered = "reverse-engineered"
    /// The rule is inferred from the other rules. A test checks the model for it; no device has confirmed it.
    case assumed
}

/// Whether the model implements a rule.
public enum RuleRole: String, Hashable, Sendable, CaseIterable {
    /// The model implements the rule, and a test proves it.
    case enacted
    /// The rule is advice for the author of an app or a server. No framework enforces it.
    case advice
}

/// The framework, or part of the system, a rule belongs to.
public enum RuleFramework: String, Hashable, Sendable, CaseIterable {
    case pushKit = "PushKit"
    case callKit = "CallKit"
    case audio = "AVFAudio"
    case process = "UIKit"
    case keychain = "Security"
    case files = "Foundation"
    case network = "Network"
    case signIn = "AuthenticationServices"
    case notifications = "UserNotifications"
    case web = "WebKit"
    case capacitor = "Capacitor"
}

/// An experiment with an iPhone that would make a rule more certain, and the observation that would decide it.
public struct RuleExperiment: Hashable, Sendable {
    /// The observation that answers the question.
    public enum Answer: Hashable, Sendable {
        /// Named lines of a recording. A replay of the recording shows whether they support the rule.
        case recorded([String])
        /// An observation of the person who performs the experiment.
        case noticed(String)
    }

    /// The instruction for the person, with an iPhone on which the app runs.
    public let doing: String
    /// The observation that answers the question.
    public let answer: Answer

    init(_ doing: String, _ answer: Answer) {
        self.doing = doing
        self.answer = answer
    }
}

/// The evidence for a rule. A rule that no device has confirmed cannot be declared without its question.
enum RuleEvidence {
    case documented
    case stated
    case observed
    case reverseEngineered(RuleExperiment)
    case assumed(RuleExperiment)

    var certainty: RuleCertainty {
        switch self {
        case .documented: .documented
        case .stated: .stated
        case .observed: .observed
        case .reverseEngineered: .reverseEngineered
        case .assumed: .assumed
        }
    }

    var question: RuleExperiment? {
        switch self {
        case .documented, .stated, .observed: nil
        case .reverseEngineered(let question), .assumed(let question): question
        }
    }
}
