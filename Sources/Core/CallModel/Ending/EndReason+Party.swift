/// One of the devices that a call session ends for.
public enum Party: String, CaseIterable, Hashable, Sendable, Codable {
    /// The device that placed the call.
    case caller
    /// The callee's device that settled it: the one that answered, declined or was busy. Also each of them when none did.
    case settlingDevice
    /// Any other device of the callee that was rung.
    case otherDevice
}

extension EndReason {
    /// What a device is told when the whole session ended with this reason.
    ///
    /// | session | caller, settling device | other devices of the callee |
    /// |---|---|---|
    /// | `completed`, `dropped` | the same | `answeredElsewhere` |
    /// | `declined` | the same | `declinedElsewhere` |
    /// | anything else | the same | the same |
    ///
    /// It keeps the order of precedence, so it does not matter whether news is merged before or after it is told.
    public func told(to party: Party) -> EndReason {
        switch (party, self) {
        case (.caller, _), (.settlingDevice, _):
            self
        case (.otherDevice, .completed), (.otherDevice, .dropped), (.otherDevice, .answeredElsewhere):
            .answeredElsewhere
        case (.otherDevice, .declined), (.otherDevice, .declinedElsewhere):
            .declinedElsewhere
        case (.otherDevice, .failed), (.otherDevice, .unreachable), (.otherDevice, .incompatible),
            (.otherDevice, .noAnswer), (.otherDevice, .cancelled), (.otherDevice, .busy):
            self
        }
    }
}
