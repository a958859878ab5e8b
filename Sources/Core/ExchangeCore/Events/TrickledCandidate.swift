public import Redaction

/// One ICE candidate that travels on its own. Source: RFC 8840 §4.
public struct TrickledCandidate: Hashable, Sendable {
    /// The candidate line, with or without `a=`; it holds addresses of the device.
    public let text: Redacted<String>
    /// The `a=mid` of the media section it belongs to.
    public let mediaID: String?
    /// The index of that section, counted from 0.
    public let mediaIndex: Int?

    /// Makes a candidate.
    public init(text: Redacted<String>, mediaID: String? = nil, mediaIndex: Int? = nil) {
        self.text = text
        self.mediaID = mediaID
        self.mediaIndex = mediaIndex
    }
}
