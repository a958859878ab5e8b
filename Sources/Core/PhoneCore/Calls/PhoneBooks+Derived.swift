/// What follows from what is known.
extension PhoneBooks {
    /// The organisations whose connection something waits for, in order, each once.
    var organizationsNeeded: [OrganizationID] {
        var needed: [OrganizationID] = []
        for call in calls.calls where call.stage.isLive && call.line == nil {
            if let id = call.organization ?? organization { needed.append(id) }
        }
        for call in past.entries where call.waits {
            if let id = call.organization ?? organization { needed.append(id) }
        }
        needed.sort()
        return needed.indices.filter { $0 == 0 || needed[$0] != needed[$0 - 1] }.map { needed[$0] }
    }

    /// How sound stands.
    var audioSnapshot: AudioSnapshot {
        let active = audio.running.flatMap { calls.call(on: $0) }
        return AudioSnapshot(
            isRunning: audio.running != nil, isSpeakerOn: audio.wantsSpeaker, route: audio.route,
            isMicrophoneOpen: active.map { !$0.isMuted && !$0.isHeld } ?? false)
    }

    /// Whether the connection that a call needs is there.
    func isReady(_ call: PhoneCall) -> Bool {
        guard let id = call.organization ?? organization else { return false }
        return ready.contains(id)
    }

    /// What is to outlive the process.
    var record: PhoneRecord {
        var record = PhoneRecord()
        record.calls = calls.calls.compactMap(CallRecord.init)
        record.past = past.entries
        return record
    }
}
