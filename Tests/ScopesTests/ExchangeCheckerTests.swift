import CallModel
import ExchangeCore
import Redaction
import Scopes
import Testing

struct ExchangeCheckerTests {
    @Test func `equal timers come in one order, however they were started`() {
        let timers = (1...9).map { TimerID(.resume(SignalingSessionID("\($0)")), deadline: .seconds(60)) }
        let orders = [timers, timers.reversed(), Array(timers[4...] + timers[..<4])].map { order in
            var checker = ExchangeChecker()
            for timer in order {
                checker.watch(.timerFired(TimerID(timer.owner, deadline: .zero)), [.startTimer(timer)])
            }
            return checker.runningTimers
        }
        #expect(orders.allSatisfy { $0 == timers })
    }

    /// Ben's page takes his phone's call. A closure changes what the exchange does at the moment of the hand-over.
    private func complaints(_ change: (inout [ExchangeEffect]) -> Void) throws -> [String] {
        var exchange = Exchange()
        var checker = ExchangeChecker()
        func handle(_ event: ExchangeEvent, _ change: (inout [ExchangeEffect]) -> Void = { _ in }) {
            var effects: [ExchangeEffect] = []
            exchange.handle(event, at: .zero, into: &effects)
            change(&effects)
            checker.watch(event, effects)
        }
        let session = CallSessionID(UUIDValue(high: 7, low: 1))
        let description: Redacted<String> =
            "v=0\r\no=- 1 1 IN IP4 0\r\ns=-\r\nm=audio 9 RTP/SAVPF 0\r\na=ice-ufrag:a\r\na=ice-pwd:0\r\n"
        for (number, name) in [(1, "anna"), (2, "ben"), (3, "page")] as [(UInt64, String)] {
            let user = UserID(number == 1 ? "anna" : "ben")
            let device = DeviceSession(
                id: SignalingSessionID(name), user: user, device: DeviceID(name), capabilities: .renegotiation)
            handle(.deviceConnected(ConnectionID(number), device))
        }
        let users: Set<UserID> = [UserID("anna"), UserID("ben")]
        let dialing = Dialing(
            callID: CallID("call"), session: session,
            verdict: SingleOrganizationDirectory(users).verdict(of: UserID("anna"), calling: "ben"), dialed: "ben",
            description: description, trickles: false)
        handle(.request(ConnectionID(1), .number(1), .dial(dialing)))
        let leg = CallID(LegID(session: session, ordinal: 1).description)
        let answer = AnswerRequest(callID: leg, description: description, trickles: false)
        handle(.request(ConnectionID(2), .number(1), .answer(answer)))
        let taking = TakeRequest(callID: CallID("taken"), session: session, description: description, trickles: false)
        handle(.request(ConnectionID(3), .number(1), .take(taking)))
        handle(.response(ConnectionID(1), OfferID(session: session, number: 1), .answered(description)))
        #expect(checker.violations == [])
        handle(.acknowledged(ConnectionID(3), CallID("taken"), .hasAnsweredCall), change)
        return checker.violations
    }

    @Test
    func `a hand-over is kept and stored before a device is told, and the former device learns where its call is`()
        throws
    {
        #expect(try complaints { _ in } == [])
        #expect(
            try complaints { effects in effects.removeAll { if case .keep = $0 { true } else { false } } } == [
                "a call was handed over before it was kept"
            ])
        #expect(
            try complaints { effects in
                let told = effects.filter(\.isSpoken)
                effects = told + effects.filter { !$0.isSpoken }
            }.contains("a device was told of a hand-over before it was stored"))
        let wrong = try complaints { effects in
            Self.replace(in: &effects) { change in
                if case .legOver(let leg, _) = change { .legOver(leg, Ending(.completed)) } else { nil }
            }
        }
        #expect(wrong.contains("a device whose call was taken was given a wrong reason: completed"))
        let unasked = try complaints { effects in
            Self.replace(in: &effects) { change in
                guard case .handedOver(let leg, _, let device) = change else { return nil }
                return .handedOver(to: leg, user: UserID("anna"), device: device)
            }
        }
        #expect(unasked.contains("a call was handed over that no device asked for"))
    }

    /// Records other changes; nil leaves a change as it is.
    private static func replace(in effects: inout [ExchangeEffect], _ change: (JournalChange) -> JournalChange?) {
        effects = effects.map { effect in
            guard case .journal(let record) = effect, let other = change(record.change) else { return effect }
            return .journal(
                JournalRecord(session: record.session, version: record.version, time: record.time, change: other))
        }
    }
}
