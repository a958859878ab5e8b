/// The transactions about one call that are under way.
struct VerbSet: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The set of one verb.
    init(_ verb: SystemVerb) {
        switch verb {
        case .start: rawValue = 1
        case .answer: rawValue = 2
        case .end: rawValue = 4
        case .hold: rawValue = 8
        case .mute: rawValue = 16
        case .digits: rawValue = 32
        }
    }
}
