internal import Foundation
internal import MediaEngine
internal import WireJSON

// Parties in the public network: their audio, the tones they hear, and their digits.

extension TelnyxParty {
    /// The most pending expectations.
    private static let expectationCountMax = 1_000
    /// The frames between two checks for tones: 100 ms.
    private static let expectationFrames = 5

    /// A condition at the far side of a leg that a test waits for.
    struct Expectation: Sendable {
        enum Wanted: Equatable, Sendable {
            /// A tone reaches the amplitude, 0…1 of full scale, or falls below it if `isGone`.
            case tone(Int, over: Double, isGone: Bool)
            /// This number of digits has arrived.
            case digits(Int)
        }

        var number: Int
        var leg: String
        var wanted: Wanted
        /// Whether a log line tells that it came true; otherwise an effect does.
        var isLogged: Bool
    }

    mutating func speak(_ voice: NarrowbandAudio, on id: String) {
        guard legs[id] != nil else { return }
        lines[id] = lines[id] ?? LegAudio()
        lines[id]?.speak(voice)
    }

    /// Records the audio that the far side hears from now on.
    mutating func keepHeard(on id: String, at now: Duration) {
        guard legs[id] != nil else { return }
        lines[id] = lines[id] ?? LegAudio()
        if lines[id]?.heard == nil { lines[id]?.heard = RecordedAudio() }
        listen(to: id, at: now)
    }

    /// Has a log line tell when something comes true; asked again before it has, there is still one line.
    ///
    /// - Returns: false if too many expectations are pending.
    private mutating func tell(of wanted: Expectation.Wanted, on id: String, at now: Duration) -> Bool {
        let isWatched = expectations.contains { $0.isLogged && $0.leg == id && $0.wanted == wanted }
        return isWatched || watch(for: wanted, on: id, at: now, isLogged: true) != nil
    }

    /// Adds an expectation; returns its number for `TelnyxEffect.resolved`, or nil if too many are pending.
    mutating func watch(
        for wanted: Expectation.Wanted, on id: String, at now: Duration, isLogged: Bool = false
    ) -> Int? {
        guard expectations.count < Self.expectationCountMax else { return nil }
        if case .tone = wanted { keepHeard(on: id, at: now) }
        expectationCount += 1
        expectations.append(Expectation(number: expectationCount, leg: id, wanted: wanted, isLogged: isLogged))
        if case .digits = wanted { resolveExpectations(at: now) { $0.leg == id } }
        return expectationCount
    }

    mutating func resolveExpectations(at now: Duration) {
        frameCount += 1
        guard !expectations.isEmpty, frameCount.isMultiple(of: Self.expectationFrames) else { return }
        resolveExpectations(at: now) { _ in true }
    }

    private mutating func resolveExpectations(at now: Duration, where isMeant: (Expectation) -> Bool) {
        let done = expectations.filter { isMeant($0) && isTrue($0) }
        guard !done.isEmpty else { return }
        expectations.removeAll { one in done.contains { $0.number == one.number } }
        for one in done { effects.append(one.isLogged ? .line(one.line(at: now)) : .resolved(expectation: one.number)) }
    }

    private func isTrue(_ expectation: Expectation) -> Bool {
        switch expectation.wanted {
        case .digits(let count): return legs[expectation.leg].map { $0.heardDigits.count >= count } ?? false
        case .tone(let frequency, let amplitude, let isGone):
            guard let heard = lines[expectation.leg]?.heard, heard.samples.count >= NarrowbandAudio.sampleRate / 5
            else {
                return false
            }
            return (heard.amplitude(of: frequency) >= amplitude) != isGone
        }
    }

    /// Adds another party to the conversation of a leg, as at a speakerphone, without a command or an event.
    mutating func join(_ id: String, from number: String, saying voice: NarrowbandAudio, at now: Duration) -> String? {
        guard let leg = legs[id], leg.isAlive else { return nil }
        var guest = makeLeg(isIncoming: true, from: number, to: leg.to, session: leg.sessionID, at: now)
        (guest.isSilent, guest.state, guest.answeredAt) = (true, .answered, now)
        guest.supervised = id
        add(guest)
        legs[id]?.supervisors.append(guest.id)
        speak(voice, on: guest.id)
        return guest.id
    }

    /// Passes a digit on to the other side of the bridge, if there is one.
    mutating func passDigit(_ digit: String, from id: String, at now: Duration) {
        if let partner = legs[id]?.partner { deliverDigit(digit, on: partner, at: now) }
    }

    /// Sends a digit to the far side of a leg.
    mutating func deliverDigit(_ digit: String, on id: String, at now: Duration) {
        if let call = legs[id]?.call, let key = digit.first {
            callEvent(call, .pressed(key), at: now)
        } else {
            legs[id]?.heardDigits += digit
            resolveExpectations(at: now) { $0.leg == id }
        }
    }

