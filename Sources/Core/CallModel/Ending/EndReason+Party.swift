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
