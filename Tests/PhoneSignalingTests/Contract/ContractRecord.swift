import CallModel
import PhoneCore
import PhoneKit
import Redaction

/// What signaling told, in words, apart for the connection and for each line: between them no order is promised.
@MainActor
final class ContractRecord: PhoneEventSink {
    private(set) var connection: [String] = []
    private(set) var lines: [[String]] = []
    /// What the suite notes of the other side, and of time.
    var notes: [String] = []
    /// The time of whatever plays the exchange.
    var time: () -> Duration = { .zero }
    /// When each piece of news of the connection came.
    private var moments: [Duration] = []
    /// The lines in the order in which they were first told of, or dialed.
    private(set) var names: [LineID] = []
    /// What each line was told to be last.
    private(set) var states: [LineID: CallState] = [:]
    /// The names that the callers were told with, in the order of their INVITEs.
    private(set) var callers: [String] = []
    /// How many lines there were when the app's process began, which knows none of them by name.
    private(set) var formerLines = 0
    private var waiting: (() -> Bool)?

    /// The app's process has ended, and the next begins.
    func processBegins() { formerLines = names.count }

    func send(_ event: PhoneEvent) {
        switch event {
        case .signaling(_, let news):
            connection.append(Self.words(news))
            moments.append(time())
        case .line(let id, let news):
            if case .changed(let state) = news { states[id] = state }
            if case .invited(let invitation) = news { callers.append(invitation.display.name?.revealed ?? "") }
            note(Self.words(news), of: place(of: id))
        default: break
        }
        if waiting?() == true { waiting = nil }
    }

    func deliver(_ push: VoIPPush, completion: @escaping @Sendable () -> Void) { completion() }

    /// A line that is dialed has a place before anything is told of it.
    @discardableResult
    func place(of id: LineID) -> Int {
        if let known = names[formerLines...].firstIndex(of: id) { return known }
        names.append(id)
        lines.append([])
        return names.count - 1
    }

    /// Everything, a row each.
    var rows: [String] {
        [["connection", connection.joined(separator: ", ")]].map { $0.joined(separator: ": ") }
            + lines.enumerated().map { "line \($0.offset + 1): \($0.element.joined(separator: ", "))" } + notes
    }

    /// The name of the line that was told of last.
    var lastLine: LineID { names.last ?? LineID(callID: "none") }

    /// How long it took from the first news of one kind to the first of another, to the nearest five seconds: that is finer
    /// than any limit, and coarser than what a busy machine adds.
    func seconds(from first: String, to second: String) -> Int64? {
        guard let from = connection.firstIndex(of: first), let to = connection.firstIndex(of: second) else {
            return nil
        }
        return ((moments[to] - moments[from]).components.seconds + 2) / 5 * 5
    }

    /// Waits until something is so.
    func until(_ isMet: @escaping () -> Bool) async {
        guard !isMet() else { return }
        await withCheckedContinuation { continuation in
            waiting = {
                guard isMet() else { return false }
                continuation.resume()
                return true
            }
        }
    }

    /// The same state told again, as of a region that is left out here, is one.
    private func note(_ words: String, of place: Int) {
        // A line that nothing has happened to is no news.
        if words != "idle", lines[place].last != words { lines[place].append(words) }
    }

    private static func words(_ news: SignalingEvent) -> String {
        switch news {
        case .connecting: "connecting"
        case .ready: "ready"
        case .reconnecting: "reconnecting"
        case .disconnected(nil): "closed"
        case .disconnected(let failure?): "disconnected (\(failure))"
        }
    }

    /// An end, whole.
    nonisolated static func words(_ ending: Ending, isReported: Bool) -> String {
        "ended (\(ending)\(ending.sipReason.map { " \($0)" } ?? ""), \(isReported ? "told" : "not told"))"
    }

    private static func words(_ news: LineEvent) -> String {
        switch news {
        case .invited(let invitation):
            (invitation.session == nil ? "invited" : "invited in a session")
                + (invitation.registration.provider == .carrier && invitation.vendor != nil ? " by the carrier" : "")
        case .changed(let state):
            state.progress.name + (state.hold == .on ? " held" : "") + (state.remoteHold == .on ? " held there" : "")
        case .terminationLost: "termination lost"
        case .ended(let ending, let isReported): words(ending, isReported: isReported)
        case .failed(let failure): "failed (\(failure))"
        case .transferFailed(let ending): "not transferred (\(ending))"
        }
    }
}
