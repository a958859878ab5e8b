public import Foundation

/// Begin or end translating what is said. The model never asks for it, and refuses a request of it.
@available(iOS 26.0, *)
open class CXSetTranslatingCallAction: CXCallAction {
    /// Translate if true.
    public let isTranslating: Bool
    /// What the user speaks, as a code of BCP 47.
    public let localLanguage: String
    /// What the other side speaks, as a code of BCP 47.
    public let remoteLanguage: String

    /// Begin or end translating.
    public init(call callUUID: UUID, isTranslating: Bool, localLanguage: String, remoteLanguage: String) {
        self.isTranslating = isTranslating
        self.localLanguage = localLanguage
        self.remoteLanguage = remoteLanguage
        super.init(call: callUUID)
    }
}
