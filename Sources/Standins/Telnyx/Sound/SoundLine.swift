/// The sound of one leg: what comes from its far side, what goes there, and the recording of both.
struct SoundLine: Hashable, Sendable {
    /// Who is at the far side.
    enum End: Hashable, Sendable {
        /// A party in the public network.
        case party
        /// A phone at the edge; what it said waits here.
        case phone(SoundBuffer)
    }

    /// Which way sound of the far side is lost, on demand.
    enum Silence: String, Hashable, Sendable {
        /// What the far side says arrives nowhere.
        case said
        /// What the far side should hear does not reach it.
        case heard
    }

    /// Something played to the far side.
    struct Playing: Hashable, Sendable {
        var sound: NarrowSound
        var place = 0
        /// Together with the conversation; else instead of it.
        var isOver = true
    }

    /// The recording that runs.
    struct Recorder: Hashable, Sendable {
        var isDual: Bool
        /// One channel, or two taking turns.
        var samples: [Int16] = []
        var isPaused = false

        /// In samples of one channel.
        var count: Int { isDual ? samples.count / 2 : samples.count }
        var isFull: Bool { count >= NarrowSound.sampleCountMax }

        mutating func take(_ said: [Int16], _ heard: [Int16]) {
            guard !isPaused, !isFull else { return }
            guard isDual else { return samples += SoundLine.sum(said, heard) }
            for index in said.indices {
                samples.append(said[index])
                samples.append(heard[index])
            }
        }
    }

    /// Of 20 ms each: 40 ms is enough to bridge two clocks of one machine.
    private static let phoneBuffer = SoundBuffer(
        startCount: 2 * NarrowSound.frameCount, countMax: 10 * NarrowSound.frameCount)

    var end = End.party
    /// What the party says.
    var voice = NarrowSound.usual
    private var place = 0
    /// What the far side heard; kept once that was asked for.
    var heard: HeardSound?
    var playing: Playing?
    var recorder: Recorder?
    /// The phone holds: nothing comes from it and nothing goes there.
    var isHeld = false
    var silence: Silence?

    static func phone() -> SoundLine {
        var line = SoundLine()
        line.end = .phone(phoneBuffer)
        return line
    }

    /// The far side is a phone from now on.
    mutating func connectPhone() { end = .phone(Self.phoneBuffer) }

    var isPhone: Bool { if case .phone = end { true } else { false } }

    /// Whether something of it is kept.
    var isKept: Bool {
        heard.map { !$0.isFull } ?? false || recorder.map { !$0.isFull && !$0.isPaused } ?? false
    }
    /// Whether it has to be worked on at every frame.
    var isListened: Bool { isPhone || isKept }

    mutating func speak(_ voice: NarrowSound) {
        self.voice = voice
        place = 0
    }

    /// What came from the phone.
    mutating func put(_ samples: [Int16]) {
        guard case .phone(var buffer) = end else { return }
        buffer.put(samples)
        end = .phone(buffer)
    }

    /// The next frame of the far side.
    mutating func say() -> [Int16] {
        let count = NarrowSound.frameCount
        let said: [Int16]
        switch end {
        case .party:
            said = voice.samples(count, from: place)
            place += count
        case .phone(var buffer):
            said = buffer.take(count) ?? Self.quiet
            end = .phone(buffer)
        }
        return isHeld || silence == .said ? Self.quiet : said
    }

    /// Adds the playback to what the others say: the sound that reaches the far side.
    mutating func mix(_ others: [Int16]) -> [Int16] {
        guard let playing else { return isHeld || silence == .heard ? Self.quiet : others }
        let played = playing.sound.samples(NarrowSound.frameCount, from: playing.place)
        self.playing?.place += NarrowSound.frameCount
        guard !isHeld, silence != .heard else { return Self.quiet }
        return playing.isOver ? Self.sum(played, others) : played
    }

    static let quiet = [Int16](repeating: 0, count: NarrowSound.frameCount)

    static func sum(_ one: [Int16], _ two: [Int16]) -> [Int16] {
        if one == quiet { return two }
        if two == quiet { return one }
        return zip(one, two).map { Int16(clamping: Int($0) + Int($1)) }
    }
}
