import DeviceModel
import Testing

/// Advice of Apple's that no framework enforces, and that a test shows the phone to follow: `@Test(.heeds(.c75))`.
/// `RuleTests` reads them.
struct HeedTrait: TestTrait, SuiteTrait {
    let rules: [DeviceRule]

    var comments: [Comment] { rules.map { "\($0)" } }
}

extension Trait where Self == HeedTrait {
    static func heeds(_ rules: DeviceRule...) -> HeedTrait { HeedTrait(rules: rules) }
}
