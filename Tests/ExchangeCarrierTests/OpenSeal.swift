import ExchangeStorage

/// Seals nothing: only the test reads the stored values.
struct OpenSeal: Sealing {
    func seal(_ bytes: [UInt8]) -> [UInt8] { bytes }

    func open(_ bytes: [UInt8]) -> [UInt8]? { bytes }

    func fingerprint(of bytes: [UInt8]) -> [UInt8] { bytes }
}

extension ExchangeDatabase {
    convenience init(path: String?) throws(StorageError) { try self.init(path: path, sealing: OpenSeal()) }
}
