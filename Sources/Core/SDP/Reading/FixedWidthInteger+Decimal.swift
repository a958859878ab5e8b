extension FixedWidthInteger {
    /// Reads ASCII digits and nothing else: no sign, no space, no overflow.
    ///
    /// The standard initializer takes a leading `+`, which no SDP grammar allows.
    init?(decimal digits: some Collection<UInt8>) {
        guard !digits.isEmpty else { return nil }
        var value: Self = 0
        for digit in digits {
            guard digit >= 0x30, digit <= 0x39 else { return nil }
            let (tens, overflowed) = value.multipliedReportingOverflow(by: 10)
            let (sum, carried) = tens.addingReportingOverflow(Self(digit - 0x30))
            guard !overflowed, !carried else { return nil }
            value = sum
        }
        self = value
    }

    init?(decimal text: some StringProtocol) {
        self.init(decimal: text.utf8)
    }
}
