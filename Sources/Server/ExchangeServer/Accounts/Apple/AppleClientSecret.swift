internal import JWTKit

/// What we prove ourselves to Apple with. Source: Apple, "Creating a client secret".
struct AppleClientSecret: JWTPayload {
    static let audience = "https://appleid.apple.com"

    let iss: IssuerClaim
    let sub: SubjectClaim
    let aud: AudienceClaim
    let iat: IssuedAtClaim
    let exp: ExpirationClaim

    func verify(using algorithm: some JWTAlgorithm) async throws { try exp.verifyNotExpired() }
}
