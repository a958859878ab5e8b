import MediaEngine
import NativeMedia
import SDP
import Synchronization
import Testing

/// One end of a call under test: a connection, its sound, and everything it reported.
final class Peer: Sendable {
    /// Far more than anything takes on a starved machine. Other tests measure speed.
    static let patience: Duration = .seconds(240)
    static let tone = 440.0
    static let otherTone = 1000.0
    private static let tones = [tone, otherTone]
    /// Amplitude of a tone that is heard; both play theirs at 0.3.
    private static let heardMin = 0.2
    /// Level of all sound together that counts as silence.
    private static let silenceMax = 0.005

    let name: String
    let connection: any MediaConnection
    let toneSink = ToneSink(Peer.tones)
    private let log = EventLog()
    private let reader: Task<Void, Never>
    private let nextID = Mutex<UInt64>(1)

    init(
        _ name: String, _ engine: NativeMediaEngine, tone: Double = Peer.tone,
        _ change: (inout MediaConfiguration) -> Void = { _ in }
    ) throws {
        var configuration = MediaConfiguration()
        configuration.localAddresses = ["127.0.0.1"]
        change(&configuration)
        self.name = name
        connection = try engine.makeConnection(configuration)
        let (events, log) = (connection.events, log)
        reader = Task {
            for await event in events { log.append(event) }
            log.end()
        }
        connection.perform(.setSource(ToneGenerator(frequency: tone)))
        connection.perform(.setSink(toneSink))
    }

    deinit { connection.perform(.close) }

    var seen: [MediaEvent] { log.all }

    func newID() -> UInt64 {
        nextID.withLock { id in
            defer { id += 1 }
            return id
        }
    }

    /// The first event from now on, or already reported and not yet awaited, that `pick` takes.
    func wait<T: Sendable>(
        _ what: String, _ pick: @escaping @Sendable (MediaEvent) -> T?
    ) async throws -> T {
        try await withThrowingTaskGroup(of: T.self) { group in
            group.addTask { try await self.log.next(pick) }
            group.addTask {
                try await Task.sleep(for: Peer.patience)
                throw Missing(peer: self.name, what: what, seen: self.log.summary)
            }
            defer { group.cancelAll() }
            guard let first = try await group.next() else { throw CancellationError() }
            return first
        }
    }

    func wait(for state: MediaConnectionState) async throws {
        _ = try await wait("state \(state)") { event in
            if case .stateChanged(state) = event { true } else { nil }
        }
    }

    private func description(_ id: UInt64) async throws -> String {
        let result: Result<String, MediaError> = try await wait("description") { event in
            switch event {
            case .localDescription(id, let sdp): .success(sdp)
            case .commandFailed(id, let error): .failure(error)
            default: nil
            }
        }
        return try result.get()
    }

    func offer(iceRestart: Bool = false) async throws -> String {
        let id = newID()
        connection.perform(.createOffer(id: id, iceRestart: iceRestart))
        return try await description(id)
    }

    func answer(_ offer: String) async throws -> String {
        let id = newID()
        connection.perform(.acceptOffer(id: id, sdp: offer))
        return try await description(id)
    }

    func accept(_ answer: String, provisional: Bool = false) async throws {
        let id = newID()
        connection.perform(.acceptAnswer(id: id, sdp: answer, provisional: provisional))
        let result: Result<Void, MediaError> = try await wait("accepted") { event in
            switch event {
            case .accepted(id): .success(())
            case .commandFailed(id, let error): .failure(error)
            default: nil
            }
        }
        try result.get()
    }

    /// Until the sink's reading is as wanted.
    func awaitTone(_ what: String, _ isWanted: @escaping @Sendable (ToneMeter.Reading) -> Bool) async throws {
        let readings = toneSink.readings
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await reading in readings where isWanted(reading) { return }
                throw CancellationError()
            }
            group.addTask {
                try await Task.sleep(for: Peer.patience)
                throw Missing(peer: self.name, what: what, seen: self.log.summary)
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    func awaitTone(_ hertz: Double) async throws {
        guard let index = Self.tones.firstIndex(of: hertz) else {
            throw Missing(peer: name, what: "a tone sink", seen: "")
        }
        try await awaitTone("a tone of \(hertz) Hz") { $0.levels[index] > Self.heardMin }
    }

    /// Its tone from now on.
    func play(_ hertz: Double) { connection.perform(.setSource(ToneGenerator(frequency: hertz))) }

    func awaitSilence() async throws { try await awaitTone("silence") { $0.level < Self.silenceMax } }

    /// Closes, and waits until everything is given back.
    func close() async throws {
        connection.perform(.close)
        try await wait(for: .closed)
        await reader.value
    }
}

struct Missing: Error, CustomStringConvertible {
    var peer: String
    var what: String
    var seen: String
    var description: String { "\(peer) waited in vain for \(what); it saw \(seen)" }
}

extension Peer {
    /// Every state reported so far.
    var states: [MediaConnectionState] {
        seen.compactMap { if case .stateChanged(let state) = $0 { state } else { nil } }
    }

    /// Every digit reported so far.
    var digits: String {
        String(
            seen.compactMap { event -> Character? in if case .toneReceived(let digit, _) = event { digit } else { nil }
            })
    }

    /// Every report of statistics so far, one a second.
    var statistics: [MediaStatistics] {
        seen.compactMap { if case .statistics(let statistics) = $0 { statistics } else { nil } }
    }

    /// The last of so many further reports of statistics.
    func statistics(after reports: Int) async throws -> MediaStatistics {
        let due = statistics.count + reports
        while statistics.count < due {
            _ = try await wait("statistics") { event in if case .statistics = event { true } else { nil } }
        }
        return statistics[due - 1]
    }

    func wait(forRemote direction: MediaDirection) async throws {
        _ = try await wait("remote direction \(direction)") { event in
            if case .remoteDirectionChanged(direction) = event { true } else { nil }
        }
    }

    /// Hands over every candidate, then their end.
    func trickle(to peer: Peer) async throws {
        while true {
            let candidate = try await wait("candidates") { event -> String? in
                switch event {
                case .localCandidate(let text, _, _): text
                case .gatheringCompleted: ""
                default: nil
                }
            }
            if candidate.isEmpty { return peer.connection.perform(.endOfRemoteCandidates) }
            peer.connection.perform(.addRemoteCandidate(candidate))
        }
    }
}
