internal import CallModel
internal import ExchangeCarrier
internal import ExchangeStorage
internal import RingCore

/// Messages that the attendant takes in calls to numbers: their sessions decide whose they are.
extension RingService {
    /// Keeps a message for everybody who missed the call; returns when it is durable.
    ///
    /// - Returns: false when the call is none to a number of the gateway: then it is one user's.
    /// - Throws: when it could not be kept.
    func keep(_ message: VoicemailMessage) async throws -> Bool {
        guard let session = try await session(message.session) else { return false }
        let recording = try await tell(session, of: message.length)
        let kept = try await shelf.ask { recordings throws(StorageError) in
            try recordings.keep(message.sound, of: recording)
        }
        for message in kept { voicemailNews.tell(message) }
        return true
    }

    /// The attendant was spoken to by nobody.
    func discard(messageIn session: String) async throws {
        guard let session = try await self.session(session) else { return }
        _ = try await tell(session, of: .zero)
    }

    private func session(_ name: String) async throws(StorageError) -> CallSessionID? {
        guard let id = CallSessionID(name), let session = try await engine.session(id),
            session.parent.carrierID.isOfGateway
        else { return nil }
        return id
    }

    private func tell(_ session: CallSessionID, of length: Duration) async throws(StorageError) -> RecordingID {
        let recording = RecordingID(ofGateway: session)
        let source = RecordingSource(recording: recording, call: session.description, startedAt: "", address: nil)
        let saved = RingEvent.carrier(.recordingSaved(.message, recording, length: length))
        try await engine.take(RingInput(.event(saved, .session(session)), source: source))
        return recording
    }
}
