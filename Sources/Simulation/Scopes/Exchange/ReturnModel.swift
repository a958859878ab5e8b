import ExchangeCore
package import Explorer

/// An answered call between a phone of ours, which can be asked for a description, and a client that cannot and may
/// come back with another peer connection: the real exchange, and sockets that break at any moment.
package struct ReturnModel: Model {
    let phoneCalls: Bool
    let breaks: Int
    let restarts: Int

    /// - Parameters:
    ///   - phoneCalls: whether the phone has called the client, rather than the other way round.
    ///   - breaks: how many sockets break in all.
    ///   - restarts: how often the exchange dies.
    package init(phoneCalls: Bool, breaks: Int, restarts: Int = 0) {
        self.phoneCalls = phoneCalls
        self.breaks = breaks
        self.restarts = restarts
    }

    package var initialStates: [ReturnState] {
        [ReturnState(phoneCalls: phoneCalls, breaks: breaks, restarts: restarts)]
    }

    package func actions(in state: ReturnState) -> [ReturnAction] {
        guard state.exchange.liveCallCount > 0 else { return [] }
        var actions: [ReturnAction] = []
        if !state.phone.inbox.isEmpty { actions.append(.deliverToPhone) }
        if !state.phone.outbox.isEmpty { actions.append(.deliverFromPhone) }
        if !state.client.inbox.isEmpty {
            actions.append(.deliverToClient(keepsMedia: false))
            // Nobody keeps a connection nothing comes through.
            if state.isAgreed { actions.append(.deliverToClient(keepsMedia: true)) }
        }
        if !state.client.outbox.isEmpty { actions.append(.deliverFromClient) }
        actions += connections(in: state)
        // One thing that takes too long is enough: after each the client may begin anew.
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
        }
        if state.client.connection == nil {
            actions.append(.clientComesBack(hasMedia: false))
            if state.client.hasMedia { actions.append(.clientComesBack(hasMedia: true)) }
        } else if state.breaks > 0 {
            actions.append(.breakClient)
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
            Property(.always, "nobody keeps an offer that was given up") { !$0.isAtRest || $0.phone.pending == nil },
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
