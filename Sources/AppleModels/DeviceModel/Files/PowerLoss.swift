/// What is lost of that which nobody brought onto the disk. Any mixture may happen; these are the worst of each kind.
public struct PowerLoss: Hashable, Sendable, CaseIterable {
    /// What becomes of contents that were not synchronized.
    public enum Contents: String, Hashable, Sendable, CaseIterable {
        /// None of them are there.
        case unsynchronized
        /// The first half is there.
        case half
    }

    /// What becomes of contents.
    public var contents: Contents
    /// Whether the names are as they were last changed, or as they were when the folder was last synchronized.
    public var keepsNames: Bool

    public init(_ contents: Contents = .unsynchronized, keepsNames: Bool = true) {
        self.contents = contents
        self.keepsNames = keepsNames
    }

    public static let allCases = [true, false].flatMap { keepsNames in
        Contents.allCases.map { PowerLoss($0, keepsNames: keepsNames) }
    }
}
