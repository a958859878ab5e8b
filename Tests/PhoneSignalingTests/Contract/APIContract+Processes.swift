import CallModel
import PhoneCore

/// What the next process of the app can do about a call that rang the one before over the carrier.
extension APIStatement {
    private static let rang = Contract.carrierRings
    private static let talks = second("ringing, answering, active, \(Contract.completedAtCarrier)")

    private static func second(_ states: String) -> String { "line 2: invited in a session by the carrier, \(states)" }

    private static let ringing: [APIQuestion] = provided + [.connectsAtCarrier, .callsNumber, .lineRings]
    private static let taken: [APIQuestion] = [.lineRings, .answers, .callerHangsUp]

    static let aboutProcesses =
        [true, false].map { isHeard in
            APIStatement(
                "a process has the INVITE that the one before had without asking the exchange, "
                    + "\(isHeard ? "once" : "before") the end of that is known",
                absence: .isKept, lines: [rang, talks],
                ringing + [
                    .processBeginsAnew(isHeard: isHeard), .connectsAtCarrier, .lineRings,
                    .ask(.ready, tells: "ringing"),
                ] + taken)
        } + [
            APIStatement(
                "a process whose INVITE went to the session of the one before is dialed anew where it names itself, once",
                absence: .isKept, on: nil, lines: [rang, talks],
                ringing + [
                    .processBeginsAnew(isHeard: false), .connectsAtCarrier, .ask(.ready, tells: "ringing"),
                    .ask(.ready, by: 2, tells: "dialing"), .lineRings, .ask(.ready, by: 2, tells: "ringing"),
                ] + taken),
            APIStatement(
                "a device for which the carrier keeps an INVITE is not dialed anew",
                absence: .isKept, lines: ["\(Contract.carrierTalks), \(Contract.completedAtCarrier)"],
                provided + [.callsNumber, .ask(.ready, tells: "ringing"), .connectsAtCarrier] + taken),
        ]
}
