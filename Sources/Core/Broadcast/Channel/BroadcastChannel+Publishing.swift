extension BroadcastChannel {
    /// Counts and remembers an event.
    ///
    /// - Parameter room: bytes that may still be remembered in all channels together.
    mutating func note(
        _ publication: Publication, at now: Duration, room: Int, within limits: BroadcastLimits
    ) -> ChannelEvent {
        touchedAt = now
        let needed = publication.event.utf8.count + publication.data.utf8.count + 256
        // It is remembered in the log, as a state and as the last.
        let isKept = room >= needed * 3
        let event = log.append(
            name: publication.event, data: publication.data, at: now, isKept: isKept, within: limits)
        if let key = publication.key {
            states.note(event, key: key, isLast: publication.isLast, isKept: isKept, at: now, within: limits)
        }
        if isCache { cached = event }
        return event
    }

    /// Tells everybody who listens.
    func tell(_ event: ChannelEvent, except: BroadcastConnectionID?, into effects: inout [BroadcastEffect]) {
        if !plain.isEmpty {
            effects.append(
                .broadcast(.event(channel: name, event, isVersioned: false), to: plain, except: except))
        }
        if !versioned.isEmpty {
            effects.append(
                .broadcast(.event(channel: name, event, isVersioned: true), to: versioned, except: except))
        }
    }

    /// Tells everybody who listens something that is no event of the log.
    func tell(_ message: ServerMessage, except: BroadcastConnectionID?, into effects: inout [BroadcastEffect]) {
        if !plain.isEmpty { effects.append(.broadcast(message, to: plain, except: except)) }
        if !versioned.isEmpty { effects.append(.broadcast(message, to: versioned, except: except)) }
    }
}
