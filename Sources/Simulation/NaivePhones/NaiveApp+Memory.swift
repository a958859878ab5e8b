import CallKit
import CallModel
import Foundation
import Scenarios

/// Stores state for the next process, and reads the state of the former one.
extension NaiveApp {
    func remember() {
        recall()
        guard !has(.remembersNothing) else { return }
        memory.remember(calls.map(\.entry))
    }

    /// Tells of the calls a former process had, once, and ends what the system still has of them.
    func recall() {
        guard !hasRecalled, !memory.isLocked else { return }
        hasRecalled = true
        let entries = memory.entries
        if !entries.isEmpty { memory.remember([]) }
        for entry in entries { recall(entry) }
        for leftover in leftovers {
            controller.request(CXTransaction(action: CXEndCallAction(call: leftover))) { _ in }
        }
    }

    private func recall(_ entry: NaiveMemory.Entry) {
        guard !entry.isOutgoing, !entry.isAnswered else {
            pass("Call ended unexpectedly", entry.title, id: entry.uuid)
            return owe(termination: entry.session ?? entry.vendor, organization: entry.organization)
        }
        later(.milliseconds(100)) { [self] in
            guard has(.doesNotAsk) || isMissed(entry) else { return }
            pass("Missed call", entry.title, id: entry.uuid)
        }
    }

    private func isMissed(_ entry: NaiveMemory.Entry) -> Bool {
        let call = exchange.calls.last { $0.session.description == entry.session }
        return call?.belief == .callerHungUp || call?.belief == .notAnswered
    }
}

extension NaiveCall {
    fileprivate var entry: NaiveMemory.Entry {
        NaiveMemory.Entry(
            uuid: uuid, session: session, vendor: vendor, title: name ?? number, organization: organization,
            isOutgoing: isOutgoing, isAnswered: isAnswered)
    }
}
