import HouseCheck
import Testing

struct TimeLimitsTests {
    private static let waits = "    @Test func `a call async`() async throws {\n        await it()\n    }\n}\n"

    private func found(_ text: String, in path: String = "Tests/StandinsTests/New.swift") -> [Int] {
        TimeLimits.complaints(of: [(path, text)]).map(\.line)
    }

    @Test(arguments: [
        "struct NewTests {\n", "@Suite struct NewTests {\n", "@Suite(.serialized) final class NewTests {\n",
        "@MainActor struct NewTests {\n",
    ])
    func `a suite with an asynchronous test and without a limit is found`(head: String) {
        #expect(found(head + Self.waits) == [1])
        #expect(found(head + Self.waits, in: "Tests/RingCoreTests/New.swift") == [], "nothing is waited for there")
    }

    @Test(arguments: [
        "@Suite(.timeLimit(.minutes(5))) struct NewTests {\n",
        "@Suite(.serialized, .timeLimit(.minutes(1)))\nstruct NewTests {\n",
        "@Suite(\n    \"A suite\",\n    .timeLimit(.minutes(2)))\n@MainActor\nstruct NewTests {\n",
    ])
    func `one with a limit is not`(head: String) {
        #expect(found(head + Self.waits) == [])
    }

    @Test func `the limit of a suite is that of its extensions in other files`() {
        let other = (path: "Tests/StandinsTests/New+More.swift", text: "extension NewTests {\n" + Self.waits)
        let bare = (path: "Tests/StandinsTests/New.swift", text: "/// New.\nstruct NewTests {}\n")
        let limited = (
            path: "Tests/StandinsTests/New.swift", text: "@Suite(.timeLimit(.minutes(5))) struct NewTests {}\n"
        )
        let found = TimeLimits.complaints(of: [other, bare])
        #expect(found.map(\.path) == [bare.path] && found.map(\.line) == [2])
        #expect(TimeLimits.complaints(of: [other, limited]) == [])
        #expect(TimeLimits.complaints(of: [limited, other]) == [])
    }

    @Test func `a suite whose tests wait for nothing needs none`() {
        let helper = "    func wait() async {\n    }\n"
        let test =
            "    @Test(arguments: [1])\n    func `a thing is async`(\n        _ count: Int\n    ) {\n        #expect(true)\n    }\n"
        #expect(found("struct NewTests {\n" + helper + test + helper + "}\n") == [])
        let waiting = test.replacing("    ) {", with: "    ) async throws {")
        #expect(found("struct NewTests {\n" + helper + waiting + "}\n") == [1])
    }
}
