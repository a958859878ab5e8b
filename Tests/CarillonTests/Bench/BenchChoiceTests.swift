import ArgumentParser
import Carillon
import Testing

struct BenchChoiceTests {
    private static let groups = [
        (name: "verto", figures: ["verto-decode", "verto-encode"]), (name: "phone", figures: ["push-to-report-p50"]),
        (name: "push", figures: ["pushes", "push-cpu"]),
        (name: "exchange", figures: ["call-setup-p50", "call-setups"]),
    ]

    private func chosen(_ words: String...) -> [String] {
        let choice = BenchChoice(words, among: Self.groups)
        return Self.groups.flatMap { group in group.figures.filter { choice.includes($0, of: group.name) } }
    }

    @Test func `a group, a figure, or the beginning of either is chosen`() {
        #expect(chosen().count == 7)
        #expect(chosen("verto") == ["verto-decode", "verto-encode"])
        #expect(chosen("verto-decode") == ["verto-decode"])
        #expect(chosen("call-setup") == ["call-setup-p50", "call-setups"])
        #expect(chosen("push") == ["pushes", "push-cpu"])
        #expect(chosen("push-") == ["push-to-report-p50", "push-cpu"])
        #expect(chosen("exch", "verto-encode") == ["verto-encode", "call-setup-p50", "call-setups"])
    }

    @Test func `only groups with something chosen are measured`() {
        let choice = BenchChoice(["verto-decode", "pushes"], among: Self.groups)
        #expect(Self.groups.map { choice.includes(group: $0.name) } == [true, false, true, false])
    }

    @Test func `each word must choose something`() {
        #expect(BenchChoice(["verto", "nothing"], among: Self.groups).idleWord == "nothing")
        #expect(BenchChoice(["verto-decode", "call"], among: Self.groups).idleWord == nil)
        #expect(BenchChoice([], among: Self.groups).idleWord == nil)
    }

    @Test(arguments: ["verto-decode", "call-model-allocations", "registrations", "push-to-report-p99", "media-legs"])
    func `the command takes the figures it prints`(figure: String) {
        #expect(throws: Never.self) { try BenchCommand.parse(["--only", figure]) }
    }

    @Test func `an unknown benchmark is refused with the list of benchmarks`() {
        let error = #expect(throws: (any Error).self) { try BenchCommand.parse(["--only", "verto-dekode"]) }
        let told = error.map { BenchCommand.message(for: $0) }
        #expect(
            told?.contains("no benchmark or figure begins with verto-dekode; there are floors (floor-round-trip-p50")
                == true)
    }
}
