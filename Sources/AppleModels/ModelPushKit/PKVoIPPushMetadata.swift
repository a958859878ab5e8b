public import Foundation

/// What the system says about a VoIP push (iOS 26.4 and later).
@available(iOS 26.4, *)
open class PKVoIPPushMetadata: NSObject {
    /// Whether a call must be reported. Never to be guessed: its criteria may change (C10).
    public let mustReport: Bool

    init(mustReport: Bool) {
        self.mustReport = mustReport
    }
}
