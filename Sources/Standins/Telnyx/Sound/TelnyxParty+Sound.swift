// The audio of the legs, which is mixed once every 20 ms.

extension TelnyxParty {
    /// The time of the next frame; nil while no leg needs audio.
    var nextFrame: Duration? { soundLegs.isEmpty ? nil : frameDue }

    /// Adds a leg to those that are processed, if it needs audio.
    mutating func listen(to id: String, at now: Duration) {
        guard lines[id]?.isListened == true, !soundLegs.contains(id) else { return }
        if soundLegs.isEmpty { frameDue = now + NarrowbandAudio.frame }
        soundLegs.append(id)
    }

    /// Skips frames after the clock was advanced, if no audio is recorded.
    mutating func skipFrames(to now: Duration) {
        let isKept = soundLegs.contains { lines[$0]?.isKept ?? false }
        let latest = now - (isKept ? Self.soundTimeMax : .seconds(1))
        if !soundLegs.isEmpty, frameDue < latest { frameDue = latest }
    }

    private static let soundTimeMax: Duration = .seconds(NarrowbandAudio.sampleCountMax / NarrowbandAudio.sampleRate)

    /// Processes one frame of every leg that needs audio.
    mutating func passFrame(at moment: Duration) {
        frameDue = moment + NarrowbandAudio.frame
        var said: [String: [Int16]] = [:]
        for id in soundLegs where legs[id]?.isHeard == true {
            var others = LegAudio.quiet
            for other in conversation(of: id) {
                others = LegAudio.sum(others, frame(of: other, &said))
            }
            let own = frame(of: id, &said)
            guard let heard = lines[id]?.mix(others) else { continue }
            lines[id]?.recorder?.record(own, heard)
            lines[id]?.heard?.receive(heard)
            if let media = legs[id]?.call.flatMap({ edge.media[$0] }) { effects.append(.sound(media: media, heard)) }
        }
        soundLegs.removeAll { id in lines[id]?.isListened != true || legs[id]?.isAlive != true }
        resolveExpectations(at: moment)
    }

    private mutating func frame(of id: String, _ said: inout [String: [Int16]]) -> [Int16] {
        if let known = said[id] { return known }
        let frame = legs[id]?.isHeard == true ? lines[id]?.nextFrame() ?? LegAudio.quiet : LegAudio.quiet
        said[id] = frame
        return frame
    }

    /// The legs that a leg hears: its bridge partner and the supervisors of both; a supervisor hears both sides.
    private func conversation(of id: String) -> [String] {
        guard let leg = legs[id] else { return [] }
        var all = [leg.partner].compactMap(\.self) + leg.supervisors.filter { legs[$0]?.supervisorRole != "monitor" }
        if let partner = leg.partner.flatMap({ legs[$0] }) {
            all += partner.supervisors.filter { !["monitor", "whisper"].contains(legs[$0]?.supervisorRole) }
        }
        if let supervised = leg.supervised, let other = legs[supervised] {
            all += [supervised] + [other.partner].compactMap(\.self)
        }
        return all.filter { $0 != id }
    }

    // MARK: Recordings

    mutating func startRecorder(_ id: String, at now: Duration) {
        guard let recording = legs[id]?.recording else { return }
        if lines[id] == nil { lines[id] = LegAudio() }
        lines[id]?.recorder = LegAudio.Recorder(isDual: recording.channels == "dual")
        listen(to: id, at: now)
    }

    mutating func pauseRecorder(_ id: String, _ isPaused: Bool, at now: Duration) {
        lines[id]?.recorder?.isPaused = isPaused
        listen(to: id, at: now)
    }

    /// Ends the recorder; returns its samples with exactly this duration, because frames of 20 ms are not aligned with
    /// commands.
    mutating func removeRecorded(_ id: String, lasting time: Duration) -> [Int16] {
        guard let recorder = lines[id]?.recorder else { return [] }
        lines[id]?.recorder = nil
        let count =
            min(Int(time.wholeMilliseconds) * 8, NarrowbandAudio.sampleCountMax) * (recorder.isDual ? 2 : 1)
        let missing = count - recorder.samples.count
        return missing > 0
            ? recorder.samples + [Int16](repeating: 0, count: missing) : Array(recorder.samples.prefix(count))
    }
}

extension TelnyxLeg {
    /// Whether audio can flow.
    var isHeard: Bool { state == .answered || state == .bridged || hasEarlySound && isAlive }
}
