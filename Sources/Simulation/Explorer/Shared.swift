public import Synchronization

/// A part of a state that it has in common with many other states: copied as one word, and hashed once.
///
/// A step changes few parts of a state. The others it hands on as they are, and what tells states apart is asked of each
/// part once, however many states have it. A change makes a new part, and leaves the one before to the states that have it.
@propertyWrapper
public struct Shared<Value: Hashable & Sendable>: Sendable {
    @usableFromInline final class Kept: Sendable {
        @usableFromInline let value: Value
        /// Zero until it is asked for: a part that changes again in the same step is never hashed.
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

    /// The part itself, to be handed on or asked about as a whole.
    @inlinable public var projectedValue: Self {
        get { self }
        set { self = newValue }
    }
}

extension Shared: Hashable {
    /// The part's share in the fingerprint of a state: that of the whole value.
    @inlinable var fingerprint: Int {
        let known = kept.fingerprint.load(ordering: .relaxed)
        if known != 0 { return known }
        let fingerprint = kept.value.hashValue
        kept.fingerprint.store(fingerprint, ordering: .relaxed)
        return fingerprint
    }

    /// Whether they are one part, or equal in value.
    @inlinable public static func == (left: Self, right: Self) -> Bool {
        left.kept === right.kept || left.fingerprint == right.fingerprint && left.kept.value == right.kept.value
    }

    @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }
}
