/// Refuses attributes we rely on whose value cannot be meant, with their line number, before anybody reads them.
enum AttributeCheck {
    /// - Parameter value: empty where there is none.
    static func check(name: SDPBytes, value: SDPBytes, number: Int) throws(SDPError) {
        guard !name.isEmpty, name.isVisibleASCII else {
            throw SDPError(.malformedAttribute, line: number, "an attribute without a proper name")
        }
        guard let context = fault(of: name, value: value) else { return }
        throw SDPError(.malformedAttribute, line: number, context)
    }

    private static func fault(of name: SDPBytes, value: SDPBytes) -> String? {
        switch name.count {
        case 3 where name.equals("mid"):
            value.isEmpty || !value.isVisibleASCII ? "a=mid is not a token" : nil
        case 4 where name.equals("fmtp"):
            FormatParameters.payloadType(in: value) == nil ? "a=fmtp does not begin with a payload number" : nil
        case 5 where name.equals("setup"):
            SetupRole.isWord(value) ? nil : "a=setup is not active, passive, actpass or holdconn"
        case 6 where name.equals("rtpmap"):
            PayloadFormat(parsing: value) == nil ? "a=rtpmap is not 'number name/clock'" : nil
        case 7 where name.equals("ice-pwd"), 9 where name.equals("ice-ufrag"):
            isCredential(value) ? nil : "ICE credentials that are empty, too long or not plain characters"
        case 11 where name.equals("fingerprint"):
            CertificateFingerprint.read(value) { _ in } == nil ? "a=fingerprint is not 'hash AA:BB:…'" : nil
        default:
            nil
        }
    }

    private static func isCredential(_ value: SDPBytes) -> Bool {
        (1...SDPLimits.credentialBytesMax).contains(value.count) && value.isVisibleASCII
    }
}
