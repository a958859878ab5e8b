import CallModel
import Explorer
import Foundation
import RingCore
import Testing

/// Every state a small ringing call can reach, or every one up to a depth, compared with the counts recorded here.
///
/// To record a change on purpose: `CARILLON_RECORD=1 swift test -c release --filter RingExplorationTests`.
@Suite(.serialized) struct RingExplorationTests {
    struct Scope: Sendable, CustomTestStringConvertible {
        let name: String
        /// How many steps deep; to the last state if nil.
        let depth: Int?
        let model: RingSessionModel
        /// Whether it goes deep enough for everything that is to be seen somewhere.
        let showsAll: Bool
        var testDescription: String { name }

        init(_ name: String, depth: Int? = nil, showsAll: Bool = false, _ model: RingSessionModel) {
            self.name = name
            self.depth = depth
            self.model = model
            self.showsAll = showsAll || depth == nil
        }
    }

    static let scopes =
        [
            Scope("1 device", RingSessionModel(devices: 1, policy: .plain, faults: .init())),
            Scope("1 device, 1 double", RingSessionModel(devices: 1, policy: .plain, faults: .init(doubles: 1))),
            Scope("1 device, 1 loss", RingSessionModel(devices: 1, policy: .plain, faults: .init(losses: 1))),
            Scope("1 device, 1 crash", RingSessionModel(devices: 1, policy: .plain, faults: .init(crashes: 1))),
            Scope(
                "1 device, 1 refused bridge", RingSessionModel(devices: 1, policy: .plain, faults: .init(conflicts: 1))),
            Scope(
                "1 device, voicemail and rescue, 20 steps", depth: 20,
                RingSessionModel(devices: 1, policy: RingPolicy(), faults: .init())),
            Scope(
                "1 device, greeted, 1 double, 1 crash",
                RingSessionModel(
                    devices: 1, policy: RingPolicy(), faults: .init(doubles: 1, crashes: 1),
                    past: RingSessionModel.greeted)),
            Scope(
                "no device, voicemail, 1 double, 1 crash",
                RingSessionModel(
                    devices: 0, policy: RingPolicy(), faults: .init(doubles: 1, crashes: 1), owners: [UserID("ann")])),
            Scope(
                "no device, voicemail, its only user removed, 1 double",
                RingSessionModel(
                    devices: 0, policy: RingPolicy(), faults: .init(doubles: 1), removesUser: true,
                    owners: [RingSessionModel.user])),
            Scope(
                "1 device, leaving a message, its only user removed, 12 steps", depth: 12, showsAll: true,
                RingSessionModel(
                    devices: 1, policy: RingPolicy().with { $0.rescue = .untilSaved }, faults: .init(),
                    removesUser: true, past: RingSessionModel.leavingMessage)),
            Scope(
                "1 device, leaving a message, rescue until it is saved, 14 steps", depth: 14, showsAll: true,
                RingSessionModel(
                    devices: 1, policy: RingPolicy().with { $0.rescue = .untilSaved }, faults: .init(),
                    past: RingSessionModel.leavingMessage)),
            Scope(
                "1 device, every fault once, 9 steps", depth: 9,
                RingSessionModel(
                    devices: 1, policy: .plain,
                    faults: .init(doubles: 1, losses: 1, crashes: 1, delays: 1, conflicts: 1))),
            Scope(
                "2 devices, 1 claim, 10 steps", depth: 10,
                RingSessionModel(devices: 2, policy: .plain, faults: .init(), claims: 1)
            ),
            Scope(
                "2 devices, 1 double, 1 crash, 8 steps", depth: 8,
                RingSessionModel(devices: 2, policy: .plain, faults: .init(doubles: 1, crashes: 1))),
            Scope(
                "2 devices, a winner gone, 1 refused bridge, 18 steps", depth: 18,
                RingSessionModel(
                    devices: 2, policy: .plain, faults: .init(conflicts: 1), past: RingSessionModel.winnerGone)),
            Scope(
                "2 devices, a winner gone, bridges without names, 1 refused, 18 steps", depth: 18,
                RingSessionModel(
                    devices: 2, policy: .plain, faults: .init(conflicts: 1), carrier: .init(namesBridges: false),
                    past: RingSessionModel.winnerGone)),
            Scope(
                "2 devices, a winner gone, ringback refused, 12 steps", depth: 12,
                RingSessionModel(
                    devices: 2, policy: .plain, faults: .init(losses: 1), carrier: .init(ringback: .refused),
                    past: RingSessionModel.winnerGone)),
            Scope(
                "2 devices, a winner gone, ringback that ends, 12 steps", depth: 12,
                RingSessionModel(
                    devices: 2, policy: .plain, faults: .init(losses: 1), carrier: .init(ringback: .ends),
                    past: RingSessionModel.winnerGone)),
        ] + handedOver + ordered + entrusted + recorded + failing + whole + callingOut

