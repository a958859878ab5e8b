public import Foundation
public import PushPayload

extension WallTime {
    /// The moment of a date, within the bounds of both.
    public init(_ date: Date) {
        let milliseconds = date.timeIntervalSince1970 * 1_000
        let bound = Double(WallTime.bound)
        self.init(milliseconds: Int64(min(max(milliseconds, -bound), bound)))
    }
}
