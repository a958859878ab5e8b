package import ExchangeServer
package import MediaEngine
internal import Redaction

/// What of the configured ICE servers the attendant uses: its media speaks neither `stuns:` nor `turns:`, which the
/// exchange's phones may.
package struct AttendantIceServers {
    package private(set) var usable: [IceServer] = []
    /// A sentence for each address that it does without, by its place in the file. It repeats nothing of an address.
    package private(set) var leftOut: [String] = []

    /// Credentials of a shared secret last as long as an attendant may run, for it shares the process with that secret.
    private static let lifetime = 10 * 366 * 24 * 60

    /// - Parameter now: in microseconds since 1970.
    package init(_ entries: [IceServerEntry], at now: Int64) {
        for (index, entry) in entries.enumerated() {
            var entry = entry
            entry.sharedSecret?.lifetime = Self.lifetime
            let issued = IssuedIceServer(entry, for: "attendant", at: now)
            for (place, url) in issued.urls.enumerated() {
                do throws(IceServer.URLError) {
                    usable.append(
                        try IceServer(url: url, username: issued.username?.revealed, password: issued.credential))
                } catch {
                    leftOut.append(
                        "ice-servers[\(index)].urls[\(place)]: the voicemail attendant does without it: it \(error)")
                }
            }
        }
    }
}
