import Carillon
import Testing

struct PhoneSoundTests {
    @Test(
        arguments: [
            ("silence", .silence), ("tone:440", .tone(440)), ("tone:20", .tone(20)), ("tone:20000", .tone(20_000)),
            ("tone:523.25", .tone(523.25)), ("greeting.wav", .file("greeting.wav")), ("Silence", .file("Silence")),
            ("./tone:440", .file("./tone:440")),
        ] as [(String, PhoneSound)])
    func `silence, a tone or a file`(text: String, wanted: PhoneSound) throws {
        #expect(try PhoneSound(text) == wanted)
    }

    @Test(arguments: ["tone:", "tone:loud", "tone:19", "tone:20001", "tone:-440", "tone:nan", "tone:inf"])
    func `an inaudible tone is refused`(text: String) {
        let problem = #expect(throws: PhoneSound.Problem.self) { try PhoneSound(text) }
        #expect(problem?.description == "a tone is tone:HERTZ, from 20 to 20000")
    }
}
