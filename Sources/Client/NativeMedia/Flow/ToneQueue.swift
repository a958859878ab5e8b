import MediaEngine
import RTP

/// Tones to send, one command after the other, in step with the media clock.
struct ToneQueue {
    /// Commands waiting; each may hold as many digits as the sender takes.
    static let commandsMax = 16

    private struct Entry {
        var id: MediaCommand.ID
        var digits: String
        var milliseconds: Int
    }

    private var sender: TelephoneEventSender?
    private var payload: TelephoneEventPayload?
    private var waiting: [Entry] = []
    private var playing: MediaCommand.ID?

    var isIdle: Bool { playing == nil && waiting.isEmpty }

    /// False when too many wait.
    mutating func append(_ id: MediaCommand.ID, _ digits: String, milliseconds: Int) -> Bool {
        guard waiting.count < Self.commandsMax else { return false }
        waiting.append(Entry(id: id, digits: digits, milliseconds: milliseconds))
        return true
    }

    enum Step {
        case idle
        case send(TelephoneEvent, timestamp: UInt32, marker: Bool, payloadType: UInt8)
        case finished(MediaCommand.ID)
        case refused(MediaCommand.ID)
    }

    /// The step for the frame at `timestamp`. Tones already begun keep the payload type they began with.
    mutating func next(at timestamp: UInt32, with agreed: TelephoneEventPayload?) -> Step {
        if playing == nil {
            guard !waiting.isEmpty else { return .idle }
            let entry = waiting.removeFirst()
            guard let agreed, begin(entry, agreed) else { return .refused(entry.id) }
        }
        guard let payload, let step = sender?.next(at: timestamp) else { return .idle }
        switch step {
        case .idle, .pause: return .idle
        case .send(let event, let start, let marker):
            return .send(event, timestamp: start, marker: marker, payloadType: payload.payloadType)
        case .finished:
            guard let id = playing else { return .idle }
            playing = nil
            return .finished(id)
        }
    }

    private mutating func begin(_ entry: Entry, _ agreed: TelephoneEventPayload) -> Bool {
        if payload != agreed || sender == nil {
            payload = agreed
            sender = TelephoneEventSender(clockRate: agreed.clockRate)
        }
        guard sender?.enqueue(entry.digits, tone: .milliseconds(entry.milliseconds)) == true else { return false }
        playing = entry.id
        return true
    }
}
