/// Descriptions as peers write them. Addresses are documentation or private ones, credentials are of calls long over.
package enum PeerDescription {
    package static let all: [String] = [
        chromeOffer,
        chromeAnswer,
        chromeVideoOffer,
        libwebrtcOffer,
        aiortcOffer,
        aiortcAnswer,
        freeSwitchOffer,
        freeSwitchAnswer,
        freeSwitchAttach,
        telnyxTrickleOffer,
        telnyxAnswer,
    ]

    /// Lines end with CR LF on the wire.
    static func lines(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { $0 + "\r\n" }.joined()
    }
}