    /// I8: the events that were on their way when people had done all they did.
    private static let ordered = [
        ("one of 2 devices answers", Array(RingSessionModel.bothAnswer.dropLast())),
        ("2 devices answer", RingSessionModel.bothAnswer),
        ("2 devices answer, the winner is bridged", RingSessionModel.loserWaits),
        ("2 devices decline", [.send, .reply, .send, .reply, .declines(1), .declines(2)]),
        ("2 devices ring, the caller goes", [.send, .reply, .send, .reply, .callerHangsUp]),
    ].map { name, past in
        Scope(
            "\(name), every order, 2 doubles",
            RingSessionModel(devices: 2, policy: .plain, faults: .init(doubles: 2), hasPeople: false, past: past))
    }

    /// Each webhook in any order and perhaps twice, one lost, one crash at any step.
    private static let whole =
        [
            ("", RingFaults(doubles: RingFaults.each)),
            (", 1 loss", RingFaults(doubles: RingFaults.each, losses: 1)),
            (", 1 crash", RingFaults(doubles: RingFaults.each, crashes: 1)),
            (", 1 loss, 1 crash", RingFaults(doubles: RingFaults.each, losses: 1, crashes: 1)),
        ].flatMap { name, faults in
            (1...2).map { count in
                Scope(
                    "whole: \(count) device\(count == 1 ? "" : "s"), every double\(name)",
                    RingSessionModel(devices: count, policy: .plain, faults: faults, reduction: .all))
            }
        } + [
            Scope(
                "whole: 2 devices, every double, 1 loss, news before replies",
                RingSessionModel(
                    devices: 2, policy: .plain, faults: RingFaults(doubles: RingFaults.each, losses: 1),
                    reduction: RingReduction(dropsSpentNews: true)))
        ]

    /// News of what a caller has said may be lost, and nothing says how long it is.
    private static let entrusted = [
        Scope(
            "1 device, leaving a message, lengths untold, 1 loss", showsAll: true,
            RingSessionModel(
                devices: 1, policy: RingPolicy().with { $0.rescue = .untilSaved }, faults: .init(losses: 1),
                carrier: .init(tellsLengths: false), past: RingSessionModel.leavingMessage)),
        Scope(
            "recorded, lengths untold, 1 loss",
            RingSessionModel(
                devices: 1, policy: .plain.with { $0.recordsConversations = true }, faults: .init(losses: 1),
                consent: .given, carrier: .init(tellsLengths: false), past: RingSessionModel.answering)),
    ]

