internal import CallModel
internal import Clocks
internal import ExchangeStorage
internal import RingCore

extension RingEngine {
    /// The items to be sent now, with separate limits for dials, commands and pushes.
    func nextItems() async -> [OutboxItem] {
        var items = await nextDials()
        let now = clock.calendar
        let (commandRoom, pushRoom) = (Self.commandsMax - commands, Self.pushesMax - pushes)
        // If the store cannot be read now, the next tick reads it again.
        let found = try? await writer.ask { store throws(StorageError) in
            let commands =
                commandRoom > 0 ? try store.lease(commandRoom, of: [.command], from: now, until: now + Self.lease) : []
            let pushes =
                pushRoom > 0 ? try store.lease(pushRoom, of: [.push], from: now, until: now + Self.pushLease) : []
            return (commands, pushes)
        }
        guard let found else { return items }
        commands += found.0.count
        pushes += found.1.count
        items += found.0 + found.1
        return items
    }

    private func nextDials() async -> [OutboxItem] {
        let last = dials.lastSeen
        let waiting = try? await writer.ask { store throws(StorageError) in
            var found: [(OutboxItem, RingSession)] = []
            for item in try store.waitingDials(after: last, Self.dialsMax) {
                if let session = try store.session(item.session) { found.append((item, session)) }
            }
            return found
        }
        for (item, session) in waiting ?? [] {
            let counts = carrier.countsDials(for: session.parent.carrierID)
            guard dials.add(item, of: session, counts: counts) else { break }
        }
        let now = clock.calendar
        let turn = dials.next(at: now)
        for late in turn.expired {
            _ = try? await handle(RingInput(.event(.result(late.command, .withdrawn), .session(late.session))))
        }
        guard !turn.dials.isEmpty else { return [] }
        let items = try? await writer.ask { store throws(StorageError) in
            try store.leaseDials(turn.dials, from: now, until: now + Self.lease)
        }
        // Items that could not be leased now are read again from the beginning.
        if items == nil { dials.forget() }
        commands += items?.count ?? 0
        return items ?? []
    }

    func send(_ item: OutboxItem) async {
        switch item.body {
        case .push(let push, let device, let round):
            await pusher?.push(push, of: item.session, to: device, round: round ?? .first)
            // A push that was canceled is sent again after the next start; the device recognizes it by its session and
            // round.
            if !Task.isCancelled {
                try? await writer.ask { store throws(StorageError) in try store.settlePush(item.position) }
            }
            pushes -= 1
        case .command(let command, let id):
            await send(command, id, item)
            commands -= 1
        }
        onChange()
        wakeSender()
    }

    private func send(_ command: CarrierCommand, _ id: RingCommandID, _ item: OutboxItem) async {
        let (reply, parent) = await perform(command, id, item)
        // It is unknown whether the command was done; after the next start it is repeated under the same name.
        if Task.isCancelled, reply.result == .unavailable { return }
        if command.callsDevice, case .rateLimited(let wait) = reply.result {
            dials.refused(for: wait, at: clock.calendar)
        }
        // A rate limit on a repetition does not tell the result of the first attempt.
        let isDoubted = reply.result.isRateLimited && item.attempts > 0
        let result = isDoubted ? .unavailable : reply.result
        // If this cannot be stored now, the command is repeated under the same name when its lease ends.
        _ = try? await handle(RingInput(.event(.result(id, result), .session(item.session))))
        // The answer to a look is about the leg that was looked at: another leg may have become the parent since.
        let name = if case .look(.parent) = command { parent } else { CarrierLegID?.none }
        for event in reply.events {
            _ = try? await handle(RingInput(.event(.carrier(event), .session(item.session)), legName: name))
        }
    }

    /// - Returns: the reply, and the parent's leg at the time of the order.
    private func perform(
        _ command: CarrierCommand, _ id: RingCommandID, _ item: OutboxItem
    ) async -> (CarrierReply, CarrierLegID?) {
        guard let session = try? await session(item.session) else { return (CarrierReply(.unavailable), nil) }
        guard let order = CarrierOrder(command, id, of: session) else { return (CarrierReply(.refused), nil) }
        return (await perform(order, of: session, item), order.parent)
    }

