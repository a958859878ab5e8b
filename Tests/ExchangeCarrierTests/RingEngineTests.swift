import CallModel
import ExchangeCarrier
import ExchangeStorage
import RingCore
import Testing

/// Ring sessions run over a real store, with a carrier on paper.
@Suite(.timeLimit(.minutes(5))) struct RingEngineTests {
    private static let id = CallSessionID(UUIDValue(high: 7, low: 1))

    private static func leg(_ ordinal: UInt16) -> LegID { LegID(session: id, ordinal: ordinal) }

    private static func call(devices: Int = 2) -> InboundCall {
        InboundCall(
            session: id, organization: OrganizationID("o"), parent: CarrierLegID("parent"),
            devices: (1...devices).map {
                DeviceCandidate(DeviceID("d\($0)"), of: UserID("u"), hasPush: false, hasChannel: false)
            })
    }

    private static func run(
        _ store: any RingStore, _ clock: HandClock = HandClock(), _ paper: PaperCarrier = PaperCarrier(),
        _ body: (RingEngine, PaperCarrier) async throws -> Void
    ) async throws {
        let engine = engine(store, clock, paper)
        let work = Task { try await engine.run() }
        defer { work.cancel() }
        try await body(engine, paper)
        work.cancel()
        try await work.value
    }

    /// The paper tells of what the engine does as well.
    private static func engine(_ store: any RingStore, _ clock: HandClock, _ paper: PaperCarrier) -> RingEngine {
        RingEngine(store: store, carrier: paper, pusher: paper, listener: paper, clock: clock) {
            paper.changes.signal()
        }
    }

    private static func pass(
        _ engine: RingEngine, _ news: CarrierEvent, of session: CallSessionID = id
    ) async throws {
        try await engine.handle(RingInput(.event(.carrier(news), .session(session))))
    }

    @Test func `a call is dialed, claimed, joined and ended, each told once`() async throws {
        try await Self.run(try ExchangeDatabase(path: nil)) { engine, paper in
            try await engine.handle(RingInput(.open(Self.call(devices: 1))))
            #expect(await paper.lines(2).sorted() == ["dial d1", "ringing v1"])
            try await Self.pass(engine, .answered(.leg(Self.leg(1))))
            #expect(await paper.lines(4).dropFirst(2) == ["claimed v2", "answer"])
            try await Self.pass(engine, .answered(.parent))
            #expect(await paper.lines(5).last == "bridge d1")
            try await Self.pass(engine, .bridged(.leg(Self.leg(1))))
            #expect(await paper.lines(6).last == "active v3")
            try await Self.pass(engine, .hungUp(.parent, .hungUp))
            #expect(await Set(paper.lines(8).dropFirst(6)) == ["ended v4", "hang up d1"])
            try await Self.pass(engine, .hungUp(.leg(Self.leg(1)), .hungUp))
            #expect(try await engine.session(Self.id)?.isClosed == true)
            #expect(try await engine.session(Self.id)?.status.outcome == .completedByCaller)
        }
    }

    @Test func `where no account counts dials all go at once, else as many as fit into its budget`() async throws {
        for hasAccount in [false, true] {
            let paper = PaperCarrier(hasAccount: hasAccount)
            try await Self.run(try ExchangeDatabase(path: nil), HandClock(), paper) { engine, _ in
                for number in UInt64(1)...3 {
                    var call = Self.call(devices: 64)
                    call.session = CallSessionID(UUIDValue(high: 7, low: number))
                    call.parent = CarrierLegID("parent \(number)")
                    try await engine.handle(RingInput(.open(call)))
                }
                let dialed = hasAccount ? DialRateLimiter.dialsMax : 3 * 64
                let lines = await paper.lines(3 + dialed)
                #expect(lines.count { $0.hasPrefix("dial") } == dialed)
            }
            #expect(paper.lines.count { $0.hasPrefix("dial") } == (hasAccount ? DialRateLimiter.dialsMax : 3 * 64))
        }
    }

    @Test func `scenario 67: of what does not fit into the budget the devices that were used last go first`()
        async throws
    {
        let store = try ExchangeDatabase(path: nil)
        try await Self.run(store) { engine, paper in
            for number in UInt64(1)...3 {
                var call = Self.call(devices: 63)
                call.session = CallSessionID(UUIDValue(high: 7, low: number))
                call.parent = CarrierLegID("parent \(number)")
                for index in call.devices.indices {
                    call.devices[index].user = UserID("u\(index / 3)")
                    call.devices[index].device = DeviceID("d\(index % 3)-\(index / 3)")
                }
                try await engine.handle(RingInput(.open(call)))
            }
            let dials = await paper.lines(3 + DialRateLimiter.dialsMax).filter { $0.hasPrefix("dial") }
            #expect(dials.count == DialRateLimiter.dialsMax)
        }
        let waiting = try store.waitingDials(after: 0, 1_000)
        #expect(waiting.count == 3 * 63 - DialRateLimiter.dialsMax)
        for item in waiting {
            guard case .command(.dial(let leg, _), _) = item.body else { continue }
            let device = try store.session(item.session)?.legs.first { $0.id == leg }?.device.rawValue
            #expect(device?.hasPrefix("d0") == false, "each user's first was dialed")
        }
    }

    @Test func `scenario 68: a barging device waits for the budget like a ringing one`() async throws {
        let clock = HandClock()
        try await Self.run(try ExchangeDatabase(path: nil), clock) { engine, paper in
            try await engine.handle(RingInput(.open(Self.call(devices: 1))))
            for news in [CarrierEvent.answered(.leg(Self.leg(1))), .answered(.parent), .bridged(.leg(Self.leg(1)))] {
                try await Self.pass(engine, news)
            }
            for number in UInt64(2)...4 {
                var call = Self.call(devices: 64)
                call.session = CallSessionID(UUIDValue(high: 7, low: number))
                call.parent = CarrierLegID("parent \(number)")
                try await engine.handle(RingInput(.open(call)))
            }
            // The first call has 6 lines, each of the others one beside its dials.
            _ = await paper.lines(6 + 3 + DialRateLimiter.dialsMax - 1)
            let version = try #require(try await engine.session(Self.id)).version
            let boss = DeviceCandidate(DeviceID("boss"), of: UserID("boss"), hasPush: false, hasChannel: false)
            let barge = RingRequest.barge(boss)
            try await engine.handle(RingInput(.event(.request(barge, version: version), .session(Self.id))))
            let seen = paper.lines.count
            try await Self.pass(engine, .hungUp(.parent, .hungUp), of: CallSessionID(UUIDValue(high: 7, low: 2)))
            _ = await paper.lines(seen + 2)
            #expect(!paper.lines.contains("barge boss"))
            clock.advance(by: DialRateLimiter.window)
            await paper.until { paper.lines.contains("barge boss") }
        }
    }

    @Test func `a device that hears is told how the call stands for it, from when it begins to`() async throws {
        let store = try ExchangeDatabase(path: nil)
        try await Self.run(store) { engine, paper in
            paper.setListening(["d1"])
            try await engine.handle(RingInput(.open(Self.call(devices: 3))))
            let opening: Set = ["dial d1", "dial d2", "dial d3", "ringing v1", "tell d1 v1 ringing"]
            await paper.until { opening.isSubset(of: paper.lines) }
            // A device that begins to hear while a call comes may be told twice.
            #expect(Set(paper.lines) == opening, "it had begun to hear when the call came")
            paper.setListening(["d1", "d2"])
            try await engine.handle(DeviceID("d2"), isListening: true)
            let late = "tell d2 v1 ringing"
            await paper.until { paper.lines.contains(late) }
            try await Self.pass(engine, .answered(.leg(Self.leg(3))))
            let told = Set(["d1", "d2"].map { "tell \($0) v2 answered elsewhere" }).union(["claimed v2", "answer"])
            await paper.until { told.isSubset(of: paper.lines) }
            #expect(Set(paper.lines) == opening.union([late]).union(told))
            paper.setListening(["d2"])
            try await engine.handle(DeviceID("d1"), isListening: false)
            let devices = try #require(try await engine.session(Self.id)).devices
            #expect(devices.map(\.hasChannel) == [false, true, false])
        }
        try await Self.run(store) { engine, _ in
            try await engine.markDevicesDisconnected()
            let devices = try #require(try await engine.session(Self.id)).devices
            #expect(devices.allSatisfy { !$0.hasChannel })
        }
    }

    @Test func `a command that was decided before a death is sent after it, once`() async throws {
        let store = try ExchangeDatabase(path: nil)
        let clock = HandClock()
        // The process died between the transaction and the first send.
        _ = try store.apply([RingInput(.open(Self.call()))], at: clock.now)
        try await Self.run(store, clock) { _, paper in
            #expect(await paper.lines(2).sorted() == ["dial d1", "dial d2"])
        }
    }

    @Test func `no device answers: at the deadline the caller is given up, on time`() async throws {
        let clock = HandClock()
        try await Self.run(try ExchangeDatabase(path: nil), clock) { engine, paper in
            var call = Self.call(devices: 1)
            call.policy.hasVoicemail = false
            try await engine.handle(RingInput(.open(call)))
            _ = await paper.lines(2)
            clock.advance(by: .seconds(29))
            #expect(try await engine.session(Self.id)?.status.stage == .ringing)
            clock.advance(by: .seconds(1))
            let lines = await paper.lines(5)
            #expect(Set(lines).isSuperset(of: ["ended v2", "turn the caller away", "hang up d1"]), "\(lines)")
            #expect(try await engine.session(Self.id)?.status.outcome == .noAnswer)
        }
    }

    @Test func `sessions whose time comes at one moment share transactions when they are told of it`() async throws {
        let (clock, store) = (HandClock(), CountingStore(try ExchangeDatabase(path: nil)))
        let count = 100
        try await Self.run(store, clock) { engine, paper in
            for number in 1...UInt64(count) {
                var call = Self.call(devices: 1)
                call.session = CallSessionID(UUIDValue(high: 7, low: number))
                call.parent = CarrierLegID("parent \(number)")
                call.policy.hasVoicemail = false
                try await engine.handle(RingInput(.open(call)))
            }
            _ = await paper.lines(2 * count)
            clock.advance(by: .seconds(30))
            await paper.until { paper.lines.count { $0.hasPrefix("ended") } == count }
        }
        #expect(store.dues.reduce(0, +) >= count && store.dues.count < count, "\(store.dues)")
    }

    @Test func `a dial that meets an outage is sent again under its name, and counts as the same`()
        async throws
    {
        let (clock, paper) = (HandClock(), PaperCarrier(losesDials: true))
        try await Self.run(try ExchangeDatabase(path: nil), clock, paper) { engine, paper in
            try await engine.handle(RingInput(.open(Self.call(devices: 1))))
            _ = await paper.lines(2)
            // The session knows that the result is unknown, and waits.
            await paper.until { await engine.due(of: Self.id).map { $0 <= clock.now + .seconds(1) } ?? false }
            clock.advance(by: .seconds(1))
            #expect(await paper.lines(3).last == "again dial d1")
            #expect(paper.lines.count { $0 == "dial d1" } == 1)
        }
    }

    /// Those who wait for the store go on in any order.
    @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
    func `what follows from inputs follows in the order in which they were stored`(order: [Int]) async throws {
        let (store, clock, paper) = (try ExchangeDatabase(path: nil), HandClock(), PaperCarrier())
        let engine = Self.engine(store, clock, paper)
        let inputs = [
            RingInput(.open(Self.call())),
            RingInput(.event(.carrier(.answered(.leg(Self.leg(1)))), .session(Self.id))),
            RingInput(.event(.carrier(.bridged(.parent)), .session(Self.id))),
        ]
        let turns = try store.apply(inputs, at: clock.now)
        await withTaskGroup(of: Void.self) { group in
            for (count, number) in order.enumerated() {
                group.addTask { await engine.follow(turns[number], of: inputs[number], UInt64(number)) }
                let early = order[...count].filter { number in (0...number).contains { !order[...count].contains($0) } }
                await paper.until { await engine.earlyCount == early.count }
            }
        }
        #expect(try await engine.due(of: Self.id) == store.openSessions().first?.due)
        #expect(await engine.isBusy(UserID("u")))
    }

    @Test func `scenario 61: the carrier is asked about an unknown leg, and its parked events are handled`()
        async throws
    {
        let paper = PaperCarrier(losesDials: true)
        try await Self.run(try ExchangeDatabase(path: nil), HandClock(), paper) { engine, paper in
            try await engine.handle(RingInput(.open(Self.call(devices: 1))))
            #expect(await paper.lines(2).sorted() == ["dial d1", "ringing v1"])
            paper.set(CarrierLegID("x"), to: OwnLeg(Self.leg(1), of: Self.id))
            let answered = RingEvent.carrier(.answered(.parent))
            let turn = try await engine.handle(RingInput(.event(answered, .leg(CarrierLegID("x")))))
            #expect(turn.outcome == .parked)
            #expect(await paper.lines(4).dropFirst(2) == ["claimed v2", "answer"])
        }
    }

    @Test func `scenario 61: a call that was kept before a death is looked at after it`() async throws {
        let (store, clock, paper) = (try ExchangeDatabase(path: nil), HandClock(), PaperCarrier(losesDials: true))
        let answered = RingEvent.carrier(.answered(.parent))
        let inputs = [
            RingInput(.open(Self.call(devices: 1))), RingInput(.event(answered, .leg(CarrierLegID("x")))),
        ]
        #expect(try store.apply(inputs, at: clock.now).map(\.outcome) == [.taken, .parked])
        paper.set(CarrierLegID("x"), to: OwnLeg(Self.leg(1), of: Self.id))
        try await Self.run(store, clock, paper) { engine, paper in
            #expect(await Set(paper.lines(3)).isSuperset(of: ["claimed v2", "answer"]), "\(paper.lines)")
        }
    }

    @Test func `scenario 61: events of a leg that stays unknown are discarded after two minutes, and reported`()
        async throws
    {
        let clock = HandClock()
        try await Self.run(try ExchangeDatabase(path: nil), clock) { engine, paper in
            for _ in 0..<2 {
                let answered = RingEvent.carrier(.answered(.parent))
                let turn = try await engine.handle(RingInput(.event(answered, .leg(CarrierLegID("x")))))
                #expect(turn.outcome == .parked)
            }
            clock.advance(by: ParkedEvents.timeMax - .seconds(1))
            #expect(paper.lines == [])
            // The engine may be looking at the time at this moment: its next look is a second later.
            clock.onSleep = { paper.changes.signal() }
            await paper.until {
                if paper.lines.isEmpty, clock.hasSleepers { clock.advance(by: .seconds(1)) }
                return !paper.lines.isEmpty
            }
            #expect(paper.lines == ["discarded 2"])
        }
    }

    @Test func `a user or device removed while it rings is released, in the organization's own calls`()
        async throws
    {
        try await Self.run(try ExchangeDatabase(path: nil)) { engine, paper in
            try await engine.handle(RingInput(.open(Self.call())))
            _ = await paper.lines(3)
            try await engine.handle(.removed(UserID("u"))) { $0 != OrganizationID("o") }
            try await engine.handle(.loggedOut(DeviceID("d9")))
            #expect(try await engine.session(Self.id)?.devices.compactMap(\.reason) == [])
            try await engine.handle(.loggedOut(DeviceID("d1")))
            #expect(try await engine.session(Self.id)?.devices.map(\.reason) == [.withdrawn, nil])
            try await engine.handle(.removed(UserID("u"))) { $0 == OrganizationID("o") }
            #expect(try await engine.session(Self.id)?.devices.map(\.reason) == [.withdrawn, .withdrawn])
        }
    }

    @Test(arguments: [false, true])
    func `H1: a removed user of a number no device of which rings is no user of the call any more`(
        afterRestart: Bool
    ) async throws {
        let store = try ExchangeDatabase(path: nil)
        var call = Self.call()
        (call.devices, call.owners) = ([], [UserID("u"), UserID("v")])
        if afterRestart { _ = try store.apply([RingInput(.open(call))], at: .zero) }
        try await Self.run(store) { engine, paper in
            if afterRestart {
                await paper.until { await engine.openCount == 1 }
            } else {
                try await engine.handle(RingInput(.open(call)))
            }
            try await engine.handle(.removed(UserID("u")))
            #expect(try await engine.session(Self.id)?.owners == [UserID("v")])
        }
    }

    @Test func `the same webhook a hundred times at once has one effect`() async throws {
        try await Self.run(try ExchangeDatabase(path: nil)) { engine, paper in
            try await engine.handle(RingInput(.open(Self.call())))
            _ = await paper.lines(3)
            let news = RingEvent.carrier(.answered(.leg(Self.leg(1))))
            let turns = try await withThrowingTaskGroup(of: RingTurn.self) { group in
                for _ in 0..<100 {
                    group.addTask {
                        try await engine.handle(
                            RingInput(.event(news, .session(Self.id)), eventID: CarrierEventID("e")))
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(turns.count { $0.outcome == .taken } == 1)
            try await Self.pass(engine, .answered(.parent))
            #expect(await paper.lines(6).count { $0.hasPrefix("bridge") } == 1, "\(paper.lines)")
        }
    }
}