    private static let recorded = [
        Scope(
            "recorded, held twice, 1 refused bridge",
            RingSessionModel(
                devices: 1, policy: .plain.with { $0.recordsConversations = true }, faults: .init(conflicts: 1),
                holds: 2, consent: .given)),
        Scope(
            "recorded, 1 crash, held, 10 steps", depth: 10,
            RingSessionModel(
                devices: 1, policy: .plain.with { $0.recordsConversations = true }, faults: .init(crashes: 1),
                holds: 1, consent: .given, past: RingSessionModel.answering)),
        Scope(
            "announced, held, 1 double", showsAll: true,
            RingSessionModel(
                devices: 1, policy: .plain.with { $0.recordsConversations = true }, faults: .init(doubles: 1),
                holds: 1, consent: .byAnnouncement, past: RingSessionModel.talking)),
        Scope(
            "recorded, consulting, parking, 12 steps", depth: 12, showsAll: true,
            RingSessionModel(
                devices: 1, policy: .plain.with { $0.recordsConversations = true }, faults: .init(),
                requests: [.consult(RingSessionModel.target), .park], consent: .given, past: RingSessionModel.talking)),
        Scope(
            "2 devices, a winner gone, recorded, 18 steps", depth: 18,
            RingSessionModel(
                devices: 2, policy: .plain.with { $0.recordsConversations = true }, faults: .init(), consent: .given,
                past: RingSessionModel.winnerGone)),
        Scope(
            "1 device, its app begins anew", RingSessionModel(devices: 1, policy: .plain, faults: .init(), returns: 1)),
        Scope(
            "2 devices, an app begins anew, 1 claim, 10 steps", depth: 10,
            RingSessionModel(devices: 2, policy: .plain, faults: .init(), claims: 1, returns: 1)),
        Scope(
            "1 device, its app begins anew, 1 double, 1 loss, 1 crash, 7 steps", depth: 7,
            RingSessionModel(devices: 1, policy: .plain, faults: .init(doubles: 1, losses: 1, crashes: 1), returns: 1)),
        Scope(
            "1 device, logged out", RingSessionModel(devices: 1, policy: .plain, faults: .init(), departures: 1)),
    ]

    /// A command at any step whose reply is lost, which is lost itself, or which is one too many.
    private static let failing = [
        Scope("1 device, 1 outage", RingSessionModel(devices: 1, policy: .plain, faults: .init(outages: 1))),
        Scope(
            "1 device, 1 crash, 2 outages, 12 steps", depth: 12,
            RingSessionModel(devices: 1, policy: .plain, faults: .init(crashes: 1, outages: 2))),
        Scope(
            "2 devices, 2 outages, 9 steps", depth: 9,
            RingSessionModel(devices: 2, policy: .plain, faults: .init(outages: 2))),
        Scope(
            "1 device, greeted, 2 outages",
            RingSessionModel(
                devices: 1, policy: RingPolicy(), faults: .init(outages: 2), past: RingSessionModel.greeted)),
        Scope(
            "2 devices, a winner gone, 1 outage, 14 steps", depth: 14,
            RingSessionModel(devices: 2, policy: .plain, faults: .init(outages: 1), past: RingSessionModel.winnerGone)),
        Scope(
            "announced, held, 1 outage", showsAll: true,
            RingSessionModel(
                devices: 1, policy: .plain.with { $0.recordsConversations = true }, faults: .init(outages: 1),
                holds: 1, consent: .byAnnouncement, past: RingSessionModel.talking)),
        Scope(
            "whole: 1 device, every double, 1 crash, 1 outage",
            RingSessionModel(
                devices: 1, policy: .plain,
                faults: RingFaults(doubles: RingFaults.each, crashes: 1, outages: 1), reduction: .all)),
    ]

    private static let caller = OutboundCall(by: "ann", from: "0")