    /// Answers the control of one party: `speak`, `listen`, `watch`, `levels`, `sound`, `join`, `lose`; nil for an
    /// unknown request.
    mutating func controlSound(
        _ method: String, _ id: String, _ action: String, _ body: JSONObject, at now: Duration
    ) -> StandinResponse? {
        guard legs[id] != nil else { return .json(["error": "no such leg"], status: 404) }
        switch (method, action) {
        case ("POST", "speak"):
            guard let voice = NarrowbandAudio(body) else {
                return .json(["error": .string(Self.voiceHelp)], status: 400)
            }
            speak(voice, on: id)
        case ("POST", "listen"): keepHeard(on: id, at: now)
        case ("POST", "watch"):
            guard let wanted = Expectation.Wanted(body) else {
                return .json(["error": "watch needs a tone in Hz (over?, gone?) or a number of digits"], status: 400)
            }
            guard tell(of: wanted, on: id, at: now) else {
                return .json(["error": "too much is watched for"], status: 400)
            }
        case ("POST", "levels"):
            let heard = lines[id]?.heard ?? RecordedAudio()
            let tones = (body["tones"]?.array ?? []).compactMap(\.integer).prefix(16)
            return .json([
                "levels": .object(JSONObject(tones.map { ("\($0)", .number(heard.amplitude(of: Int($0)))) })),
                "heard_ms": .integer(Int64(heard.samples.count / 8)),
                "digits": .string(legs[id]?.heardDigits ?? ""),
            ])
        case ("GET", "sound"):
            guard let heard = lines[id]?.heard else { return .json(["error": "listen comes first"], status: 404) }
            return StandinResponse(
                status: 200, headers: [StandinHeader("content-type", "audio/wav")], body: heard.file.bytes)
        case ("POST", "join"):
            guard let voice = NarrowbandAudio(body),
                let guest = join(id, from: body["from"]?.string ?? "+15550100009", saying: voice, at: now)
            else { return .json(["error": .string(Self.voiceHelp)], status: 400) }
            return .json(["call_control_id": .string(guest)], status: 201)
        case ("POST", "lose"):
            let way = body["way"]?.string ?? "none"
            guard way == "none" || LegAudio.Silence(rawValue: way) != nil else {
                return .json(["error": "way is said, heard or none"], status: 400)
            }
            lines[id] = lines[id] ?? LegAudio()
            lines[id]?.silence = LegAudio.Silence(rawValue: way)
        default: return nil
        }
        return .json([:])
    }

    private static let voiceHelp = "a voice is a tone or tones in Hz, a wav (base64, with repeats?) or silence"
}

extension TelnyxParty.Expectation {
    /// Tells that it came true.
    func line(at now: Duration) -> StandinLogEntry {
        let name =
            switch wanted {
            case .tone(let frequency, _, let isGone): isGone ? "no \(frequency) Hz" : "\(frequency) Hz"
            case .digits(let count): "\(count) digits"
            }
        return StandinLogEntry(
            at: now, party: .telnyx, method: "HEARD", path: name, status: 200, note: StandinLogEntry.shortened(leg))
    }
}

extension TelnyxParty.Expectation.Wanted {
    /// The amplitude of a tone that is heard, 0…1 of full scale.
    private static let usualAmplitude = 0.1

    /// `{"tone", "over"?, "gone"?}` or `{"digits": count}`; nil if it is malformed.
    init?(_ body: JSONObject) {
        if let tone = body["tone"]?.integer, 1..<4_000 ~= tone {
            self = .tone(
                Int(tone), over: body["over"]?.number ?? Self.usualAmplitude, isGone: body["gone"]?.bool ?? false)
        } else if let count = body["digits"]?.integer, 1...1_000 ~= count {
            self = .digits(Int(count))
        } else {
            return nil
        }
    }
}

extension NarrowbandAudio {
    /// `{"tone"}`, `{"tones"}`, `{"wav", "repeats"?}` or `{"silence": true}`; without any of them it is the usual tone.
    /// Nil if it is malformed.
    init?(_ body: JSONObject) {
        if body["silence"]?.bool == true {
            self = .silence
        } else if let tones = body["tones"]?.array {
            self = .tones(tones.compactMap(\.integer).prefix(8).map { Int(clamping: $0) })
        } else if let tone = body["tone"]?.integer {
            self = .tone(Int(clamping: tone))
        } else if let text = body["wav"]?.string {
            guard let data = Data(base64Encoded: text), let file = try? data.withUnsafeBytes(WAVFile.init(parsing:)),
                let sound = NarrowbandAudio.file(file, repeats: body["repeats"]?.bool ?? false)
            else { return nil }
            self = sound
        } else {
            self = .usual
        }
    }
}
