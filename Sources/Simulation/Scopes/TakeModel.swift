package import ExchangeCore
package import Explorer

/// An answered call that another device of the called user takes. Sockets may break, users may hang up and the exchange
/// may die at any moment. The exchange is the real one, and its devices behave like our own clients.
package struct TakeModel: Model {
    /// The number of faults that may occur.
    package struct Faults: Hashable, Sendable {
        var breaks: Int
        var restarts: Int
        /// How often people may put a device down.
        var hangUps: Int

        package init(breaks: Int = 0, restarts: Int = 0, hangUps: Int = 0) {
            self.breaks = breaks
            self.restarts = restarts
            self.hangUps = hangUps
        }
    }

    let faults: Faults
    let keepsFormer: Bool

    /// Makes a model. One parameter makes it deliberately wrong, for a test of the search.
    ///
    /// - Parameter keepsFormer: the other side answers the offer of the device that takes the call, and stays with the
    ///   media of the former one.
    package init(faults: Faults = Faults(), keepsFormer: Bool = false) {
        self.faults = faults
        self.keepsFormer = keepsFormer
    }

    package var initialStates: [TakeState] { [TakeState(faults, keepsFormer: keepsFormer)] }

    package func actions(in state: TakeState) -> [TakeAction] {
        guard state.exchange.liveCallCount > 0 else { return [] }
        var actions: [TakeAction] = state.canTake ? [.take] : []
        if state.faults.restarts > 0 { actions.append(.restart) }
        for (index, device) in state.devices.enumerated() {
            if !device.inbox.isEmpty { actions.append(.read(index)) }
            if !device.outbox.isEmpty { actions.append(.hear(index)) }
            if device.connection == nil { actions.append(.comeBack(index)) }
            if device.connection != nil, state.faults.breaks > 0 { actions.append(.lose(index)) }
            if device.hasCall, state.faults.hangUps > 0 { actions.append(.hangUp(index)) }
        }
        return actions + state.checker.runningTimers.map { .fire($0) }
    }

    package func step(_ state: TakeState, _ action: TakeAction) -> TakeState? {
        var next = state
        next.perform(action)
        return next
    }

    package var properties: [Property<TakeState>] {
        [
            Property(.always, "nothing happens that must never happen") { $0.checker.violations.isEmpty },
            Property(.always, "once all is said, the two devices that have the call have each other's media") {
                !$0.isAtRest || $0.hasTimedOut || $0.isAgreed
            },
            Property(.always, "once all is said, one device of the user has the call") {
                !$0.isAtRest || $0.isOfOneDevice
            },
            Property(.sometimes, "the call is handed over") { $0.isAtRest && $0.holder == TakeState.page },
            Property(.sometimes, "a hand-over fails, and the former device has the call") {
                $0.isAtRest && $0.hasTaken && $0.holder == TakeState.phone
            },
        ] + ofFaults + [
            Property(.eventually, "every timer of the call is stopped") {
                !$0.checker.runningTimers.contains { $0.owner.session != nil }
            }
        ]
    }

    private var ofFaults: [Property<TakeState>] {
        let putDown = Property<TakeState>(.sometimes, "the former device is put down while another takes the call") {
            $0.isAtRest && $0.holder == TakeState.page && $0.devices[TakeState.phone].hasHungUp
        }
        let gone = Property<TakeState>(.sometimes, "the call is handed over from a device that is gone") {
            $0.holder == TakeState.page && $0.devices[TakeState.phone].connection == nil
        }
        let survives = Property<TakeState>(.sometimes, "the call outlives the exchange with the device that took it") {
            $0.isAtRest && $0.holder == TakeState.page && $0.faults.restarts < faults.restarts
        }
        return (faults.hangUps > 0 ? [putDown] : []) + (faults.breaks > 0 ? [gone] : [])
            + (faults.restarts > 0 ? [survives] : [])
    }
}

/// A possible event of a call that another device takes. Devices are numbered: the caller's, the one that answered, and
/// the one that takes the call.
package enum TakeAction: Hashable, Sendable {
    /// The user takes the call to the other device.
    case take
    /// The device reads the next message.
    case read(Int)
    /// The exchange reads the device's next message.
    case hear(Int)
    case hangUp(Int)
    case lose(Int)
    case comeBack(Int)
    /// The exchange dies and starts again with its kept data; all sockets are lost.
    case restart
    case fire(TimerID)
}

extension TakeAction: CustomStringConvertible {
    package var description: String {
        switch self {
        case .take: "the page takes the call"
        case .read(let index): "\(TakeState.names[index]) reads"
        case .hear(let index): "\(TakeState.names[index]) is heard"
        case .hangUp(let index): "\(TakeState.names[index]) hangs up"
        case .lose(let index): "\(TakeState.names[index]) loses its connection"
        case .comeBack(let index): "\(TakeState.names[index]) comes back"
        case .restart: "the exchange dies and starts again"
        case .fire(let timer): "timer \(timer.owner)"
        }
    }
}
