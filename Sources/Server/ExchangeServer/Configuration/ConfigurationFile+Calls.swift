internal import Accounts
internal import ExchangeCore

extension ConfigurationFile {
    static func signUp(_ top: ConfigurationSection) throws(ExchangeServerError) -> SignUpMode? {
        try top.choice("sign-up", SignUpMode.allCases.map { ($0.rawValue, $0) })
    }

    static let callKeys = ["across-organizations", "caller-names", "outbound"]

    static func calling(_ top: ConfigurationSection) throws(ExchangeServerError) -> CallingPolicy {
        var policy = CallingPolicy()
        guard let section = try top.section("calls", keys: callKeys) else { return policy }
        let isAllowed = try section.choice("across-organizations", [("refused", false), ("allowed", true)])
        policy.allowsAcrossOrganizations = isAllowed ?? policy.allowsAcrossOrganizations
        let isClaimed = try section.choice("caller-names", [("exchange", false), ("app", true)])
        policy.showsClaimedNames = isClaimed ?? policy.showsClaimedNames
        policy.outbound = try outbound(section)
        return policy
    }
}
