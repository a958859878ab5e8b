package import Redaction

/// What the person did with a notice.
package enum NoticeAnswer: Hashable, Sendable {
    /// Opened it.
    case opened
    /// Wants to call back.
    case callBack(Redacted<String>)

    static let callBack = "call.back"
    static let numberKey = "number"
}
