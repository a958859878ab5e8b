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

    @Test func `a type name of two modules is reported with both; private ones and those of one module are not`() {
        #expect(figure("type names of several modules") == "1")
        #expect(Report(files: Self.files).lines().last == "  Line: RTP, SDP")
    }

    @Test func `only a public declaration wants a docstring`() {
        #expect(figure("public declarations with a docstring") == "1 of 2, 50 %")
    }

    @Test
    func `a declaration that its protocol describes, and an initializer of described properties, want no docstring`() {
        let text = """
            /// Sends.
            public protocol Sender: AnyObject,
                Sendable
            {
                /// Sends a text.
                func send(_ text: String, to place: [String: Int]) async throws
                func stop()
            }

            /// A place.
            public struct Place: Hashable {
                /// Its name.
                public var name: String
                public private(set) var number: Int

                public init(_ name: String) { self.name = name }
                public init(name: String, number: Int) {}
                public static func < (left: Place, right: Place) -> Bool { true }
            }

            extension Radio: Sender {
                public func send(
                    _ text: String, to place: [String: Int]
                ) async throws {
                    switch text {
                    case .open(let name): name
                    }
                }
                public func stop() {}
            }
            """
        let lines = Report(files: [(path: "Sources/Core/SDP/Place.swift", text: text)]).lines()
        func figure(_ name: String) -> String? { lines.first { $0.hasPrefix("  \(name)") }?.dropFirst(46).description }
        #expect(figure("described by their protocol") == "2")
        #expect(figure("initializers of described properties") == "1")
        #expect(figure("without a description") == "3")
        #expect(figure("of these by module") == "SDP 3")
    }

    @Test func `a figure stands beside its value at the start and its aim, where there is one`() {
        let start = """
            | figure | at the start | aim |
            |---|---|---|
            | largest file | 361 lines | 400 or fewer |
            | source files | 2215 in 50 modules | |
            | described by their protocol | 319 | |
            """
        let lines = Report(files: Self.files, start: start).lines()
        func line(_ name: String) -> String? { lines.first { $0.hasPrefix(name) }?.dropFirst(46).description }
        #expect(line("largest file") == "4 lines; at the start: 361 lines; aim: 400 or fewer")
        #expect(line("source files") == "4 in 3 modules; at the start: 2215 in 50 modules")
        #expect(line("  described by their protocol") == "0; at the start: 319")
        #expect(line("types a file, mean") == "1.2")
    }

    @Test func `the files of a walk are counted from its document`() {
        let walks = """
            | [A call](#a-call) | 9 | 9 |

            ## A call

            | 1 | `Core/A.swift` | decides |
            | 2 | * `Core/B.swift` | carries out |
            """
        let lines = Report(files: [], walks: walks, start: "| walk: A call | 17 files | 12 |").lines()
        #expect(lines.last == "walk: A call".padded(to: 46) + "2 files, 1 to open; at the start: 17 files; aim: 12")
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: width - count) }
}
