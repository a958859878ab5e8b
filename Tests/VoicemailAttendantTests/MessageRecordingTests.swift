import MediaEngine
import Testing
import VoicemailAttendant

/// When a message is over, and what of it is kept.
@Suite struct MessageRecordingTests {
    private static let voice = 0.1
    private static let silence = 0.0

    /// Speaks or is silent for so many seconds.
    ///
    /// - Returns: after how many seconds the message was over; nil if it is not.
    private static func feed(_ parts: [(level: Double, seconds: Int)], into recording: inout MessageRecording)
        -> Double?
    {
        var frames = 0
        for part in parts {
            for _ in 0..<(part.seconds * AudioFrame.framesPerSecond) {
                frames += 1
                if recording.process(level: part.level) == .stop {
                    return Double(frames) / Double(AudioFrame.framesPerSecond)
                }
            }
        }
        return nil
    }

    @Test func `a message goes on while the caller speaks, and through pauses`() {
        var recording = MessageRecording(MessageLimits())
        #expect(Self.feed([(Self.voice, 5), (Self.silence, 7), (Self.voice, 5)], into: &recording) == nil)
        #expect(recording.isMessage)
    }

    @Test func `eight seconds of silence end it, and are not kept`() {
        var recording = MessageRecording(MessageLimits())
        #expect(Self.feed([(Self.voice, 3), (Self.silence, 20)], into: &recording) == 11)
        #expect(recording.keptFrames == 3 * AudioFrame.framesPerSecond + AudioFrame.framesPerSecond / 2)
    }

    @Test func `a caller who never stops is cut off after two minutes`() {
        var recording = MessageRecording(MessageLimits())
        #expect(Self.feed([(Self.voice, 300)], into: &recording) == 120)
        #expect(recording.keptFrames == 120 * AudioFrame.framesPerSecond)
    }

    @Test func `a breath and a click do not count as a message`() {
        var recording = MessageRecording(MessageLimits())
        _ = Self.feed([(Self.silence, 2)], into: &recording)
        for _ in 0..<20 { _ = recording.process(level: Self.voice) }
        _ = Self.feed([(Self.silence, 2)], into: &recording)
        #expect(!recording.isMessage)
    }

    @Test func `noise of a quiet room is silence`() {
        var recording = MessageRecording(MessageLimits())
        #expect(Self.feed([(0.002, 60)], into: &recording) == 8)
        #expect(!recording.isMessage)
    }
}
