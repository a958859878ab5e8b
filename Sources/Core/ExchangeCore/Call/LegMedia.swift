internal import Redaction

/// What one device has said about its media: a description, and the candidates that followed it.
struct LegMedia: Hashable, Sendable {
    /// The last description; `nil` of a device that has not answered.
    var description: Redacted<String>?
    /// Whether candidates follow the description.
    var trickles = false
    /// The candidates that followed, in order.
    var candidates: [TrickledCandidate] = []
    /// Whether the device said that there are no more.
    var hasEnded = false
    /// Whether further candidates are not worth waiting for: none follow, all are there, or they took too long.
    var isSettled = false

    /// A device that has said nothing yet.
    static let none = LegMedia()

    private init() {}

    init(description: Redacted<String>, trickles: Bool) {
        self.description = description
        self.trickles = trickles
        isSettled = !trickles
    }

    /// Takes an answer; candidates that came before it are kept.
    mutating func accept(_ answering: Answering) {
        description = answering.description
        trickles = answering.trickles
        isSettled = !trickles || hasEnded
    }

    /// The description with everything in it, for a device that takes no candidates afterwards.
    var whole: Redacted<String>? {
        guard let description else { return nil }
        guard !candidates.isEmpty || trickles else { return description }
        return DescriptionText.whole(description, with: candidates)
    }
}
