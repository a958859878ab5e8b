import CallModel
import Explorer
import Foundation
import PhoneCore
import Testing

/// Every state a small phone can reach in a free environment, or every one up to a depth, compared with the counts recorded in this folder.
///
/// To record a change on purpose: `CARILLON_RECORD=1 swift test -c release --filter PhoneExplorationTests`.
@Suite(.serialized) struct PhoneExplorationTests {
    struct Scope: Sendable, CustomTestStringConvertible {
        let name: String
        let scope: PhoneScope
        /// How many actions deep; all there is if `nil`.
        var depth: Int?
        var testDescription: String { name }
    }

    private static func push(_ call: PushedCall, _ spare: Int) -> VoIPPush {
        VoIPPush(.call(call), spare: Names.spare(spare))
    }

    private static let inviteA = WorldInvitation(line: lineA, invitation: .ours(1))
    private static let inviteB = WorldInvitation(line: lineB, invitation: .ours(2))

    static let scopes = [
        Scope(
            name: "one call, both pushes, refusals",
            scope: PhoneScope(
                pushes: [push(.ours(1), 1), push(.vendors(1), 2)], invitations: [inviteA], audio: true, refusals: true)),
        Scope(
            name: "one call, killed once",
            scope: PhoneScope(
                pushes: [push(.ours(1), 1), push(.vendors(1), 2)], invitations: [inviteA], kills: 1)),
        Scope(
            name: "one call, its end by push, an unreadable push",
            scope: PhoneScope(
                pushes: [
                    push(.ours(1), 1),
                    VoIPPush(.ended(session: sessionA, vendor: nil, .answeredElsewhere), spare: Names.spare(2)),
                    VoIPPush(.unreadable, spare: Names.spare(3)),
                ], invitations: [inviteA])),
        Scope(
            name: "one call that stands, held and muted",
            scope: PhoneScope(
                pushes: [push(.ours(1), 1)], invitations: [inviteA], holds: true, mutes: true, startsTalking: true)),
        Scope(
            name: "two calls, one standing already, held and swapped",
            scope: PhoneScope(
                pushes: [push(.ours(1), 1), push(.ours(2), 2)], invitations: [inviteA, inviteB], holds: true,
                startsTalking: true),
            depth: 14),
        Scope(
            name: "one call placed, one coming in, on the app's screens",
            scope: PhoneScope(
                pushes: [push(.ours(1), 1)], invitations: [inviteA], dials: 1, refusals: true, screens: true),
            depth: 10),
    ]

    /// Far more than any of them has; what grows beyond is found out rather than waited for.
    private static let statesMax = 1_000_000

    private static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("explored.json").path

    @Test(arguments: scopes)
    func `every reachable state keeps every promise`(scope: Scope) throws {
        let start = ContinuousClock().now
        let bounds = ExplorationBounds(statesMax: Self.statesMax, depthMax: scope.depth ?? .max)
        let result = Explorer(PhoneCoreModel(scope: scope.scope), bounds: bounds, stopsWhenBroken: true).run()
        print(scope.name, result.counts, ContinuousClock().now - start)
        for finding in result.broken {
            let world = finding.trace?.last
            Issue.record(
                "\(finding.property): \(world?.monitor.violation ?? "")\n\(finding.trace?.description ?? "never")")
        }
        let isComplete = result.isComplete
        #expect(isComplete == (scope.depth == nil))
        if ProcessInfo.processInfo.environment["CARILLON_RECORD"] != nil { try record(scope.name, result.counts) }
        let difference = try RecordedCounts(path: Self.path).difference(for: scope.name, from: result.counts)
        #expect(difference == nil)
    }

    private func record(_ name: String, _ counts: ExplorationCounts) throws {
        var recorded = (try? RecordedCounts(path: Self.path)) ?? RecordedCounts()
        recorded.searches[name] = counts
        try recorded.text().write(toFile: Self.path, atomically: true, encoding: .utf8)
    }
}
