extension AudioRoute {
    /// The page's word for it: Z360's, which has none for a car. Source: seed z360-ios-current-state §3.6.
    public var word: String {
        switch self {
        case .receiver: "earpiece"
        case .speaker: "speaker"
        case .headphones: "headphones"
        case .bluetooth: "bluetooth"
        case .carPlay: "carplay"
        case .other: "unknown"
        }
    }

    init(_ reader: BridgeReader, _ key: String) throws(BridgeError) {
        let word = try reader.needed(key)
        guard let route = Self.allCases.first(where: { $0.word == word }) else { throw BridgeError(.outOfBounds, key) }
        self = route
    }
}
