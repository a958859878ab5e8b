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
        enum Wanted: Sendable {
            /// A tone reaches the amplitude, 0…1 of full scale, or falls below it if `isGone`.
            case tone(Int, over: Double, isGone: Bool)
            /// This number of digits has arrived.
            case digits(Int)
        }

        var number: Int
        var leg: String
        var wanted: Wanted
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

    /// Adds an expectation; returns its number for `TelnyxEffect.resolved`, or nil if too many are pending.
    mutating func watch(for wanted: Expectation.Wanted, on id: String, at now: Duration) -> Int? {
        guard expectations.count < Self.expectationCountMax else { return nil }
        if case .tone = wanted { keepHeard(on: id, at: now) }
        expectationCount += 1
        expectations.append(Expectation(number: expectationCount, leg: id, wanted: wanted))
        if case .digits = wanted { resolveExpectations { $0.leg == id } }
        return expectationCount
    }

    mutating func resolveExpectations() {
        frameCount += 1
        guard !expectations.isEmpty, frameCount.isMultiple(of: Self.expectationFrames) else { return }
        resolveExpectations { _ in true }
    }

    private mutating func resolveExpectations(where isMeant: (Expectation) -> Bool) {
        let done = expectations.filter { isMeant($0) && isTrue($0) }.map(\.number)
        guard !done.isEmpty else { return }
        expectations.removeAll { done.contains($0.number) }
        for number in done { effects.append(.resolved(expectation: number)) }
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
            resolveExpectations { $0.leg == id }
        }
    }

    /// Answers the control of one party: `speak`, `listen`, `levels`, `sound`, `join`, `lose`; nil for an unknown
    /// request.
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
