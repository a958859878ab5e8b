/// Sign in with Apple.
extension DeviceRule {
    public static let c100 = DeviceRule(
        100, "the name comes once", .signIn, .documented, source: "AuthenticationServices; forum 701867",
        "Name and e-mail come with the first authorization only, until the user stops using the account with the app. "
            + "The e-mail stays in the token; the name is nowhere else.")
    public static let c101 = DeviceRule(
        101, "what the credential is worth", .signIn, .documented,
        source: "AuthenticationServices: ASAuthorizationAppleIDCredential",
        "The user is stable for a team; the code works once and for about five minutes; the token carries the hash of "
            + "the nonce and an expiry.",
        asking: RuleQuestion(
            "Sign in with Apple twice within five minutes, and redeem the first code after the second was given out.",
            .noticed("whether Apple's server takes the first code")))
    public static let c102 = DeviceRule(
        102, "credential state at launch", .signIn, .documented, source: "AuthenticationServices: getCredentialState",
        "Revoked and not found mean signed out, transferred follows a change of team; a running app is told of a "
            + "revocation.")
    public static let c103 = DeviceRule(
        103, "needs the foreground", .signIn, .documented, source: "AuthenticationServices: ASAuthorizationController",
        "A request needs a foreground scene to show its sheet; refused by the user it ends with 1001.",
        asking: RuleQuestion(
            "Ask for a sign-in from a background launch, and on a phone without a sign-in to Apple.",
            .noticed("the code of the error each time")))

    static let signInRules: [DeviceRule] = [c100, c101, c102, c103]
}