    /// A user calls a party outside: one leg, of a stranger.
    private static let callingOut = [
        Scope("out", RingSessionModel(devices: 1, policy: .plain, faults: .init(), outbound: caller)),
        Scope(
            "out, 1 double, 1 crash, 12 steps", depth: 12,
            RingSessionModel(devices: 1, policy: .plain, faults: .init(doubles: 1, crashes: 1), outbound: caller)),
        Scope(
            "out, 1 outage", RingSessionModel(devices: 1, policy: .plain, faults: .init(outages: 1), outbound: caller)),
        Scope("out, 1 loss", RingSessionModel(devices: 1, policy: .plain, faults: .init(losses: 1), outbound: caller)),
        Scope(
            "out, every fault once, 9 steps", depth: 9,
            RingSessionModel(
                devices: 1, policy: .plain,
                faults: .init(doubles: 1, losses: 1, crashes: 1, delays: 1, conflicts: 1), outbound: caller)
        ),
        Scope(
            "out, the caller's device logged out",
            RingSessionModel(
                devices: 1, policy: .plain, faults: .init(), departures: 1, outbound: caller)),
        Scope(
            "out, recorded, held, 1 refused bridge",
            RingSessionModel(
                devices: 1, policy: .plain.with { $0.recordsConversations = true }, faults: .init(conflicts: 1),
                holds: 1, consent: .given, outbound: caller)),
        Scope(
            "out, talking, barge, ended, 1 loss, 14 steps", depth: 14, showsAll: true,
            RingSessionModel(
                devices: 1, policy: .plain, faults: .init(losses: 1),
                requests: [.barge(RingSessionModel.target), .end],
                outbound: caller, past: RingSessionModel.talking)),
        Scope(
            "out, talking, park and unpark",
            RingSessionModel(
                devices: 1, policy: .plain, faults: .init(), requests: park, outbound: caller,
                past: RingSessionModel.talking)),
        Scope(
            "out, talking, park and unpark, 1 double, 1 loss, 1 crash, 10 steps", depth: 10,
            RingSessionModel(
                devices: 1, policy: .plain, faults: .init(doubles: 1, losses: 1, crashes: 1), requests: park,
                outbound: caller, past: RingSessionModel.talking)),
        Scope(
            "out, talking, park and taken up by who called",
            RingSessionModel(
                devices: 1, policy: .plain, faults: .init(),
                requests: [.park, .unpark(DeviceCandidate("0", of: RingSessionModel.user, hasPush: false))],
                outbound: caller,
                past: RingSessionModel.talking)),
        Scope(
            "out, talking, attended transfer, 1 double, 1 loss, 1 crash, 8 steps", depth: 8,
            RingSessionModel(
                devices: 1, policy: .plain, faults: .init(doubles: 1, losses: 1, crashes: 1), requests: transfer,
                outbound: caller, past: RingSessionModel.talking)),
        Scope(
            "out, consulting, 1 loss, 10 steps", depth: 10, showsAll: true,
            RingSessionModel(
                devices: 1, policy: .plain, faults: .init(losses: 1), requests: [.completeTransfer, .cancelTransfer],
                outbound: caller, past: RingSessionModel.consultingOut)),
        Scope(
            "out, recorded, held, consulting, parking, 12 steps", depth: 12, showsAll: true,
            RingSessionModel(
                devices: 1, policy: .plain.with { $0.recordsConversations = true }, faults: .init(),
                requests: [.consult(RingSessionModel.target), .park], holds: 1, consent: .given, outbound: caller,
                past: RingSessionModel.talking)),
        Scope(
            "out, refused, 1 double, 1 crash",
            RingSessionModel(
                devices: 0, policy: RingPolicy(), faults: .init(doubles: 1, crashes: 1), owners: ["ann"],
                outbound: OutboundCall(by: "ann", from: "0", refusal: .emergency))),
        Scope(
            "whole: out, every double, 1 loss, 1 crash",
            RingSessionModel(
                devices: 1, policy: .plain, faults: RingFaults(doubles: RingFaults.each, losses: 1, crashes: 1),
                outbound: caller, reduction: .all)),
    ]

    private static let transfer: [RingRequest] = [
        .consult(RingSessionModel.target), .completeTransfer, .cancelTransfer,
    ]
    private static let park: [RingRequest] = [.park, .unpark(RingSessionModel.target)]
    private static let parkAndTakeBack: [RingRequest] = [
        .park, .unpark(DeviceCandidate("1", of: RingSessionModel.user, hasPush: false)),
    ]

