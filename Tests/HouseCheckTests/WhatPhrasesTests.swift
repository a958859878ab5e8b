import HouseCheck
import Testing

struct WhatPhrasesTests {
    /// - Parameter text: with `*` in the place of the word, so that this file passes the rule.
    private func lines(_ text: String) -> [Int] {
        WhatPhrases.lines(in: text.replacing("*", with: "what").split(separator: "\n"))
    }

    private func document(_ line: String) -> [Int] {
        WhatPhrases.lines(inDocument: [Substring(line.replacing("*", with: "what"))])
    }

    @Test(arguments: [
        "/// Reads * is stored.", "/// The state of the call, and * it holds.", "    // so * was sent comes again",
        "throw Fault(\"* is left of the file\")", "@Test func `* is refused stays refused`() {}",
    ])
    func `a noun phrase without its noun is found`(line: String) {
        #expect(lines("let limit = 1\n\(line)\nlet last = 2") == [2])
    }

    @Test func `a noun phrase at the beginning of a sentence is found`() {
        #expect(WhatPhrases.lines(in: ["/// Wh\("at") it stores."]) == [1])
    }

    @Test(arguments: [
        "/// The phone is told * is wrong.", "/// The log says * it did.", "/// The phone decides * is due.",
        "/// A test asks\n/// * it got.", "/// Somewhat it helps.", "let what = Wanted(is: it)",
        "/// Names * the device sent.",
    ])
    func `a question is no finding`(text: String) {
        #expect(lines(text) == [])
    }

    @Test func `a verb of the sentence before asks nothing`() {
        #expect(lines("/// The log says it all;\n/// * was lost.") == [2])
    }

    @Test func `a document may quote a phrase in backticks`() {
        #expect(document("The fault is `reports * it knows`.") == [])
        #expect(document("It reports * it `knows`.") == [1])
    }

    @Test func `the line above allows a phrase and gives the reason`() {
        #expect(lines("// on purpose: files have this value\ncase stored = \"* is stored\"") == [])
    }
}
