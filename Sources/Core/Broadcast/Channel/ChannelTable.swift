/// All channels of an application, found by name, kept in places that are used again.
struct ChannelTable: Sendable {
    private var places: [BroadcastChannel?] = []
    private var indices: [String: Int] = [:]
    private var free: [Int] = []
    /// Where the next look for forgotten channels begins.
    private var cursor = 0
    /// What all logs take.
    private(set) var bytes = 0

    var count: Int { indices.count }
    var names: [String] { indices.keys.sorted() }

    func index(of name: String) -> Int? { indices[name] }

    subscript(index: Int) -> BroadcastChannel? { places[index] }

    /// The channel of that name, made if there is room; nil: there is none, not even after forgetting one.
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

    /// Changes a channel in its place.
    mutating func change<Result>(_ index: Int, _ body: (inout BroadcastChannel) -> Result) -> Result? {
        guard var channel = places[index].take() else { return nil }
        let before = channel.bytes
        let result = body(&channel)
        bytes += channel.bytes - before
        places[index] = channel
        return result
    }

    /// Looks at some channels, trims their logs and forgets those nobody has used for as long as a log lasts.
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
