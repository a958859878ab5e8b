public import Synchronization

/// A part of a state that many states share. It is copied as one word and hashed once.
///
/// A step changes few parts of a state and shares the others. The hash of a part is computed once, however many states
/// have it. A change makes a new part and does not affect the states that have the old one.
@propertyWrapper
public struct Shared<Value: Hashable & Sendable>: Sendable {
    @usableFromInline final class Kept: Sendable {
        @usableFromInline let value: Value
        /// Zero until it is needed, so that a part that changes again in the same step is never hashed.
        @usableFromInline let fingerprint = Atomic<Int>(0)

        @inlinable init(_ value: Value) { self.value = value }
    }

    @usableFromInline var kept: Kept

    /// Keeps a value.
    @inlinable public init(wrappedValue: Value) { kept = Kept(wrappedValue) }

    /// Keeps a value.
    @inlinable public init(_ value: Value) { kept = Kept(value) }

    /// The value.
    @inlinable public var wrappedValue: Value {
        _read { yield kept.value }
        _modify {
            var value = kept.value
            defer { kept = Kept(value) }
            yield &value
        }
    }

    /// The part itself, to be shared or compared as a whole.
    @inlinable public var projectedValue: Self {
        get { self }
        set { self = newValue }
    }
}

extension Shared: Hashable {
    /// The hash of the whole value, which a state's fingerprint includes.
    @inlinable var fingerprint: Int {
        let known = kept.fingerprint.load(ordering: .relaxed)
        if known != 0 { return known }
        let fingerprint = kept.value.hashValue
        kept.fingerprint.store(fingerprint, ordering: .relaxed)
        return fingerprint
    }

    /// Whether the parts are identical or equal in value.
    @inlinable public static func == (left: Self, right: Self) -> Bool {
        left.kept === right.kept || left.fingerprint == right.fingerprint && left.kept.value == right.kept.value
    }

    @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }
}

/// Caches the results of a pure function. The same machine handles the same event in thousands of states that differ
/// elsewhere, and is asked only once.
///
/// Questions are compared by value, not by hash alone, so an answer always belongs to its question.
public final class MemoizedFunction<Question: Hashable & Sendable, Answer: Sendable>: Sendable {
    @usableFromInline let answers = Mutex<[Question: Answer]>([:])

    /// Makes an empty cache.
    public init() {}

    /// Returns the answer to a question.
    ///
    /// - Parameter work: computes the answer from the question alone; it is not called again for an equal question.
    @inlinable public func callAsFunction(_ question: Question, _ work: () -> Answer) -> Answer {
        if let known = answers.withLock({ $0[question] }) { return known }
        let answer = work()
        answers.withLock { $0[question] = answer }
        return answer
    }
}

extension MemoizedFunction where Question == Answer {
    /// Returns the first value that was equal to `value`, so that later comparisons find identical objects.
    @inlinable public func first(equalTo value: Question) -> Question { self(value) { value } }
}
