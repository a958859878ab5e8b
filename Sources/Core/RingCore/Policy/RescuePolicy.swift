/// How long a device may take a call that has gone to voicemail. Never both: a call that is taken leaves no message.
public enum RescuePolicy: String, Hashable, Sendable, Codable {
    /// Not at all: voicemail is the end of ringing.
    case refused
    /// Until the greeting is over; the devices ring on under it.
    case untilGreetingEnds
    /// Until the caller has said all; the message so far is thrown away.
    case untilSaved
}
