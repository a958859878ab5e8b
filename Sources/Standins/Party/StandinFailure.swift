internal import Foundation
internal import NIOCore

/// Why a stand-in does not run, for people.
struct StandinFailure: Error, CustomStringConvertible {
    let description: String

    /// A port that cannot be listened on.
    init(listening host: String, _ port: Int, _ error: any Error) {
        let reason = (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
        description =
            "\(host):\(port) cannot be listened on: \(reason). Is another server there? Port 0 finds a free one."
    }
}
