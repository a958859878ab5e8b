extension Duration {
    /// Whole seconds, towards zero.
    package var wholeSeconds: Int64 { components.seconds }

    /// Whole milliseconds, towards zero.
    package var wholeMilliseconds: Int64 {
        components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
    }

    /// Nanoseconds, for a timer; centuries are cut off.
    package var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let secondsMax: Int64 = 1_000_000_000
        return min(max(seconds, -secondsMax), secondsMax) * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
