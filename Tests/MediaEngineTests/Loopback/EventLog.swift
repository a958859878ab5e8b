import MediaEngine

/// Reads a connection's events on demand. Statistics and descriptions are left out of the written form.
final class EventLog: Sendable {
    let connection: any MediaConnection

    init(_ connection: any MediaConnection) {
        self.connection = connection
    }

    func perform(_ command: MediaCommand) { connection.perform(command) }

    /// The description that answers a command; nil when it failed.
    func description(_ id: MediaCommand.ID) async -> String? {
        for await event in connection.events {
            if case .localDescription(id, let sdp) = event { return sdp }
            if case .commandFailed(id, _) = event { return nil }
        }
        return nil
    }

    /// Closes the connection and writes down everything that had not been read.
    func rest() async -> [String] {
        perform(.close)
        var lines: [String] = []
        for await event in connection.events {
            switch event {
            case .localDescription(let id, _): lines.append("description \(id)")
            case .accepted(let id): lines.append("accepted \(id)")
            case .commandFailed(let id, let error): lines.append("failed \(id) \(error.code)")
            case .tonesSent(let id): lines.append("tones \(id)")
            case .localCandidate(_, let identification, let index): lines.append("candidate \(identification) \(index)")
            case .gatheringCompleted: lines.append("gathered")
            case .stateChanged(let state): lines.append("\(state)")
            case .remoteDirectionChanged(let direction): lines.append("peer \(direction)")
            case .relaysUnavailable: lines.append("no relay")
            case .faltering(let isFaltering): lines.append(isFaltering ? "faltering" : "heard again")
            case .firstAudio: lines.append("audio")
            case .failed(let error): lines.append("failed \(error.code.rawValue)")
            case .toneReceived(let digit, let milliseconds): lines.append("heard \(digit) \(milliseconds)")
            case .statistics: break
            }
        }
        return lines
    }

    /// Everything unread up to the next statistics, which are asked for.
    func statistics() async -> MediaStatistics? {
        perform(.reportStatistics)
        for await event in connection.events {
            if case .statistics(let statistics) = event { return statistics }
        }
        return nil
    }
}
