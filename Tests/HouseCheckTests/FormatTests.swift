import HouseCheck
import Testing

struct FormatTests {
    private let files = ["A.swift": "11aa", "B.swift": "22bb"]

    private func record(passing passed: Set<String>, tool: String = "6.3 ffee") -> FormatRecord {
        var record = FormatRecord(tool: tool)
        record.passed = passed
        return record
    }

    @Test func `a file that has not changed since it passed is not looked at again`() {
        #expect(record(passing: ["11aa"]).unknown(of: files) == ["B.swift": "22bb"])
    }

    @Test func `a file that moved is not looked at again, one that changed is`() {
        let record = record(passing: ["11aa", "22bb"])
        #expect(record.unknown(of: ["C.swift": "11aa", "B.swift": "33cc"]) == ["B.swift": "33cc"])
    }

    @Test func `a file that was complained of is looked at again, the others are not`() {
        var record = record(passing: [])
        record.note(["A.swift"], of: files)
        #expect(record.passed == ["22bb"])
    }

    @Test(arguments: ["swift format", "error", "C.swift"])
    func `a formatter that failed has passed nothing`(complaint: String) {
        var record = record(passing: ["11aa"])
        record.note([complaint], of: files)
        #expect(record.passed == ["11aa"])
    }

    @Test func `a record is read as it was written`() {
        let record = record(passing: ["11aa", "22bb"])
        #expect(FormatRecord(text: record.text, tool: record.tool) == record)
    }

    @Test(arguments: ["", "\n", "6.4 ffee\n11aa\n", "6.3 0000\n11aa\n22bb\n"])
    func `a record of another formatter, or of other rules, counts for nothing`(text: String) {
        #expect(FormatRecord(text: text, tool: "6.3 ffee").unknown(of: files) == files)
    }
}
