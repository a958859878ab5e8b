public import Foundation

/// Begin or end translating what is said (iOS 26). The model never asks for it, and refuses a request of it.
open class CXSetTranslatingCallAction: CXCallAction {
    /// Translate if true.
    public let isTranslating: Bool
    /// What the user speaks.
    public let localLocale: Locale
    /// What the other side speaks.
    public let remoteLocale: Locale

    /// Begin or end translating.
    public init(call callUUID: UUID, isTranslating: Bool, localLocale: Locale, remoteLocale: Locale) {
        self.isTranslating = isTranslating
        self.localLocale = localLocale
        self.remoteLocale = remoteLocale
        super.init(call: callUUID)
    }
}
