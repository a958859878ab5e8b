/// The audio of one leg: from its far side, to its far side, and the recording of both.
struct LegAudio: Hashable, Sendable {
    /// The kind of far side.
    enum End: Hashable, Sendable {
        /// A party in the public network.
        case party
        /// A phone at the edge, with a buffer of its audio.
        case phone(SoundBuffer)
    }

    /// The direction in which audio of the far side is lost, as a planned fault.
    enum Silence: String, Hashable, Sendable {
        /// Audio from the far side is lost.
        case said
        /// Audio to the far side is lost.
        case heard
    }

    /// Something played to the far side.
    struct Playing: Hashable, Sendable {
        var sound: NarrowbandAudio
        var place = 0
        /// Whether it is mixed with the conversation, as opposed to replacing it.
        var isOver = true
    }

    /// A running recording.
    struct Recorder: Hashable, Sendable {
        var isDual: Bool
        /// The samples of one channel, or of two interleaved.
        var samples: [Int16] = []
        var isPaused = false

        /// The samples of one channel.
        var count: Int { isDual ? samples.count / 2 : samples.count }
        var isFull: Bool { count >= NarrowbandAudio.sampleCountMax }

        mutating func record(_ said: [Int16], _ heard: [Int16]) {
            guard !isPaused, !isFull else { return }
            guard isDual else { return samples += LegAudio.sum(said, heard) }
            for index in said.indices {
                samples.append(said[index])
                samples.append(heard[index])
            }
        }
    }

    /// The buffer of a phone's audio: 40 ms suffice between two clocks of one machine.
    private static let phoneBuffer = SoundBuffer(
        startCount: 2 * NarrowbandAudio.frameCount, countMax: 10 * NarrowbandAudio.frameCount)

    var end = End.party
    /// The party's audio.
    var voice = NarrowbandAudio.usual
    private var place = 0
    /// The audio that the far side heard; nil unless it is recorded.
    var heard: RecordedAudio?
    var playing: Playing?
    var recorder: Recorder?
    /// Whether the far side holds, so that no audio flows in either direction.
    var isHeld = false
    var silence: Silence?

    static func phone() -> LegAudio {
        var line = LegAudio()
        line.end = .phone(phoneBuffer)
        return line
    }

    /// Makes the far side a phone.
    mutating func connectPhone() { end = .phone(Self.phoneBuffer) }

    var isPhone: Bool { if case .phone = end { true } else { false } }

    /// Whether audio is being recorded.
    var isKept: Bool {
        heard.map { !$0.isFull } ?? false || recorder.map { !$0.isFull && !$0.isPaused } ?? false
    }
    /// Whether it must be processed at every frame.
    var isListened: Bool { isPhone || isKept }

    mutating func speak(_ voice: NarrowbandAudio) {
        self.voice = voice
        place = 0
    }

    /// Takes audio from the phone.
    mutating func put(_ samples: [Int16]) {
        guard case .phone(var buffer) = end else { return }
        buffer.put(samples)
        end = .phone(buffer)
    }

    /// The next frame from the far side.
    mutating func nextFrame() -> [Int16] {
        let count = NarrowbandAudio.frameCount
        let said: [Int16]
        switch end {
        case .party:
            said = voice.samples(count, from: place)
            place += count
        case .phone(var buffer):
            said = buffer.read(count) ?? Self.quiet
            end = .phone(buffer)
        }
        return isHeld || silence == .said ? Self.quiet : said
    }

    /// Mixes the playback with the others' audio; returns the frame for the far side.
    mutating func mix(_ others: [Int16]) -> [Int16] {
        guard let playing else { return isHeld || silence == .heard ? Self.quiet : others }
        let played = playing.sound.samples(NarrowbandAudio.frameCount, from: playing.place)
        self.playing?.place += NarrowbandAudio.frameCount
        guard !isHeld, silence != .heard else { return Self.quiet }
        return playing.isOver ? Self.sum(played, others) : played
    }

    static let quiet = [Int16](repeating: 0, count: NarrowbandAudio.frameCount)

    static func sum(_ one: [Int16], _ two: [Int16]) -> [Int16] {
        if one == quiet { return two }
        if two == quiet { return one }
        return zip(one, two).map { Int16(clamping: Int($0) + Int($1)) }
    }
}
