import ExchangeStorage

/// Turns every byte over: enough to tell what went through it.
struct PlainSeal: Sealing {
    func seal(_ bytes: [UInt8]) -> [UInt8] { bytes.map { ~$0 } }

    func open(_ bytes: [UInt8]) -> [UInt8]? { bytes.map { ~$0 } }

    func fingerprint(of bytes: [UInt8]) -> [UInt8] { bytes }
}
