import CallModel
import PhoneCore
import PhoneKit

/// What a phone can do about a call over the carrier that the attendant has taken.
extension APIStatement {
    private static let rings = Contract.carrierRings
    private static let talks = "\(Contract.carrierTalks), \(Contract.completedAtCarrier)"

    static let provided: [APIQuestion] = [
        .ask(tells: "token confirmed") { $0.upload(token) },
        .ask(
            tells: "fetched acme, zoo for a day or more, of the carrier [\"acme\", \"zoo\"]", "acme: first",
            "zoo: first",
            "acme at the carrier: first", "zoo at the carrier: first"
        ) { $0.fetchCredentials() },
    ]

    /// The events of a call that is with the attendant, whichever way it came there.
    private static let greeted: [APIQuestion] = [
        .attendantGreets, .ask(.status, tells: "voicemail"), .ask(.claim, tells: "over (noAnswer, not told)"),
        .ask(.ready, tells: "refused"),
    ]

    private static let taken: [APIQuestion] = [.lineRings, .answers, .callerHangsUp]

    static let aboutAttendant = [
        APIStatement(
            "a call that the attendant greets is had back by a phone that comes for the INVITE that waits for it",
            absence: .isKept, lines: [talks],
            provided + [.callsNumber, .ask(.rescue, tells: "refused")] + greeted
                + [.ask(.rescue, tells: "ringing"), .connectsAtCarrier] + taken),
        APIStatement(
            "a phone that the carrier keeps no INVITE for is dialed anew when it wants a call back from the attendant",
            absence: .isRefused, lines: [talks],
            provided + [.callsNumber] + greeted + [.connectsAtCarrier, .ask(.rescue, tells: "dialing")] + taken),
        APIStatement(
            "a phone that rings goes on under the attendant's greeting, and its answer has the call",
            absence: .isKept, lines: [talks],
            provided + [.connectsAtCarrier, .callsNumber, .lineRings, .attendantGreets]
                + [.ask(.status, tells: "voicemail"), .ask(.rescue, tells: "ringing")] + taken),
        APIStatement(
            "a call whose message the attendant takes is had back by none, and rings no more",
            absence: .isKept, lines: ["\(rings), \(Contract.reported(.cancelled))"],
            provided + [
                .connectsAtCarrier, .callsNumber, .lineRings, .attendantGreets, .attendantRecords,
                .ask(.status, tells: "over (noAnswer, not told)"), .ask(.rescue, tells: "over (noAnswer, not told)"),
                .ask(.claim, tells: "over (noAnswer, not told)"),
            ]),
    ]
}
