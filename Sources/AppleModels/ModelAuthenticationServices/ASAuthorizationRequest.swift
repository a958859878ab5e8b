public import Foundation

/// Something to be authorized.
open class ASAuthorizationRequest: NSObject {
    /// Who is asked.
    public let provider: ASAuthorizationAppleIDProvider

    init(provider: ASAuthorizationAppleIDProvider) {
        self.provider = provider
    }
}
