/// An answer a framework owes the app.
///
/// A process that dies is never answered. Only a task that awaits is woken then, with what cannot be mistaken for an
/// answer of the system's: else it would stay in memory for ever.
package struct OwedAnswer<Answer: Sendable>: Sendable {
    /// Gives the answer.
    package let give: @Sendable (Answer) -> Void
    private let abandonment: Answer?

    /// - Parameter abandonment: What a task that awaits is woken with; nil for a completion handler.
    package init(_ give: @escaping @Sendable (Answer) -> Void, abandonment: Answer? = nil) {
        self.give = give
        self.abandonment = abandonment
    }

    /// The process is gone.
    package func abandon() {
        if let abandonment { give(abandonment) }
    }
}
