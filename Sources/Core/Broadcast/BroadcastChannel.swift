/// One channel: its listeners, its events and its members.
struct BroadcastChannel: Hashable, Sendable {
    let name: String
    let kind: ChannelKind
    let isCache: Bool
    /// Listeners that get events as Pusher sends them.
    private(set) var plain: [BroadcastConnectionID] = []
    /// Listeners that get the version of each event with it.
    private(set) var versioned: [BroadcastConnectionID] = []
    var roster = PresenceMembers()
    var log: ChannelLog
    var states = ChannelStates()
    /// The last event of a cache channel.
    var cached: ChannelEvent?
    /// When the channel was last used, so that unused channels can be forgotten.
    var touchedAt: Duration

    init(name: String, startingAfter version: UInt64, at now: Duration) {
        self.name = name
        kind = ChannelKind(channel: name)
        isCache = ChannelKind.isCache(channel: name)
        log = ChannelLog(startingAfter: version)
        touchedAt = now
    }

    var listenerCount: Int { plain.count + versioned.count }

    /// The bytes that count against the bound of all channels.
    var bytes: Int { log.bytes + states.bytes + (cached?.bytes ?? 0) }

    mutating func add(_ id: BroadcastConnectionID, isVersioned: Bool) {
        if isVersioned { versioned.append(id) } else { plain.append(id) }
    }

    mutating func remove(_ id: BroadcastConnectionID, isVersioned: Bool) {
        if isVersioned { Self.remove(id, from: &versioned) } else { Self.remove(id, from: &plain) }
    }

    /// Moves the last listener to the free place, because the order of listeners does not matter.
    private static func remove(_ id: BroadcastConnectionID, from list: inout [BroadcastConnectionID]) {
        guard let index = list.firstIndex(of: id) else { return }
        list.swapAt(index, list.count - 1)
        list.removeLast()
    }
}

extension BroadcastChannel {
    /// Counts and remembers an event.
    ///
    /// - Parameter room: bytes that may still be remembered in all channels together.
    mutating func note(
        _ publication: Publication, at now: Duration, room: Int, within limits: BroadcastLimits
    ) -> ChannelEvent {
        touchedAt = now
        let needed = publication.event.utf8.count + publication.data.utf8.count + 256
        // The event is remembered up to three times: in the log, as a state and as the last event.
        let isKept = room >= needed * 3
        let event = log.append(
            name: publication.event, data: publication.data, at: now, isKept: isKept, within: limits)
        if let key = publication.key {
            states.note(event, key: key, isLast: publication.isLast, isKept: isKept, at: now, within: limits)
        }
        if isCache { cached = event }
        return event
    }

    /// Sends an event of the log to all listeners.
    func send(_ event: ChannelEvent, except: BroadcastConnectionID?, into effects: inout [BroadcastEffect]) {
        if !plain.isEmpty {
            effects.append(
                .broadcast(.event(channel: name, event, isVersioned: false), to: plain, except: except))
        }
        if !versioned.isEmpty {
            effects.append(
                .broadcast(.event(channel: name, event, isVersioned: true), to: versioned, except: except))
        }
    }

    /// Sends all listeners a message that is no event of the log.
    func send(_ message: ServerMessage, except: BroadcastConnectionID?, into effects: inout [BroadcastEffect]) {
        if !plain.isEmpty { effects.append(.broadcast(message, to: plain, except: except)) }
        if !versioned.isEmpty { effects.append(.broadcast(message, to: versioned, except: except)) }
    }
}

/// All channels of an application by name, in places that are reused.
struct ChannelTable: Sendable {
    private var places: [BroadcastChannel?] = []
    private var indices: [String: Int] = [:]
    private var free: [Int] = []
    /// Where the next search for unused channels begins.
    private var cursor = 0
    /// The bytes that all channels take.
    private(set) var bytes = 0

    var count: Int { indices.count }
    var names: [String] { indices.keys.sorted() }

    func index(of name: String) -> Int? { indices[name] }

    subscript(index: Int) -> BroadcastChannel? { places[index] }

    /// Finds or makes a channel and returns its place; nil: there is no room, even after unused channels were
    /// forgotten.
    mutating func make(
        _ name: String, startingAfter version: UInt64, at now: Duration, within limits: BroadcastLimits
    ) -> Int? {
        if let index = indices[name] { return index }
        if count >= limits.channelsMax { forgetSome(atMost: 64, at: now) { _ in true } }
        guard count < limits.channelsMax else { return nil }
        let channel = BroadcastChannel(name: name, startingAfter: version, at: now)
        let index = free.popLast() ?? places.count
        if index == places.count { places.append(channel) } else { places[index] = channel }
        indices[name] = index
        return index
    }

    /// Changes a channel in its place, and updates ``bytes``.
    mutating func change<Result>(_ index: Int, _ body: (inout BroadcastChannel) -> Result) -> Result? {
        guard var channel = places[index].take() else { return nil }
        let before = channel.bytes
        let result = body(&channel)
        bytes += channel.bytes - before
        places[index] = channel
        return result
    }

    /// Trims the logs of some channels, and forgets those that were unused for as long as a log lasts.
    mutating func sweep(atMost count: Int, at now: Duration, within limits: BroadcastLimits) {
        forgetSome(atMost: count, at: now) { channel in
            channel.log.trim(at: now, within: limits)
            channel.states.trim(at: now, within: limits)
            return channel.states.isEmpty && now - channel.touchedAt > limits.logAgeMax
        }
    }

    private mutating func forgetSome(
        atMost count: Int, at now: Duration, where mayGo: (inout BroadcastChannel) -> Bool
    ) {
        for _ in 0..<min(count, places.count) {
            cursor = cursor + 1 < places.count ? cursor + 1 : 0
            let isForgotten = change(cursor) { channel in mayGo(&channel) && channel.listenerCount == 0 } ?? false
            if isForgotten { remove(cursor) }
        }
    }

    private mutating func remove(_ index: Int) {
        guard let channel = places[index].take() else { return }
        bytes -= channel.bytes
        indices[channel.name] = nil
        free.append(index)
    }
}
