public import RingCore

/// Whoever makes legs and joins them: Telnyx is one, our own gateway another.
///
/// It is told what to do and says whether it took it; what became of it is news, which comes back as input to the ring
/// session. The same order may come twice, with the same name: it must have one effect.
public protocol Carrier: Sendable {
    /// Does what a ring session ordered. Returns ``CommandResult/unavailable`` when nobody knows whether it was done.
    func perform(_ order: CarrierOrder) async -> CarrierReply

    /// Which of our legs a name stands for, by the mark we dialled it with.
    ///
    /// - Returns: nil when it is none of ours, is the caller's, or cannot be asked about now.
    func own(_ leg: CarrierLegID) async -> OwnLeg?

    /// Whether dials for a caller count against an account, which may make so many in a while.
    func countsDials(for parent: CarrierLegID) -> Bool

    /// Whether whoever calls by a leg is known to be in a call without the rings saying so.
    func countsCaller(of parent: CarrierLegID) -> Bool
}

extension Carrier {
    public func countsDials(for parent: CarrierLegID) -> Bool { true }
    public func countsCaller(of parent: CarrierLegID) -> Bool { false }
}
