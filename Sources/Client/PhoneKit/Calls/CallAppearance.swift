public import Foundation

/// How the system shows this app's calls.
public struct CallAppearance: Sendable {
    /// A sound file of the bundle, shorter than 30 s; `nil` for the system's ring.
    public var ringtoneSound: String?
    /// A square PNG of 40 points, of which only the alpha counts.
    public var icon: Data?
    /// Whether calls appear in Recents.
    public var appearsInRecents = true

    /// The system's ring, no icon, Recents.
    public init() {}
}
