import Carillon
import Testing

struct PhoneInstructionTests {
    @Test(
        arguments: [
            ("dial 4711", .dial("4711")), ("d bob@example.test", .dial("bob@example.test")), ("answer", .answer),
            ("a", .answer), ("decline", .decline), ("x", .decline), ("hang", .hangUp), ("hangup", .hangUp),
            ("b", .hangUp),
            ("hold", .hold), ("h", .hold), ("resume", .resume), ("r", .resume), ("mute", .mute), ("m", .mute),
            ("unmute", .unmute), ("u", .unmute), ("digits 12#", .digits("12#")), ("t *", .digits("*")),
            ("transfer Cleo", .transfer("Cleo")), ("restart", .restartMedia), ("play tone:440", .play("tone:440")),
            ("p silence", .play("silence")),
            ("use 2", .use(2)), ("calls", .calls), ("c", .calls), ("help", .help), ("?", .help), ("quit", .quit),
            ("q", .quit),
        ] as [(String, PhoneInstruction)])
    func `a word, long or short, is an instruction`(line: String, wanted: PhoneInstruction) throws {
        #expect(try PhoneInstruction(line) == wanted)
        #expect(try PhoneInstruction("  \(line.replacing(" ", with: "\t "))\r") == wanted)
    }

    @Test func `the verb may be in capitals, and the rest keeps its case`() throws {
        #expect(try PhoneInstruction("DIAL Bob") == .dial("Bob"))
        #expect(try PhoneInstruction("play my Song.wav") == .play("my Song.wav"))
    }

    @Test(arguments: ["", " ", "\t\r"])
    func `an empty line is not an instruction`(line: String) throws {
        #expect(try PhoneInstruction(line) == nil)
    }

    @Test(arguments: [
        ("dial", "dial NUMBER"), ("d  ", "dial NUMBER"), ("digits", "digits 0-9*#A-D"),
        ("play", "play FILE.wav|tone:HERTZ|silence"), ("use", "use NUMBER of a call"),
        ("use two", "use NUMBER of a call"), ("use 1 2", "use NUMBER of a call"), ("sing", "unknown command; try help"),
        ("4711", "unknown command; try help"),
    ])
    func `a missing or unknown part of an instruction is named`(line: String, told: String) {
        #expect(throws: PhoneInstruction.Problem(text: told)) { try PhoneInstruction(line) }
    }

    @Test func `every usage of the manual is an instruction, named by its first word`() throws {
        for (usage, _) in PhoneInstruction.manual {
            let line = usage.replacing("use NUMBER", with: "use 1")
            let instruction = try #require(try PhoneInstruction(line), "\(usage)")
            #expect(usage.split(separator: " ").first.map(String.init) == instruction.name)
        }
    }
}
