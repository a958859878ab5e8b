/// What the exchange and the client change in a description that somebody else made.
extension SessionDescription {
    /// Adds candidates to the section at `index`, and says whether these were all. Ignores an index that is not there.
    public mutating func add(_ candidates: [IceCandidate], isComplete: Bool, toMediaAt index: Int) {
        guard media.indices.contains(index) else { return }
        let isFinal = isComplete || media[index].hasAllCandidates
        media[index].removeAttributes("end-of-candidates")
        for candidate in candidates { media[index].append("candidate", candidate.text) }
        if isFinal { media[index].append("end-of-candidates") }
    }

    /// Sets the direction of every section of that kind that is in use.
    public mutating func setDirection(_ direction: MediaDirection, ofKind kind: String = "audio") {
        for index in media.indices where media[index].kind == kind && !media[index].isRejected {
            media[index].setDirection(direction)
        }
    }

    /// Moves preferred codecs to the front of every audio section.
    public mutating func prefer(_ codecs: [CodecPreference]) {
        for index in media.indices where media[index].kind == "audio" {
            media[index].prefer(codecs)
        }
    }

    /// Puts session lines into the order of RFC 8866 §9. Lines with the same letter keep their order.
    ///
    /// Telnyx's clients write `a=ice-options` before `s=`, which libwebrtc refuses: order before passing it on.
    public mutating func orderSessionLines() {
        let order: [Character] = ["s", "i", "u", "e", "p", "c", "b", "t", "r", "z", "k"]
        var ordered: [SDPLine] = []
        for letter in order {
            ordered += lines.filter { if case .other(letter, _) = $0 { true } else { false } }
        }
        let others = lines.filter { line in
            if case .other(let letter, _) = line { !order.contains(letter) } else { true }
        }
        lines = ordered + others
    }
}
