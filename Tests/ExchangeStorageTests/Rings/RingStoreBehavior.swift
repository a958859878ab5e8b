import CallModel
import ExchangeStorage
import RingCore
import Testing

/// What every store of ring sessions must do, whatever it stores them in. A function a rule; each takes an empty store.
enum RingStoreBehavior {
    static let all: [(rule: String, proof: @Sendable (any RingStore) throws -> Void)] = [
        ("a call that came in is there, with its commands", opens),
        ("the same caller's leg opens one session", opensOnce),
        ("the same news is taken once", appliesEventsOnce),
        ("old news is forgotten in portions", forgetsNewsInPortions),
        ("the end of a call may come before the call", endsBeforeItCame),
        ("news reach a session by any of its legs", findsByLeg),
        ("commands about one leg go out one after the other", keepsOrder),
        ("a row that was handed out comes again when no result of it comes", leasesAgain),
        ("two answers are one claim", claimsOnce),
        ("of two who ask at the same time each is handed something else", handsOutOnce),
        ("answers at the same time are one claim", claimsOnceAtOnce),
        ("a withdrawn command is not sent", withdraws),
        ("what a session recorded is kept in order", records),
        ("a closed session is no longer open", closes),
        ("news for no session changes nothing", staysCalm),
        ("scenario 61: news that overtakes its leg's name is heard once the name is known", parks),
        ("scenario 61: and in the order in which it came", parksInOrder),
        ("scenario 61: a leg that says only that it is there is kept and known like any other", meets),
        ("scenario 61: no more is kept than there is room for", parksLittle),
        ("scenario 61: and not for long", parksBriefly),
        ("scenario 65: callers who call each other are joined, in one transaction", joinsWhoMeets),
        ("scenario 65: whichever of the two calls came first", joinsTheFirst),
        ("scenario 65: where they cannot be joined one call ends and the other rings", endsWhoCannotBeJoined),
        ("scenario 65: a call that meets none is left alone", leavesOthersAlone),
        ("dials that wait are handed out where they are asked for, once", handsOutDials),
        ("what the dead were handed is handed out at once", endsLeases),
        ("sessions that closed long ago are forgotten with all there was of them, a few at a time", forgets),
        ("who calls is kept", knowsCaller),
        ("news of a leg the session never took is not taken for the caller's", knowsStrangers),
    ]

    static let now = Duration.seconds(1_700_000_000)

    static func id(_ number: UInt64) -> CallSessionID { CallSessionID(UUIDValue(high: 7, low: number)) }

    static func call(_ number: UInt64 = 1, devices: Int = 2) -> InboundCall {
        InboundCall(
            session: id(number), organization: OrganizationID("o"), parent: CarrierLegID("parent-\(number)"),
            devices: (1...devices).map { DeviceCandidate(DeviceID("d\($0)"), of: UserID("u")) })
    }

    static func leg(_ ordinal: UInt16, of number: UInt64 = 1) -> LegID {
        LegID(session: id(number), ordinal: ordinal)
    }

    @discardableResult
    static func apply(_ store: any RingStore, _ content: RingInput.Content, news: String? = nil, after seconds: Int = 0)
        throws -> RingTurn
    {
        try #require(
            try store.apply(
                [RingInput(content, eventID: news.flatMap { CarrierEventID($0) })], at: now + .seconds(seconds)
            )
            .first)
    }

    @discardableResult
    static func pass(_ store: any RingStore, _ event: RingEvent, news: String? = nil) throws -> RingTurn {
        try apply(store, .event(event, .session(id(1))), news: news)
    }

    static func commands(_ store: any RingStore, after seconds: Int = 0) throws -> [CarrierCommand] {
        let time = now + .seconds(seconds)
        return try store.lease(100, from: time, until: time + .seconds(5)).compactMap { item in
            if case .command(let command, _) = item.body { command } else { nil }
        }
    }

    /// Does what the outbox says and tells the session that the carrier took it, until nothing is left.
    static func carryOut(_ store: any RingStore) throws -> [CarrierCommand] {
        var done: [CarrierCommand] = []
        while true {
            let items = try store.lease(100, from: now, until: now + .seconds(5))
            if items.isEmpty { return done }
            for item in items {
                switch item.body {
                case .command(let command, let id):
                    done.append(command)
                    var leg: CarrierLegID?
                    if case .dial(let dialed, _) = command { leg = CarrierLegID("leg-\(dialed)") }
                    try pass(store, .result(id, .accepted(leg)))
                case .push: try store.settlePush(item.position)
                }
            }
        }
    }
}