    private static let handedOver = [
        Scope(
            "talking, a device consulted, 14 steps", depth: 14, showsAll: true,
            RingSessionModel(
                devices: 1, policy: .plain, faults: .init(), requests: [.consult(RingSessionModel.target)],
                past: RingSessionModel.talking)),
        Scope(
            "talking, attended transfer, 1 double, 1 loss, 1 crash, 8 steps", depth: 8,
            RingSessionModel(
                devices: 1, policy: .plain, faults: .init(doubles: 1, losses: 1, crashes: 1), requests: transfer,
                past: RingSessionModel.talking)),
        Scope(
            "consulting, 1 double, 1 crash, 7 steps", depth: 7, showsAll: true,
            RingSessionModel(
                devices: 1, policy: .plain, faults: .init(doubles: 1, crashes: 1),
                requests: [.completeTransfer, .cancelTransfer], past: RingSessionModel.consulting)),
        Scope(
            "consulting, 1 loss, 10 steps", depth: 10, showsAll: true,
            RingSessionModel(
                devices: 1, policy: .plain, faults: .init(losses: 1), requests: [.completeTransfer, .cancelTransfer],
                past: RingSessionModel.consulting)),
        Scope(
            "talking, park and unpark",
            RingSessionModel(
                devices: 1, policy: .plain, faults: .init(), requests: park, past: RingSessionModel.talking)),
        Scope(
            "talking, park and unpark, 1 double, 1 loss, 1 crash, 11 steps", depth: 11,
            RingSessionModel(
                devices: 1, policy: .plain, faults: .init(doubles: 1, losses: 1, crashes: 1), requests: park,
                past: RingSessionModel.talking)),
        Scope(
            "talking, park and taken up by who parked",
            RingSessionModel(
                devices: 1, policy: .plain, faults: .init(), requests: parkAndTakeBack, past: RingSessionModel.talking)),
        Scope(
            "talking, park and taken up by who parked, 1 double, 1 loss, 1 crash, 11 steps", depth: 11,
            RingSessionModel(
                devices: 1, policy: .plain, faults: .init(doubles: 1, losses: 1, crashes: 1),
                requests: parkAndTakeBack, past: RingSessionModel.talking)),
        Scope(
            "talking, parked, 1 loss, hold that ends, 20 steps", depth: 20, showsAll: true,
            RingSessionModel(
                devices: 1, policy: .plain, faults: .init(losses: 1), requests: [.park],
                carrier: .init(ringback: .ends), past: RingSessionModel.talking)),
        Scope(
            "talking, barge, park, 1 loss, 14 steps", depth: 14, showsAll: true,
            RingSessionModel(
                devices: 1, policy: .plain, faults: .init(losses: 1),
                requests: [.barge(RingSessionModel.target), .park],
                past: RingSessionModel.talking)),
    ]

    static let recordPath = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("explored.json").path

    /// All of them, or those whose names have what `CARILLON_SEARCH` says.
    static let chosen = scopes.filter { scope in
        ProcessInfo.processInfo.environment["CARILLON_SEARCH"].map { scope.name.contains($0) } ?? true
    }

    @Test(arguments: chosen)
    func `a ringing call keeps every promise in every state`(scope: Scope) throws {
        let bounds = ExplorationBounds(statesMax: 1_000_000, depthMax: scope.depth ?? .max)
        let result = Explorer(scope.model, bounds: bounds).run()
        let isComplete = result.isComplete
        for finding in result.broken where scope.showsAll || finding.trace != nil {
            let last = finding.trace?.last
            Issue.record(
                """
                \(finding.property)
                \(finding.trace.map(\.description) ?? "no way leads to it")
                \(last?.checker.violations ?? []) \(last?.carrier.violations ?? [])
                """)
        }
        #expect(isComplete == (scope.depth == nil))
        #expect(result.counts.states < bounds.statesMax)
        var record = try RecordedCounts(path: Self.recordPath)
        if ProcessInfo.processInfo.environment["CARILLON_RECORD"] != nil {
            record.searches[scope.name] = result.counts
            try record.text().write(toFile: Self.recordPath, atomically: true, encoding: .utf8)
        }
        let difference = record.difference(for: scope.name, from: result.counts)
        #expect(difference == nil)
    }
}
