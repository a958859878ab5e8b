/// Handles the messages of clients.
extension BroadcastHub {
    mutating func handle(
        _ message: ClientMessage, isSigned: Bool, from id: BroadcastConnectionID, at now: Duration,
        into effects: inout [BroadcastEffect]
    ) {
        guard connection(id) != nil else { return }
        switch message {
        case .subscribe(let request): subscribe(request, isSigned: isSigned, id, at: now, into: &effects)
        case .unsubscribe(let channel): unsubscribe(channel, id, at: now, into: &effects)
        case .signIn(let request): signIn(request, isSigned: isSigned, id, into: &effects)
        case .ping: effects.append(.send(id, .pong))
        case .clientEvent(let channel, let event, let data):
            guard mayPublishClientEvent(to: channel, id, at: now, into: &effects),
                let index = channels.index(of: channel)
            else {
                return
            }
            let user = subscription(to: index, of: id)?.user
            channels[index]?.send(
                .clientEvent(channel: channel, event: event, data: data, user: user), except: id, into: &effects)
        case .pong, .ignored: break  // These need no answer.
        }
    }

    /// Signs a connection in as a user. The connection keeps its user; signing in again as the same user is answered
    /// again.
    private mutating func signIn(
        _ request: ChannelSignInRequest, isSigned: Bool, _ id: BroadcastConnectionID,
        into effects: inout [BroadcastEffect]
    ) {
        guard isSigned else { return refuse(.unauthorized, id, into: &effects) }
        guard let user = request.user else { return refuse(.invalidMessage, id, into: &effects) }
        let before = connection(id)?.user
        guard before == nil || before == user else { return refuse(.unauthorized, id, into: &effects) }
        connections[Int(id.place)]?.user = user
        effects.append(.send(id, .signedIn(userData: request.userData)))
    }

    private func mayListen(_ request: SubscribeRequest, isSigned: Bool, _ id: BroadcastConnectionID) -> Bool {
        switch ChannelKind(channel: request.channel) {
        case .public: true
        case .private, .presence: isSigned
        case .user: connection(id)?.user.map { ChannelName.ofSignedIn($0) } == request.channel
        }
    }

    private func subscription(to channel: Int, of id: BroadcastConnectionID) -> Subscription? {
        connection(id)?.subscriptions.first { $0.channel == channel }
    }

    // MARK: - Listening

    private mutating func subscribe(
        _ request: SubscribeRequest, isSigned: Bool, _ id: BroadcastConnectionID, at now: Duration,
        into effects: inout [BroadcastEffect]
    ) {
        guard ChannelName.isValid(request.channel) else { return refuse(.invalidMessage, id, into: &effects) }
        let kind = ChannelKind(channel: request.channel)
        guard mayListen(request, isSigned: isSigned, id) else { return refuse(.unauthorized, id, into: &effects) }
        let member = kind == .presence ? PresenceMember(channelData: request.channelData) : nil
        guard kind != .presence || member != nil else { return refuse(.invalidMessage, id, into: &effects) }
        unsubscribeSilently(request.channel, member, request.since != nil, id)
        let version = firstVersion(at: now)
        guard (connection(id)?.subscriptions.count ?? 0) < limits.subscriptionsMax,
            let index = channels.make(request.channel, startingAfter: version, at: now, within: limits),
            hasRoom(for: member, in: index)
        else { return refuse(.overLimit, id, into: &effects) }
        join(index, member, isVersioned: request.since != nil, id, at: now, into: &effects)
        confirmSubscription(to: index, since: request.since, id, into: &effects)
    }

    private func refuse(_ error: PusherError, _ id: BroadcastConnectionID, into effects: inout [BroadcastEffect]) {
        effects.append(.send(id, .error(error)))
    }

    private func hasRoom(for member: PresenceMember?, in index: Int) -> Bool {
        guard let member, let roster = channels[index]?.roster else { return true }
        return roster.count < limits.membersMax || roster.contains(member.user)
    }

    /// Changes whether a listener that subscribes again gets versions. The others do not notice, because its user is
    /// the same.
    private mutating func unsubscribeSilently(
        _ channel: String, _ member: PresenceMember?, _ isVersioned: Bool, _ id: BroadcastConnectionID
    ) {
        guard let index = channels.index(of: channel), let old = subscription(to: index, of: id),
            old.user == member?.user, old.isVersioned != isVersioned
        else { return }
        channels.change(index) { channel in
            channel.remove(id, isVersioned: old.isVersioned)
            channel.add(id, isVersioned: isVersioned)
        }
        changeSubscription(to: index, of: id) { $0.isVersioned = isVersioned }
    }

    private mutating func changeSubscription(
        to channel: Int, of id: BroadcastConnectionID, _ body: (inout Subscription) -> Void
    ) {
        let place = Int(id.place)
        guard let index = connections[place]?.subscriptions.firstIndex(where: { $0.channel == channel }) else { return }
        guard var connection = connections[place].take() else { return }
        body(&connection.subscriptions[index])
        connections[place] = connection
    }

