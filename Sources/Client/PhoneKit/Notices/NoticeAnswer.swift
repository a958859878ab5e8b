package import PhoneCore
package import Redaction

/// What the person did with a notice: opened it, or wants to call back.
nonisolated package struct NoticeAnswer: Hashable, Sendable {
    /// The call it is about.
    package let call: CallUUID
    /// Whom to call back; `nil` if it was only opened.
    package let number: Redacted<String>?

    static let callBack = "call.back"
    static let numberKey = "number"
}
