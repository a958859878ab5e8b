/// Decides which frames of G.711 are sent to a peer that takes descriptions of noise (RFC 3389): all of speech and of the
/// beginning of a silence, and in place of the rest a description now and then.
///
/// The times are those of ``SilenceSuppressor``.
public struct PauseDescriber: Hashable, Sendable {
    /// The part of a frame that is sent.
    public enum Share: Hashable, Sendable {
        /// The frame as it is.
        case sound
        /// A description of the noise in place of the frame.
        case description(NoiseDescription)
        case nothing
    }

    /// The loudest silence, in -dBov: 34 dB below speech at its nominal level (-26 dBov, ITU-T P.56). G.711 codes it
    /// with the few smallest steps. Opus takes more for silence, as it knows speech from noise and this does not.
    static let loudestSilence: UInt8 = 60

    private var silentSince: Duration?
    private var lastDescribed: Duration?
    /// The sum of the silent samples' squares since the last description, and their number.
    private var power = 0.0
    private var count = 0

    public init() {}

    /// Takes a frame.
    ///
    /// - Parameters:
    ///   - samples: the frame at 8 kHz, before it is coded.
    ///   - isHeld: whether sound is agreed but not sent. Each packet of a hold says that there is no noise, because
    ///     ``SilenceSuppressor`` has left out the others.
    ///   - now: the time of the media clock.
    public mutating func share(
        of samples: UnsafeBufferPointer<Int16>, isHeld: Bool, at now: Duration
    ) -> Share {
        let squares = samples.reduce(0.0) { $0 + Double($1) * Double($1) }
        let level = NoiseDescription(meanSquare: squares / Double(max(samples.count, 1))).level
        if isHeld || level < Self.loudestSilence { self = PauseDescriber() }
        if isHeld { return .description(NoiseDescription(level: NoiseDescription.quietestLevel)) }
        if level < Self.loudestSilence { return .sound }
        power += squares
        count += samples.count
        return silence(at: now)
    }

    private mutating func silence(at now: Duration) -> Share {
        let since = silentSince ?? now
        silentSince = since
        guard now - since >= SilenceSuppressor.hangover else { return .sound }
        if let lastDescribed, now - lastDescribed < SilenceSuppressor.interval { return .nothing }
        lastDescribed = now
        defer { (power, count) = (0, 0) }
        return .description(NoiseDescription(meanSquare: power / Double(max(count, 1))))
    }
}
