import CallModel
import ExchangeCore
import Redaction
import Scopes

/// Users who call, transfer, take, answer, hang up, lose their connections and come back, in an order that a seed
/// decides. Anna, ben and cleo have two devices each.
struct TransferWalk {
    private struct Device {
        let user: String
        let session: String
        var connection: UInt64?
        /// The calls it was told of and has not heard the end of.
        var calls: [CallID] = []
        var rings: [CallID] = []
        var offers: [OfferID] = []
        var attaches: [CallID] = []
        var answers: [CallID] = []
        /// Whether it was told that it is ready on its connection.
        var isReady = false
        /// The transfers that it was not told the end of: the calls, and the numbers of those that ring the targets.
        var transfers: [CallID: UInt64] = [:]

        var owesResponse: Bool { !offers.isEmpty || !attaches.isEmpty || !answers.isEmpty }
        var isAwaited: Bool { owesResponse || !rings.isEmpty }
    }

    private(set) var world: ExchangeWorld
    private(set) var transfers = 0
    /// How often a device was told that a transfer failed which it had not asked for, or of which it had been told.
    private(set) var strayFailures = 0
    private var devices: [Device] = []
    private var random: UInt64
    /// The number of events whose effects have been read; a step that changes nothing leaves no others.
    private var eventsRead = 0
    private var connections: UInt64 = 0
    private var sessions: UInt64 = 0
    private static let users = ["anna", "ben", "cleo"]

    init(seed: UInt64, busyRule: BusyRule) {
        random = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        world = ExchangeWorld { $0.busyRule = busyRule }
        for user in Self.users {
            for name in ["phone", "page"] { devices.append(Device(user: user, session: "\(user)'s \(name)")) }
        }
        for device in devices.indices { connect(device) }
    }

    /// A number below the given one.
    private mutating func pick(_ count: Int) -> Int {
        random ^= random << 13
        random ^= random >> 7
        random ^= random << 17
        return Int(random % UInt64(count))
    }

    private mutating func connect(_ device: Int) {
        connections += 1
        devices[device].connection = connections
        devices[device].offers = []
        devices[device].attaches = []
        devices[device].answers = []
        devices[device].isReady = false
        world.connect(
            devices[device].user, on: connections, session: devices[device].session, ExchangeWorld.everything)
        read()
    }

    /// Notes what the devices were told.
    private mutating func read() {
        guard world.eventCount > eventsRead else { return }
        eventsRead = world.eventCount
        for effect in world.effects {
            if case .journal(let record) = effect, case .transferred = record.change { transfers += 1 }
            if case .reply(let connection, _, .transferBegun(let callID)) = effect,
                let device = devices.firstIndex(where: { $0.connection == connection.rawValue })
            {
                devices[device].transfers[callID] = sessions
            }
            guard case .send(let connection, let message) = effect,
                let device = devices.firstIndex(where: { $0.connection == connection.rawValue })
            else { continue }
            switch message {
            case .ready(let calls):
                devices[device].isReady = true
                devices[device].transfers = devices[device].transfers.filter { calls.contains($0.key) }
            case .transferFailed(let callID, _):
                if devices[device].transfers.removeValue(forKey: callID) == nil { strayFailures += 1 }
            case .invite(let invitation): devices[device].rings.append(invitation.name.callID)
            case .updateMedia(_, let offer, _), .requestOffer(_, let offer), .requestNewOffer(_, let offer):
                devices[device].offers.append(offer)
            case .attach(let offer): devices[device].attaches.append(offer.name.callID)
            case .answer(let notice): devices[device].answers.append(notice.name.callID)
            case .bye(let callID, _):
                devices[device].calls.removeAll { $0 == callID }
                devices[device].rings.removeAll { $0 == callID }
                devices[device].transfers[callID] = nil
            default: break
            }
        }
    }

    /// Takes a step, which may change nothing. Half of them are what the exchange waits for.
    mutating func step() {
        let awaited = devices.indices.filter { devices[$0].connection != nil && devices[$0].isAwaited }
        if !awaited.isEmpty, pick(2) == 0 {
            let device = awaited[pick(awaited.count)]
            guard let connection = devices[device].connection else { return }
            if devices[device].owesResponse { respond(device, on: connection) } else { answer(device, on: connection) }
            return read()
        }
        let device = pick(devices.count)
        guard let connection = devices[device].connection else {
            if pick(2) == 0 { connect(device) }
            return
        }
        act(device, on: connection)
        read()
    }

