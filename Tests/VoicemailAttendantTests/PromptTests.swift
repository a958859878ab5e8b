import MediaEngine
import Testing
import VoicemailAttendant

/// What a caller hears before the message.
@Suite struct PromptTests {
    @Test func `without a greeting the beep comes after half a second`() throws {
        #expect(try Prompt().duration == .milliseconds(900))
    }

    @Test func `a greeting of any rate comes before the beep`() throws {
        let greeting = WAVFile(sampleRate: 8_000, samples: [Int16](repeating: 1_000, count: 16_000))
        let seconds = try Prompt(greeting: greeting).duration / .seconds(1)
        #expect(abs(seconds - 2.9) < 0.05)
    }

    @Test func `a greeting of ten minutes is cut after one`() throws {
        let greeting = WAVFile(sampleRate: 8_000, samples: [Int16](repeating: 0, count: 8_000 * 600))
        #expect(try Prompt(greeting: greeting).duration == .milliseconds(60_900))
    }
}
