public import Foundation

/// A link to be opened.
@MainActor
open class UIOpenURLContext: NSObject {
    /// The link.
    public let url: URL

    init(url: URL) {
        self.url = url
    }
}
