package import ExchangeCore
package import Explorer

/// An answered call between a phone of ours, which can be asked for a new description, and a client that cannot and may
/// return with another peer connection. The exchange is the real one; sockets may break at any moment.
package struct ReturnModel: Model {
    let phoneCalls: Bool
    let breaks: Int
    let restarts: Int
    let client: ReturningClient
    let updates: Int

    /// - Parameters:
    ///   - phoneCalls: whether the phone called the client, rather than the other way round.
    ///   - breaks: the number of sockets that may break in all.
    ///   - restarts: how often the exchange may die.
    ///   - client: how the client comes back.
    ///   - updates: how often the phone may offer new media of its own accord.
    package init(
        phoneCalls: Bool, breaks: Int, restarts: Int = 0, client: ReturningClient = .silent, updates: Int = 0
    ) {
        self.client = client
        self.updates = updates
        self.phoneCalls = phoneCalls
        self.breaks = breaks
        self.restarts = restarts
    }

    package var initialStates: [ReturnState] {
        [ReturnState(phoneCalls: phoneCalls, breaks: breaks, restarts: restarts, by: client, updates: updates)]
    }

    package func actions(in state: ReturnState) -> [ReturnAction] {
        guard state.exchange.liveCallCount > 0 else { return [] }
        var actions: [ReturnAction] = []
        if !state.phone.inbox.isEmpty { actions.append(.deliverToPhone) }
        if !state.phone.outbox.isEmpty { actions.append(.deliverFromPhone) }
        if !state.client.inbox.isEmpty {
            actions.append(.deliverToClient(keepsMedia: false))
            // A client does not keep a connection through which no media arrive.
            if state.isAgreed, client == .silent { actions.append(.deliverToClient(keepsMedia: true)) }
        }
        if !state.client.outbox.isEmpty { actions.append(.deliverFromClient) }
        actions += connections(in: state)
        // One timeout is enough, because the client may start anew after each.
        let timers = state.checker.runningTimers.filter { !state.hasTimedOut || $0.owner.session == nil }
        return actions + timers.map { .fire($0) }
    }

    private func connections(in state: ReturnState) -> [ReturnAction] {
        var actions: [ReturnAction] = state.restarts > 0 ? [.restart] : []
        if state.phone.connection == nil {
            actions.append(.phoneComesBack)
        } else {
            actions.append(.hangUp)
            if state.breaks > 0 { actions.append(.breakPhone) }
            if state.updates > 0 { actions.append(.phoneOffersNewMedia) }
        }
        if state.client.connection == nil {
            actions.append(.clientComesBack(hasMedia: false))
            if state.client.hasMedia { actions.append(.clientComesBack(hasMedia: true)) }
        } else {
            if state.breaks > 0 { actions.append(.breakClient) }
            if state.isUnconfirmed { actions.append(.clientIsHeardLater) }
        }
        return actions
    }

    package func step(_ state: ReturnState, _ action: ReturnAction) -> ReturnState? {
        var next = state
        next.perform(action)
        return next
    }

    package var properties: [Property<ReturnState>] {
        [
            Property(.always, "nothing happens that must never happen") { $0.checker.violations.isEmpty },
            Property(.always, "once all is said, each side has the media the other knows of") {
                !$0.isAtRest || $0.hasTimedOut || $0.isAgreed
            },
            Property(.always, "once all is said, both are ready for calls") {
                !$0.isAtRest || ($0.phone.isReady && $0.client.isReady)
            },
            Property(.always, "no side keeps an offer that was given up") { !$0.isAtRest || $0.phone.pending == nil },
            Property(.sometimes, "new media are agreed on") { $0.isAtRest && $0.client.generation > 0 && $0.isAgreed },
            Property(.sometimes, "a client goes on with the media it had") {
                $0.isAtRest && $0.client.generation == 0 && ($0.breaks < breaks || $0.restarts < restarts)
                    && $0.isAgreed
            },
            Property(.eventually, "every timer of the call is stopped") {
                !$0.checker.runningTimers.contains { $0.owner.session != nil }
            },
        ]
    }
}

/// How the client of a call comes back.
package enum ReturningClient: Hashable, Sendable {
    /// It acknowledges nothing.
    case silent
    /// As Telnyx' JavaScript client: it acknowledges messages of a call that it has, and every offer of the call makes it
    /// begin new media.
    case acknowledging
    /// A planted fault: it acknowledges also messages of a call that it lost.
    case acknowledgingAnything

    var capabilities: DeviceCapabilities { self == .silent ? [] : [.acknowledgements, .offersByAttach] }
}

/// A possible event of a call whose sides lose their sockets.
package enum ReturnAction: Hashable, Sendable {
    case deliverToPhone, deliverFromPhone
    /// The client answers with its present media, or with new ones.
    case deliverToClient(keepsMedia: Bool)
    case deliverFromClient
    case breakPhone, breakClient
    case phoneOffersNewMedia
    /// The client is heard long after it was told that its taking up of the call is accepted.
    case clientIsHeardLater
    case phoneComesBack
    /// A client may be a reloaded page, which has no media any more.
    case clientComesBack(hasMedia: Bool)
    /// The exchange dies and starts again with its kept data; both sockets are lost.
    case restart
    case hangUp
    case fire(TimerID)
}

extension ReturnAction: CustomStringConvertible {
    package var description: String {
        switch self {
        case .deliverToPhone: "the phone reads"
        case .deliverFromPhone: "the phone is heard"
        case .deliverToClient(keepsMedia: true): "the client reads and keeps its media"
        case .deliverToClient(keepsMedia: false): "the client reads and makes new media"
        case .deliverFromClient: "the client is heard"
        case .breakPhone: "the phone loses its connection"
        case .breakClient: "the client loses its connection"
        case .phoneOffersNewMedia: "the phone offers new media"
        case .clientIsHeardLater: "the client is heard later"
        case .phoneComesBack: "the phone comes back"
        case .clientComesBack(let hasMedia): "the client comes back with\(hasMedia ? "" : "out") media"
        case .restart: "the exchange dies and starts again"
        case .hangUp: "the phone hangs up"
        case .fire(let timer): "timer \(timer.owner)"
        }
    }
}
