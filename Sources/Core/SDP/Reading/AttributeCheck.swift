/// Refuses attributes we rely on whose value cannot be meant, with their line number, before anybody reads them.
enum AttributeCheck {
    static func check(_ line: SDPLine, number: Int) throws(SDPError) {
        guard case .attribute(let attribute) = line else { return }
        let name = attribute.name
        guard !name.isEmpty, name.isVisibleASCII else {
            throw SDPError(.malformedAttribute, line: number, "an attribute without a proper name")
        }
        guard let context = fault(of: name, value: attribute.value ?? "") else { return }
        throw SDPError(.malformedAttribute, line: number, context)
    }

    private static func fault(of name: String, value: String) -> String? {
        switch name {
        case "rtpmap":
            PayloadFormat(parsing: value) == nil ? "a=rtpmap is not 'number name/clock'" : nil
        case "fmtp":
            FormatParameters(parsing: value) == nil ? "a=fmtp does not begin with a payload number" : nil
        case "fingerprint":
            CertificateFingerprint(parsing: value) == nil ? "a=fingerprint is not 'hash AA:BB:…'" : nil
        case "setup":
            SetupRole(rawValue: value) == nil ? "a=setup is not active, passive, actpass or holdconn" : nil
        case "mid":
            value.isEmpty || !value.isVisibleASCII ? "a=mid is not a token" : nil
        case "ice-ufrag", "ice-pwd":
            isCredential(value) ? nil : "ICE credentials that are empty, too long or not plain characters"
        default:
            nil
        }
    }

    private static func isCredential(_ value: String) -> Bool {
        (1...SDPLimits.credentialBytesMax).contains(value.utf8.count) && value.isVisibleASCII
    }
}
