/// The recording of a conversation: begins once, and only with consent, and pauses while they do not talk.
enum ConversationRecording: UInt8, Hashable, Sendable, Codable {
    /// Not wanted, or not agreed to.
    case off
    /// Wanted, and agreed to: the next bridge begins it.
    case wanted
    /// It runs.
    case running
    /// It was saved, or it came to nothing.
    case settled
    /// Wanted once those who talk were told of it.
    case unannounced
    /// They are being told.
    case announcing
    /// They were being told, and no longer talk: they are told again.
    case interrupted
    /// They were told: it begins as soon as they talk.
    case announced
    /// It stands still.
    case paused
    /// It was ended before the call was; what there is may be saved still.
    case cut
    /// The call is over, and it was not saved in time: that was alarmed, and it may come still.
    case overdue

    /// Whether there is a recording at the carrier that may be saved.
    var hasBegun: Bool {
        switch self {
        case .running, .paused, .cut, .overdue: true
        case .off, .wanted, .settled, .unannounced, .announcing, .interrupted, .announced: false
        }
    }

    /// Whether the carrier still owes it. A recording that was cut was alarmed then, or its call had no conversation.
    var isAwaited: Bool { self == .running || self == .paused }
}
