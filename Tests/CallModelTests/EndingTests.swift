import CallModel
import Testing

@Suite struct EndingTests {
    static let samples: [Ending] =
        EndReason.allCases.map { Ending($0) } + [
            Ending(.busy, cause: .userBusy), Ending(.busy, cause: .callRejected, sipCode: 600, sipReason: "b"),
            Ending(.busy, cause: .callRejected, sipCode: 600, sipReason: "a"),
            Ending(.completed, cause: .allottedTimeout),
            Ending(.completed, cause: HangUpCause(31), sipReason: "\u{1F514}"),
            Ending(.completed, cause: HangUpCause(31), sipReason: "\u{FF5E}"),
        ]

    @Test func `joining endings is commutative and idempotent over every pair`() {
        for left in Self.samples {
            #expect(left.joined(with: left) == left)
            for right in Self.samples {
                #expect(left.joined(with: right) == right.joined(with: left))
                #expect([left, right].contains(left.joined(with: right)))
            }
        }
    }

    @Test func `joining endings is associative over every triple`() {
        for first in Self.samples {
            for second in Self.samples {
                for third in Self.samples {
                    let left = first.joined(with: second).joined(with: third)
                    #expect(left == first.joined(with: second.joined(with: third)))
                }
            }
        }
    }

    @Test func `the stronger reason wins whatever else is known`() {
        for (rank, reason) in EndReason.allCases.enumerated() {
            #expect(Int(reason.precedence) == rank)
            for weaker in EndReason.allCases[..<rank] {
                #expect(Ending(weaker, cause: HangUpCause(.max)).joined(with: Ending(reason)).reason == reason)
            }
        }
    }

    @Test func `what a device is told does not depend on whether news is merged before or after`() {
        for party in Party.allCases {
            for left in EndReason.allCases {
                for right in EndReason.allCases {
                    #expect(max(left, right).told(to: party) == max(left.told(to: party), right.told(to: party)))
                }
            }
        }
    }

    @Test func `the other devices of a callee learn who settled the call`() {
        #expect(Ending(.completed).told(to: .otherDevice) == Ending(.answeredElsewhere))
        #expect(Ending(.answeredElsewhere).cause == .pickedOff)
        #expect(Ending(.declined).told(to: .otherDevice).reason == .declinedElsewhere)
        #expect(Ending(.cancelled).told(to: .otherDevice) == Ending(.cancelled))
        #expect(Ending(.declined).told(to: .caller) == Ending(.declined))
    }

    @Test func `every cause has a name that leads back to a cause of that name`() throws {
        for cause in HangUpCause.known {
            #expect(try #require(HangUpCause(name: cause.name)).name == cause.name)
        }
        #expect(HangUpCause(name: "ALLOTTED_TIMEOUT") == .allottedTimeout)
        #expect(HangUpCause(702).name == "LOSE_RACE")
        #expect(HangUpCause(4711).name == "CAUSE_4711")
        #expect(HangUpCause(name: "CAUSE_4711")?.code == 4711)
        #expect(HangUpCause(name: "SOMETHING") == nil)
    }

    @Test func `a usual cause is read back as the reason it stands for`() {
        for reason in EndReason.allCases where reason != .declinedElsewhere {
            let read = EndReason(cause: reason.defaultCause, wasConnected: reason.impliesConnected)
            #expect(read == reason)
        }
        #expect(EndReason(cause: .userBusy, wasConnected: true) == .completed)
        #expect(EndReason(cause: .normalClearing, wasConnected: false) == .cancelled)
        #expect(EndReason(cause: HangUpCause(4711), wasConnected: false) == .failed)
    }
}
