public import CallModel

/// What happens to a signalling call.
public enum LineEvent: Hashable, Sendable {
    /// It came in. First event of an inbound line.
    case invited(Invitation)
    /// Its state changed; `CallModel` says what states there are. An end comes as `ended`.
    case changed(CallState)
    /// It is over. Last event. `isTold`: the exchange said so; else this device found it out, and cause and SIP
    /// status are made up.
    case ended(Ending, isTold: Bool = true)
    /// An order could not be carried out.
    case failed(LineFailure)
}
