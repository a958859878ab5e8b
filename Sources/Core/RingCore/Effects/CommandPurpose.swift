/// What a command to the carrier is for. Part of its name, so the numbers never change.
public enum CommandPurpose: UInt8, Hashable, Sendable, Codable, CaseIterable {
    /// Ringing a device.
    case dial = 1
    /// Taking a call that waits.
    case answer = 2
    /// Joining caller and winner.
    case bridge = 3
    /// Ending a leg.
    case hangUp = 4
    /// Asking how a leg is.
    case look = 5
    /// Asking whoever answered a number whether they are a person.
    case confirm = 6
    /// The ringing tone, for a caller whose winner was lost.
    case playRingback = 7
    /// The voicemail greeting.
    case playGreeting = 8
    /// The greeting the carrier speaks itself, when the recorded one cannot be played.
    case speakGreeting = 9
    /// An apology before the end.
    case playApology = 10
    /// Ending whatever plays.
    case stopPlayback = 11
    /// Recording a message.
    case recordMessage = 12
    /// Ending a recording.
    case stopRecording = 13
    /// Joining the winner and a device that is consulted.
    case consult = 14
    /// What a caller hears who is kept waiting.
    case playHold = 15
    /// Telling those who talk that they will be recorded.
    case announceRecording = 16
    /// Recording a conversation that was announced.
    case recordConversation = 17
    /// Pausing a recording.
    case pauseRecording = 18
    /// Going on with it.
    case resumeRecording = 19
}
