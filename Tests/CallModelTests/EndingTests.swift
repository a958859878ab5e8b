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

    @Test func `the stronger reason wins in every case`() {
        for (rank, reason) in EndReason.allCases.enumerated() {
            #expect(Int(reason.precedence) == rank)
            for weaker in EndReason.allCases[..<rank] {
                #expect(Ending(weaker, cause: HangUpCause(.max)).joined(with: Ending(reason)).reason == reason)
            }
        }
    }

    @Test func `the ending reported to a device is the same whether endings are merged before or after`() {
        for party in Party.allCases {
            for left in EndReason.allCases {
                for right in EndReason.allCases {
                    #expect(
                        max(left, right).reported(to: party) == max(left.reported(to: party), right.reported(to: party))
                    )
                }
            }
        }
    }

    @Test func `the other devices of a callee learn who settled the call`() {
        #expect(Ending(.completed).reported(to: .otherDevice) == Ending(.answeredElsewhere))
        #expect(Ending(.answeredElsewhere).cause == .pickedOff)
        #expect(Ending(.declined).reported(to: .otherDevice).reason == .declinedElsewhere)
        #expect(Ending(.cancelled).reported(to: .otherDevice) == Ending(.cancelled))
        #expect(Ending(.declined).reported(to: .caller) == Ending(.declined))
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
        for reason in EndReason.allCases {
            let isTheCallers = reason == .declined
            let read =
                reason.impliesConnected
                ? EndReason(ofConnectedCallWith: reason.defaultCause)
                : EndReason(
                    ofUnansweredCallWith: reason.defaultCause, sipCode: reason.defaultSIPCode, wasRinging: true,
                    reportedTo: isTheCallers ? .caller : .otherDevice)
            #expect(read == reason)
        }
        #expect(EndReason(ofConnectedCallWith: .userBusy) == .completed)
        #expect(EndReason(ofUnansweredCallWith: HangUpCause(4711), wasRinging: true, reportedTo: .caller) == .failed)
    }

    /// The classes of causes and of SIP statuses, as the table's rows and columns.
    private static let telling: [(codes: [UInt16], reasons: (caller: EndReason, told: EndReason))] = [
        ([1, 2, 3, 20, 22, 27, 28, 806], (.unreachable, .unreachable)),
        ([58, 65, 88], (.incompatible, .incompatible)),
        ([18, 19, 602, 802, 807], (.noAnswer, .noAnswer)),
        ([17], (.busy, .busy)), ([21], (.declined, .declinedElsewhere)),
        ([702, 805], (.declined, .answeredElsewhere)),
    ]
    private static let statuses: [(codes: [UInt16], reasons: (caller: EndReason, told: EndReason))] = [
        ([404, 410, 484, 502, 604], (.unreachable, .unreachable)),
        ([415, 488, 606], (.incompatible, .incompatible)),
        ([408, 480], (.noAnswer, .noAnswer)), ([486, 600], (.busy, .busy)),
        ([403, 603, 607], (.declined, .declinedElsewhere)), ([500, 503, 504], (.failed, .failed)),
    ]

    @Test(arguments: [true, false])
    func `F7: every cause beside every status is read by who ended the call and when: the whole table`(
        wasRinging: Bool
    ) {
        let causes = (0...1_023).map(UInt16.init) + [4_711, .max]
        let sip: [UInt16?] = [nil, 0] + (399...609).map { UInt16?.some($0) } + [.max]
        for code in causes {
            let told = Self.telling.first { $0.codes.contains(code) }?.reasons
            let isPolite = [16, 31, 487].contains(code)
            for status in sip {
                let said = told ?? Self.statuses.first { $0.codes.contains(status ?? 0) }?.reasons
                let polite = (caller: wasRinging ? EndReason.declined : .failed, told: EndReason.cancelled)
                let expected = said ?? (isPolite ? polite : (.failed, .failed))
                let cause = HangUpCause(code)
                for party in Party.allCases {
                    let reason = EndReason(
                        ofUnansweredCallWith: cause, sipCode: status, wasRinging: wasRinging, reportedTo: party)
                    let right = reason == (party == .otherDevice ? expected.told : expected.caller)
                    // Without #expect for each: there are half a million.
                    guard !right || reason.impliesConnected || (party == .caller && reason == .cancelled) else {
                        continue
                    }
                    Issue.record("cause \(code), SIP \(String(describing: status)), \(party): \(reason)")
                    return
                }
            }
        }
    }
}
