/// The recording of a conversation: begins with the bridge, once, and only with consent.
enum ConversationRecording: UInt8, Hashable, Sendable, Codable {
    /// Not wanted, or not agreed to.
    case off
    /// Wanted: the next bridge begins it.
    case wanted
    /// The conversation began with it.
    case running
    /// It was saved, or it came to nothing.
    case settled
}
