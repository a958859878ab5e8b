internal import Redaction

extension ConfigurationFile {
    static let anonymousKeys = ["targets", "display-name", "at-once"]

    static func anonymousLogins(_ top: ConfigurationSection) throws(ExchangeServerError) -> AnonymousLogins {
        var logins = AnonymousLogins()
        guard let section = try top.section("anonymous-login", keys: anonymousKeys) else { return logins }
        let targets = try section.texts("targets")
        guard targets.count <= AnonymousLogins.targetsMax, targets.allSatisfy({ !$0.isEmpty }) else {
            throw section.complaint(
                "targets", "must list at most \(AnonymousLogins.targetsMax) names of users or numbers")
        }
        logins.targets = Set(targets.map(Directory.withoutDomain))
        logins.displayName = try section.displayName("display-name") ?? logins.displayName
        logins.atOnceMax = try section.integer("at-once", in: 1...1_000_000) ?? logins.atOnceMax
        return logins
    }
}
