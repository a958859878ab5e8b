package import MediaEngine
package import Redaction

/// What is known of a call before anything happens.
package struct CallSetup: Hashable, Sendable {
    /// The most headers of a call; FreeSWITCH makes a channel variable of each.
    package static let headersMax = 64

    /// Its name on the wire. Opaque.
    package var callID: String
    package var options: CallOptions
    package var destination: Redacted<String>?
    package var callerName: Redacted<String>?
    package var callerNumber: Redacted<String>?
    package var headers: [CallHeader] = []
    package var clientState: Redacted<String>?
    package var preferredCodecs: [AudioCodec] = []

    package init(callID: String, options: CallOptions) {
        self.callID = callID
        self.options = options
    }
}