    private mutating func act(_ device: Int, on connection: UInt64) {
        let here = devices[device]
        switch pick(16) {
        case 0, 1: if world.exchange.liveCallCount < 3 { dial(device, on: connection) }
        case 2, 3, 4: if let callID = here.calls.last { transfer(callID, device, on: connection) }
        case 5, 6, 7: answer(device, on: connection)
        case 8, 9, 10: respond(device, on: connection)
        case 11:
            guard let callID = here.calls.last ?? here.rings.last else { return }
            devices[device].calls.removeAll { $0 == callID }
            devices[device].rings.removeAll { $0 == callID }
            devices[device].transfers[callID] = nil
            world.request(connection, .hangUp(callID, pick(2) == 0 ? .normalClearing : .callRejected))
        case 12:
            devices[device].connection = nil
            world.lose(connection, [.broken, .closed, .left][pick(3)])
        case 13: if pick(4) == 0 { connect(device) } else { take(device, on: connection) }
        case 14:
            guard let callID = here.calls.last else { return }
            if pick(2) == 0 {
                world.request(connection, .changeHold(callID, .toggle))
            } else {
                world.request(connection, .updateMedia(callID, SampleDescription.offer("more\(pick(1_000))")))
            }
        default: fire()
        }
    }

    private mutating func dial(_ device: Int, on connection: UInt64) {
        sessions += 1
        let callID = CallID("call \(sessions)")
        devices[device].calls.append(callID)
        let target = Self.users[pick(Self.users.count)]
        let dialing = ExchangeWorld.dialing(
            target, by: UserID(devices[device].user), callID: callID.rawValue, session: sessions, trickles: pick(2) == 0
        )
        world.request(connection, .dial(dialing))
    }

    private mutating func transfer(_ callID: CallID, _ device: Int, on connection: UInt64) {
        sessions += 1
        let target = Self.users[pick(Self.users.count)]
        var request = world.transferring(
            callID, on: connection, to: target, dialed: Redacted(target), session: sessions)
        request.wakeable = pick(4) == 0 ? [DeviceID("asleep")] : []
        world.request(connection, .transfer(request))
    }

    private mutating func take(_ device: Int, on connection: UInt64) {
        guard sessions > 0 else { return }
        let callID = CallID("taken \(connections) \(pick(1_000_000))")
        let session = ExchangeWorld.session(UInt64(1 + pick(Int(sessions))))
        devices[device].calls.append(callID)
        world.request(
            connection,
            .take(
                TakeRequest(
                    callID: callID, session: session, description: SampleDescription.offer("taken"), trickles: false)))
    }

    private mutating func answer(_ device: Int, on connection: UInt64) {
        guard let callID = devices[device].rings.popLast() else { return }
        devices[device].calls.append(callID)
        let description = SampleDescription.answer("answer\(pick(1_000))")
        world.request(
            connection, .answer(AnswerRequest(callID: callID, description: description, trickles: pick(2) == 0)))
    }

    private mutating func respond(_ device: Int, on connection: UInt64) {
        if let offer = devices[device].offers.popLast() {
            let description = SampleDescription.offer("new\(pick(1_000))")
            world.handle(
                .response(ConnectionID(connection), offer, pick(5) == 0 ? .refused : .answered(description)))
        } else if let callID = devices[device].attaches.popLast() {
            world.request(connection, .attachAnswer(callID, SampleDescription.answer("back\(pick(1_000))")))
        } else if let callID = devices[device].answers.popLast() {
            world.acknowledge(connection, callID, pick(5) == 0 ? .lacksCall : .hasAnsweredCall)
        }
    }

    /// Lets the timer fire that is due first.
    private mutating func fire() {
        guard let timer = world.checker.runningTimers.min(by: { $0.deadline < $1.deadline }) else { return }
        world.now = max(world.now, timer.deadline)
        world.handle(.timerFired(timer))
    }

    /// Takes every device's connection away, until no call is left.
    mutating func finish() {
        for device in devices.indices {
            guard let connection = devices[device].connection else { continue }
            devices[device].connection = nil
            world.lose(connection)
        }
        for _ in 0..<1_000 where !world.checker.runningTimers.isEmpty { fire() }
    }

    /// The live calls of each user, for whom every call is over.
    var counts: [Int] { Self.users.map { world.exchange.liveCallCount(of: UserID($0)) } }

    /// The number of transfers that have failed while a device that is ready has not been told so.
    var untoldFailures: Int {
        // The target of one that has not failed may be getting the call.
        let isNegotiating = world.checker.runningTimers.contains {
            if case .renegotiation = $0.owner { true } else { false }
        }
        guard !isNegotiating else { return 0 }
        return devices.filter { $0.connection != nil && $0.isReady }.flatMap(\.transfers.values).count {
            world.status($0)?.stage ?? .ended == .ended
        }
    }

    /// The number of legs in each live call that have answered and are not over.
    var answeredLegs: [Int] {
        (0...sessions).compactMap { world.status($0) }.filter { $0.stage == .active }.map { status in
            status.legs.count { $0.stage == .answered }
        }
    }
}