    private func perform(_ order: CarrierOrder, of session: RingSession, _ item: OutboxItem) async -> CarrierReply {
        // A look may be repeated at any time; other commands only as long as the carrier recognizes the repetition.
        if case .look = order.command { return await carrier.perform(order) }
        let id = order.id
        let sentAt = [session.orderedAt(id), item.firstTakenAt].compactMap(\.self).min()
        if let sentAt, !Repetition.isSafe(since: sentAt, at: clock.calendar) { return CarrierReply(.unavailable) }
        return await carrier.perform(order)
    }
}

extension CommandResult {
    fileprivate var isRateLimited: Bool { if case .rateLimited = self { true } else { false } }
}

/// The dials that wait for their turn, with their positions in the outbox. The store holds the original; the queue is
/// in memory only and is rebuilt from the store.
struct DialQueue {
    /// A dial whose deadline passed before its turn.
    struct Late {
        let command: RingCommandID
        let session: CallSessionID
    }

    private struct Place {
        let position: Int64
        let session: CallSessionID
    }

    /// The position of the newest dial that was added.
    private(set) var lastSeen: Int64 = 0
    private var budget = DialRateLimiter()
    private var places: [RingCommandID: Place] = [:]
    /// The dials that count against no account, in the order in which they were added.
    private var free: [(command: RingCommandID, position: Int64)] = []

    /// Adds a dial. Returns false if the queue is full and the dial has to be tried later.
    ///
    /// - Parameter counts: whether the dial counts against an account.
    mutating func add(_ item: OutboxItem, of session: RingSession, counts: Bool) -> Bool {
        guard case .command(let order, let command) = item.body, order.callsDevice, let leg = order.rungLeg else {
            return true
        }
        guard counts else {
            free.append((command, item.position))
            lastSeen = max(lastSeen, item.position)
            return true
        }
        var request = CarrierDial(
            command, of: session.organization, deadline: session.dialsUntil, recency: Self.recency(of: leg, in: session)
        )
        request.isEmergency = session.outbound?.isEmergency ?? false
        guard budget.add(request) else { return false }
        places[command] = Place(position: item.position, session: item.session)
        lastSeen = max(lastSeen, item.position)
        return true
    }

    mutating func withdraw(_ command: RingCommandID) {
        if budget.withdraw(command) { places[command] = nil }
        free.removeAll { $0.command == command }
    }

    /// Removes the dials that are to be made now and returns their outbox positions in order, with the dials that
    /// expired.
    mutating func next(at now: Duration) -> (dials: [Int64], expired: [Late]) {
        let turn = budget.next(at: now)
        let expired = turn.expired.compactMap { request in
            places.removeValue(forKey: request.command).map { Late(command: request.command, session: $0.session) }
        }
        let dials = free.map(\.position) + turn.dials.compactMap { places.removeValue(forKey: $0.command)?.position }
        free = []
        return (dials, expired)
    }

    /// The carrier refused a dial because there were too many.
    mutating func refused(for wait: Duration, at now: Duration) { budget.refused(for: wait, at: now) }

    /// Forgets all dials, so that they are read from the store again.
    mutating func forget() {
        for command in places.keys { _ = budget.withdraw(command) }
        places = [:]
        free = []
        lastSeen = 0
    }

    /// The rank of a leg's device among its user's devices by last use; 0 is the most recently used one.
    private static func recency(of leg: LegID, in session: RingSession) -> UInt8 {
        guard let device = session.legs.first(where: { $0.id == leg })?.device,
            let owner = session.devices.first(where: { $0.device == device })?.user
        else { return .max }
        let own = session.devices.filter { $0.user == owner }
        return UInt8(clamping: own.firstIndex { $0.device == device } ?? own.count)
    }
}
