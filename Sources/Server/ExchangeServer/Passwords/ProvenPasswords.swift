internal import Crypto

/// Which passwords were right, so that one that was computed slowly once is known in a microsecond from then on.
///
/// Each is a digest under a key that only this process has, and that is gone with it. It is tied to the hash it was proven
/// against: a changed password is unknown again.
struct ProvenPasswords {
    /// Some 10 MB. More users than that log in slowly now and then.
    static let countMax = 50_000

    private let key = SymmetricKey(size: .bits256)
    private var marks: [PasswordHash: [UInt8]] = [:]

    var count: Int { marks.count }

    /// What is remembered of a password instead of it.
    func mark(of password: String, against hash: PasswordHash) -> [UInt8] {
        var code = HMAC<SHA256>(key: key)
        code.update(data: Array(hash.text.utf8))
        code.update(data: Array(password.utf8))
        return Array(code.finalize())
    }

    func contains(_ mark: [UInt8], of hash: PasswordHash) -> Bool {
        marks[hash].map { ConstantTime.equal($0, mark) } ?? false
    }

    mutating func insert(_ mark: [UInt8], of hash: PasswordHash) {
        if marks.count >= Self.countMax, marks[hash] == nil, let any = marks.keys.first { marks[any] = nil }
        marks[hash] = mark
    }
}
