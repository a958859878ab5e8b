/// A value of a notification's `userInfo` that may cross threads.
package enum NotedValue: Sendable {
    /// A number, as `UInt`.
    case number(UInt)
    /// An object, made where it is posted.
    case object(@Sendable () -> AnyObject)

    var any: Any {
        switch self {
        case .number(let number): number
        case .object(let make): make()
        }
    }
}
