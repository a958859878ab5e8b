internal import CallModel
internal import Redaction
internal import SDP

/// The media of one device: its description, and the candidates that followed it.
struct LegMedia: Hashable, Sendable {
    /// The device's last description; `nil` if it has not answered.
    var description: Redacted<String>?
    /// Whether candidates follow the description.
    var trickles = false
    /// The candidates that followed, in order.
    var candidates: [TrickledCandidate] = []
    /// Whether the device said that there are no more.
    var hasEnded = false
    /// Whether the call waits for no further candidates: none follow, all are there, or they took too long.
    var isSettled = false

    /// The media of a device that has described none yet.
    static let none = LegMedia()

    private init() {}

    init(description: Redacted<String>, trickles: Bool) {
        self.description = description
        self.trickles = trickles
        isSettled = !trickles
    }

    /// Takes an answer; candidates that came before it are kept.
    mutating func accept(_ answering: AnswerRequest) {
        description = answering.description
        trickles = answering.trickles
        isSettled = !trickles || hasEnded
    }

    /// Forgets the candidates, as those of a new description follow.
    mutating func forgetCandidates() {
        candidates = []
        hasEnded = false
        isSettled = !trickles
    }

    /// The description with all candidates written in, for a device that takes none afterward.
    var whole: Redacted<String>? {
        guard let description else { return nil }
        guard !candidates.isEmpty || trickles else { return description }
        return SessionDescriptionEditing.whole(description, with: candidates)
    }
}

/// Reads and changes session descriptions. The exchange passes descriptions through unchanged where it can, because
/// media flow between the devices.
enum SessionDescriptionEditing {
    /// Whether a device can be offered this description: it can be read and has an audio section.
    static func isUsable(_ text: Redacted<String>) -> Bool { SessionDescription.hasAudio(text.revealed) }

    /// The user fragment, which names the ICE generation: it changes with every restart.
    static func userFragment(_ text: Redacted<String>) -> String? {
        (try? SessionDescription(parsing: text.revealed))?.firstUserFragment
    }

    /// The description with the candidates written in, and declared complete. An unreadable description is returned
    /// unchanged.
    static func whole(_ text: Redacted<String>, with candidates: [TrickledCandidate]) -> Redacted<String> {
        guard var description = try? SessionDescription(parsing: text.revealed) else { return text }
        var sections: [[IceCandidate]] = Array(repeating: [], count: description.media.count)
        for candidate in candidates {
            let index = section(of: candidate, in: description)
            guard sections.indices.contains(index), let parsed = parse(candidate) else { continue }
            sections[index].append(parsed)
        }
        description.removeAttributes("ice-options")
        for index in sections.indices {
            description.media[index].removeAttributes("ice-options")
            description.add(sections[index], isComplete: true, toMediaAt: index)
        }
        return Redacted(description.text)
    }

    /// The description as an offer to another device. An answer had chosen a DTLS role; an offer leaves it open.
    /// Source: RFC 8842 §5.2 (an offer says `actpass`).
    static func offer(_ text: Redacted<String>) -> Redacted<String> {
        guard var description = try? SessionDescription(parsing: text.revealed) else { return text }
        if description.hasAttribute("setup") { description.set("setup", to: "actpass") }
        for index in description.media.indices where description.media[index].hasAttribute("setup") {
            description.media[index].set("setup", to: "actpass")
        }
        return Redacted(description.text)
    }

    /// The description as an offer that tells what a device can send and hear, but not where it is reached: it names no
    /// candidate, and credentials of no agent.
    static func offerWithoutPath(_ text: Redacted<String>, for call: CallSessionID) -> Redacted<String> {
        guard var description = try? SessionDescription(parsing: offer(text).revealed) else { return text }
        let password = "\(call)".filter { $0 != "-" }
        description.removePath(password)
        for index in description.media.indices { description.media[index].removePath(password) }
        return Redacted(description.text)
    }

    private static func section(of candidate: TrickledCandidate, in description: SessionDescription) -> Int {
        if let mediaID = candidate.mediaID,
            let index = description.media.firstIndex(where: { $0.mediaIdentification == mediaID })
        {
            return index
        }
        return candidate.mediaIndex ?? 0
    }

    private static func parse(_ candidate: TrickledCandidate) -> IceCandidate? {
        try? IceCandidate(parsing: candidate.text.revealed)
    }
}

extension AttributeContainer {
    fileprivate mutating func removePath(_ password: String) {
        removeAttributes("candidate", "end-of-candidates", "ice-options")
        if hasAttribute("ice-ufrag") { set("ice-ufrag", to: "transfer") }
        if hasAttribute("ice-pwd") { set("ice-pwd", to: password) }
    }
}
