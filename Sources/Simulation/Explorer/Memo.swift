public import Synchronization

/// What a pure function has answered before. The same machine meets the same event in thousands of states that differ
/// elsewhere: it is asked once.
///
/// Questions are compared whole, so an answer is never another question's.
public final class Memo<Question: Hashable & Sendable, Answer: Sendable>: Sendable {
    @usableFromInline let answers = Mutex<[Question: Answer]>([:])

    /// Remembers nothing yet.
    public init() {}

    /// The answer to a question.
    ///
    /// - Parameter work: what finds it out, of the question alone; not called again for an equal one.
    @inlinable public func callAsFunction(_ question: Question, _ work: () -> Answer) -> Answer {
        if let known = answers.withLock({ $0[question] }) { return known }
        let answer = work()
        answers.withLock { $0[question] = answer }
        return answer
    }
}

extension Memo where Question == Answer {
    /// The first of all that are equal to it, so that later comparisons are of one with itself.
    @inlinable public func first(equalTo value: Question) -> Question { self(value) { value } }
}
