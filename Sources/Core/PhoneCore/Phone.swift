/// The phone's decisions. A value: told what happens, it says what to do.
///
/// It only routes; each decision is made by the machine whose it is. Its state is hashable and small, so that it can be
/// explored exhaustively.
public struct Phone: Hashable, Sendable {
    let limits: PhoneLimits

    /// A phone of a process that has just begun; ``PhoneEvent/launched(_:)`` is to be its first event.
    public init(limits: PhoneLimits = PhoneLimits()) {
        self.limits = limits
    }

    /// Takes one event. Total: whatever comes, whenever, is handled or ignored by rule.
    ///
    /// - Parameters:
    ///   - now: since the shell's origin.
    ///   - effects: what is to be done, appended in order.
    public mutating func handle(_ event: PhoneEvent, at now: Duration, into effects: inout [PhoneEffect]) {
    }

    /// Equal phones decide alike; the limits are the same all through a process.
    public static func == (left: Phone, right: Phone) -> Bool { true }

    public func hash(into hasher: inout Hasher) {}
}
