public import Foundation

/// Something to be authorized.
open class ASAuthorizationRequest: NSObject {
    /// Who is asked.
    public let provider: any ASAuthorizationProvider

    init(provider: any ASAuthorizationProvider) {
        self.provider = provider
    }
}