    private mutating func join(
        _ index: Int, _ member: PresenceMember?, isVersioned: Bool, _ id: BroadcastConnectionID, at now: Duration,
        into effects: inout [BroadcastEffect]
    ) {
        if let old = subscription(to: index, of: id) {
            guard old.user != member?.user else { return }
            leave(old, id, at: now, into: &effects)
            connections[Int(id.place)]?.subscriptions.removeAll { $0 == old }
        }
        let wasListening = (channels[index]?.listenerCount ?? 0) > 0
        channels.change(index) { channel in
            channel.touchedAt = now
            if let member, channel.roster.join(member) {
                channel.send(.memberAdded(channel: channel.name, member), except: nil, into: &effects)
            }
            channel.add(id, isVersioned: isVersioned)
        }
        connections[Int(id.place)]?.subscriptions.append(
            Subscription(channel: index, isVersioned: isVersioned, user: member?.user))
        notifyListening(index, before: wasListening, into: &effects)
    }

    private func notifyListening(_ index: Int, before wasListening: Bool, into effects: inout [BroadcastEffect]) {
        guard let channel = channels[index], (channel.listenerCount > 0) != wasListening,
            let device = ChannelName.device(of: channel.name)
        else { return }
        effects.append(.listening(device: device, !wasListening))
    }

    /// Sends a new listener the events it missed, the confirmation, and the last event of a cache channel.
    private func confirmSubscription(
        to index: Int, since known: UInt64?, _ id: BroadcastConnectionID, into effects: inout [BroadcastEffect]
    ) {
        guard let channel = channels[index] else { return }
        var data = SubscriptionData(roster: channel.kind == .presence ? channel.roster : nil)
        if let known {
            data.version = channel.log.version
            data.replayed = replay(channel, since: known, id, into: &effects)
        }
        effects.append(.send(id, .subscribed(channel: channel.name, data)))
        // A listener that was sent the events it missed has the last one already.
        guard channel.isCache, data.replayed == nil else { return }
        if let cached = channel.cached {
            effects.append(.send(id, .event(channel: channel.name, cached, isVersioned: known != nil)))
        } else {
            effects.append(.send(id, .cacheMiss(channel: channel.name)))
        }
    }

    private func replay(
        _ channel: BroadcastChannel, since known: UInt64, _ id: BroadcastConnectionID,
        into effects: inout [BroadcastEffect]
    ) -> Int? {
        guard let events = channel.log.events(since: known) else {
            effects.append(
                .send(
                    id,
                    .snapshot(
                        channel: channel.name, version: channel.log.version, events: channel.states.events,
                        isComplete: channel.states.isComplete)))
            return nil
        }
        for event in events { effects.append(.send(id, .event(channel: channel.name, event, isVersioned: true))) }
        return events.count
    }

    // MARK: - Leaving

    private mutating func unsubscribe(
        _ channel: String, _ id: BroadcastConnectionID, at now: Duration, into effects: inout [BroadcastEffect]
    ) {
        guard let index = channels.index(of: channel), let subscription = subscription(to: index, of: id) else {
            return
        }
        connections[Int(id.place)]?.subscriptions.removeAll { $0.channel == index }
        leave(subscription, id, at: now, into: &effects)
    }

    mutating func leave(
        _ subscription: Subscription, _ id: BroadcastConnectionID, at now: Duration,
        into effects: inout [BroadcastEffect]
    ) {
        let wasListening = (channels[subscription.channel]?.listenerCount ?? 0) > 0
        defer { notifyListening(subscription.channel, before: wasListening, into: &effects) }
        channels.change(subscription.channel) { channel in
            channel.touchedAt = now
            channel.remove(id, isVersioned: subscription.isVersioned)
            guard let user = subscription.user, channel.roster.leave(user) else { return }
            channel.send(.memberRemoved(channel: channel.name, user: user), except: nil, into: &effects)
        }
    }

    // MARK: - Events of clients

    private mutating func mayPublishClientEvent(
        to channel: String, _ id: BroadcastConnectionID, at now: Duration, into effects: inout [BroadcastEffect]
    ) -> Bool {
        let isMember = channels.index(of: channel).flatMap { subscription(to: $0, of: id) } != nil
        let isWithinLimit = connections[Int(id.place)]?.mayPublishClientEvent(at: now, within: limits) ?? false
        guard limits.allowsClientEvents, isWithinLimit else {
            refuse(.clientEventRefused, id, into: &effects)
            return false
        }
        guard isMember, [.private, .presence].contains(ChannelKind(channel: channel)) else {
            refuse(.unauthorized, id, into: &effects)
            return false
        }
        return true
    }
}
