internal import JWTKit

/// A payload whose claims are looked at elsewhere: JWTKit only checks the signature.
struct UncheckedPayload: JWTPayload {
    func verify(using algorithm: some JWTAlgorithm) async throws {}
}
