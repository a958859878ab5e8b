public import Redaction

/// What a signalling call is told. Each is one method of CarillonRTC's `Call`, or `dial` of its client.
public enum LineOrder: Hashable, Sendable {
    /// Places a call over the connection of a registration; everything it says comes under this line.
    case dial(LineID, RegistrationID, DialledParty)
    case answer(LineID)
    case decline(LineID, isBusy: Bool)
    case hangUp(LineID)
    case hold(LineID, Bool)
    case mute(LineID, Bool)
    case digits(LineID, Redacted<String>)
    /// ICE restart.
    case restartMedia(LineID)
}
