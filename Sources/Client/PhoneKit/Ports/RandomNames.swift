public import CallModel
import Foundation

/// Names drawn by the system's own generator.
public struct RandomNames: NameSource {
    /// A source; all are alike.
    public init() {}

    public func freshName() -> UUIDValue { UUID().value }
}
