import DeviceModel
import Testing

/// The rules of Apple's frameworks a test proves: `@Test(.proves(.c2))`.
struct RuleTrait: TestTrait, SuiteTrait {
    let rules: [DeviceRule]

    var comments: [Comment] { rules.map { "\($0)" } }
}

extension Trait where Self == RuleTrait {
    static func proves(_ rules: DeviceRule...) -> RuleTrait { RuleTrait(rules: rules) }
}
