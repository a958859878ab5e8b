import HouseCheck
import Testing

struct ReportTests {
    private static let files = [
        (
            path: "Sources/Core/SDP/Line.swift",
            text: "/// A line.\npublic struct Line {\n    public var text: String\n}\n"
        ),
        (path: "Sources/Core/RTP/Line.swift", text: "struct Line {\n    enum Kind { case audio }\n}\n"),
        (path: "Sources/Carillon/Bench/Run.swift", text: "struct Run {}\n"),
        (path: "Sources/Carillon/Demo/Cast.swift", text: "private struct Run {}\nstruct Cast {}\n"),
    ]

    private func figure(_ name: String) -> String? {
        Report(files: Self.files).lines().first { $0.hasPrefix(name) }?.dropFirst(46).description
    }

    @Test func `files, modules and types are counted`() {
        #expect(figure("source files") == "4 in 3 modules")
        #expect(figure("lines a file, median") == "3")
        #expect(figure("largest file") == "4 lines")
        #expect(figure("types a file, mean") == "1.2")
    }

    @Test func `a type name of two modules is told with both, a private one and one of the same module are not`() {
        #expect(figure("type names of several modules") == "1")
        #expect(Report(files: Self.files).lines().last == "  Line: RTP, SDP")
    }

    @Test func `only a public declaration wants a docstring`() {
        #expect(figure("public declarations with a docstring") == "1 of 2, 50 %")
    }
}
