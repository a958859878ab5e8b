public import PhoneCore

/// Signalling and media of all registrations, behind one interface.
///
/// Nothing is done before it is ordered: making one opens no socket, no engine and no audio unit. It tells what happens
/// as ``PhoneEvent/signaling(_:_:)`` and ``PhoneEvent/line(_:_:)``; where an order cannot be carried out, that too.
/// Every order is harmless when it is repeated, or when what it is about is gone.
@MainActor
public protocol SignalingPort: PhoneEventSource {
    /// Tells a signalling call what to do, or places one.
    func perform(_ order: LineOrder)

    /// Connects or disconnects a registration, with the credentials that are stored for it.
    func perform(_ order: SignalingOrder)

    /// Opens the audio units and lets the sound of this line through, and of no other. The session is active.
    func startAudio(of line: LineID)

    /// Closes the audio units. Never touches the session: its activation is the system's. Source: apple-contract C61.
    func stopAudio()
}
