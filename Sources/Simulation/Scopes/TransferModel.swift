package import ExchangeCore
package import Explorer

/// An answered call that one of its two users transfers to a third, who answers, declines or does nothing. Connections
/// may break, noticed or not, devices may die, and users may hang up at any moment. The exchange is the real one, and its
/// devices behave like our own clients.
package struct TransferModel: Model {
    /// The number of faults that may occur.
    package struct Faults: Hashable, Sendable {
        var breaks: Int
        /// How often a connection may break without the exchange's notice, which loses all that is sent on it then.
        var cuts: Int
        /// How many devices may die, which do not come back.
        var deaths: Int
        /// How often people may hang up.
        var hangUps: Int

        package init(breaks: Int = 0, cuts: Int = 0, deaths: Int = 0, hangUps: Int = 0) {
            self.breaks = breaks
            self.cuts = cuts
            self.deaths = deaths
            self.hangUps = hangUps
        }
    }

    let byCaller: Bool
    let faults: Faults
    let keepsFormer: Bool

    /// Makes a model. One parameter makes it deliberately wrong, for a test of the search.
    ///
    /// - Parameters:
    ///   - byCaller: whether the caller transfers the call, rather than who was called.
    ///   - keepsFormer: the other side answers the target's offer, and stays with the media of the party that transfers.
    package init(byCaller: Bool, faults: Faults = Faults(), keepsFormer: Bool = false) {
        self.byCaller = byCaller
        self.faults = faults
        self.keepsFormer = keepsFormer
    }

    package var initialStates: [TransferState] {
        [TransferState(byCaller: byCaller, faults, keepsFormer: keepsFormer)]
    }

    package func actions(in state: TransferState) -> [TransferAction] {
        guard state.exchange.liveCallCount > 0 else { return [] }
        var actions: [TransferAction] = state.canTransfer ? [.transfer] : []
        for (index, device) in state.devices.enumerated() {
            if !device.inbox.isEmpty { actions.append(.read(index)) }
            if !device.outbox.isEmpty { actions.append(.hear(index)) }
            guard device.connection != nil else {
                if !device.isDead { actions.append(.comeBack(index)) }
                continue
            }
            if device.stage == .ringing { actions += [.answer, .decline] }
            if device.stage == .talking, state.faults.hangUps > 0 { actions.append(.hangUp(index)) }
            if state.faults.breaks > 0 { actions.append(.lose(index)) }
            if state.faults.cuts > 0 { actions.append(.cut(index)) }
            if state.faults.deaths > 0 { actions.append(.die(index)) }
        }
        return actions + state.checker.runningTimers.map { .fire($0) }
    }

    package func step(_ state: TransferState, _ action: TransferAction) -> TransferState? {
        var next = state
        next.perform(action)
        return next
    }

    package var properties: [Property<TransferState>] {
        [
            Property(.always, "nothing happens that must never happen") { $0.checker.violations.isEmpty },
            Property(.always, "once all is said, the two remaining parties are in the call, or it is as it was") {
                !$0.isAtRest || $0.hasTwoParties
            },
            Property(.always, "once all is said, the two devices that have the call have each other's media") {
                !$0.isAtRest || $0.hasTimedOut || $0.isAgreed
            },
            Property(.always, "once all is said, the party was told once that its transfer failed, if it did") {
                !$0.isAtRest || $0.isFailureTold
            },
            Property(.sometimes, "the call is transferred") { $0.isAtRest && $0.isTransferred },
            Property(.sometimes, "the target declines, and the call is as it was") {
                $0.isAtRest && !$0.isTransferred && $0.choice == .declined
            },
            Property(.sometimes, "the target is silent, and the call is as it was") {
                $0.isAtRest && !$0.isTransferred && $0.choice == .silent
            },
            Property(.sometimes, "both calls are over while the target rings") {
                $0.exchange.liveCallCount == 0 && $0.hasTransferred && $0.choice == nil
            },
        ] + ofFaults + [
            Property(.eventually, "every timer of the calls is stopped") {
                !$0.checker.runningTimers.contains { $0.owner.session != nil }
            }
        ]
    }

    private var ofFaults: [Property<TransferState>] {
        let inVain = Property<TransferState>(.sometimes, "the target answers, and the call is as it was") {
            $0.isAtRest && !$0.isTransferred && $0.choice == .answered
        }
        let left = Property<TransferState>(.sometimes, "the call is transferred by a party that has hung up") {
            $0.isAtRest && $0.isTransferred && $0.devices[$0.party].hasHungUp
        }
        let dead = Property<TransferState>(.sometimes, "the call is transferred by a party whose device died") {
            $0.isAtRest && $0.isTransferred && $0.devices[$0.party].isDead
        }
        let late = Property<TransferState>(.sometimes, "the call is transferred by a party that broke off unnoticed") {
            $0.isAtRest && $0.isTransferred && $0.devices[$0.party].timesConnected > 1
        }
        return (faults.breaks > 0 ? [inVain] : []) + (faults.hangUps > 0 ? [left] : [])
            + (faults.deaths > 0 ? [dead] : []) + (faults.cuts > 0 ? [late] : [])
    }
}

/// A possible event of a call that is transferred. Devices are numbered: the caller's, the one that was called, and the
/// target's.
package enum TransferAction: Hashable, Sendable {
    case transfer
    /// The target answers, or declines.
    case answer, decline
    /// The device reads the next message.
    case read(Int)
    /// The exchange reads the device's next message.
    case hear(Int)
    case hangUp(Int)
    case lose(Int)
    /// The connection breaks, and the exchange does not notice.
    case cut(Int)
    case die(Int)
    case comeBack(Int)
    case fire(TimerID)
}

extension TransferAction: CustomStringConvertible {
    package var description: String {
        switch self {
        case .transfer: "the party transfers the call"
        case .answer: "the target answers"
        case .decline: "the target declines"
        case .read(let index): "\(TransferState.names[index]) reads"
        case .hear(let index): "\(TransferState.names[index]) is heard"
        case .hangUp(let index): "\(TransferState.names[index]) hangs up"
        case .lose(let index): "\(TransferState.names[index]) loses its connection"
        case .cut(let index): "\(TransferState.names[index]) loses its connection unnoticed"
        case .die(let index): "\(TransferState.names[index]) dies"
        case .comeBack(let index): "\(TransferState.names[index]) comes back"
        case .fire(let timer): "timer \(timer.owner)"
        }
    }
}
