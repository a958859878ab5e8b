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

/// How sure a rule is, the surest first.
public enum RuleCertainty: String, Hashable, Sendable, CaseIterable {
    /// Apple's documentation says so.
    case documented
    /// An engineer of Apple says so, on the developer forums.
    case stated
    /// Developers saw it happen.
    case observed
    /// A re-implementation that answers like the release does it so.
    case reverseEngineered = "reverse-engineered"
    /// Concluded here from the others. A test would notice if the model did otherwise; no device has confirmed it.
    case assumed
}

/// What becomes of a rule here.
public enum RuleRole: String, Hashable, Sendable, CaseIterable {
    /// The model behaves so, and a test proves it.
    case enacted
    /// Something to heed when writing an app or a server; no framework would notice.
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

/// What an iPhone would have to be asked to make a rule surer, and what would answer.
public struct RuleQuestion: Hashable, Sendable {
    /// What answers it.
    public enum Answer: Hashable, Sendable {
        /// Lines of a recording, by name; a replay of it says whether they speak for the rule or against it.
        case recorded([String])
        /// What the person who tries it notices.
        case noticed(String)
    }

    /// What to do with an iPhone on which the app runs.
    public let doing: String
    /// What answers it.
    public let answer: Answer

    init(_ doing: String, _ answer: Answer) {
        self.doing = doing
        self.answer = answer
    }
}

/// What a rule rests on. A rule that no device has confirmed cannot be declared without its question.
enum RuleGround {
    case documented
    case stated
    case observed
    case reverseEngineered(RuleQuestion)
    case assumed(RuleQuestion)

    var certainty: RuleCertainty {
        switch self {
        case .documented: .documented
        case .stated: .stated
        case .observed: .observed
        case .reverseEngineered: .reverseEngineered
        case .assumed: .assumed
        }
    }

    var question: RuleQuestion? {
        switch self {
        case .documented, .stated, .observed: nil
        case .reverseEngineered(let question), .assumed(let question): question
        }
    }
}
