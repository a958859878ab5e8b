import DeviceModel
import DeviceRuntime
import Foundation

/// The calls of the naive phone as they outlive its process: a file of its own.
struct NaiveMemory {
    /// A call as far as a later process needs to know it.
    struct Entry: Codable {
        var uuid: UUID
        var session: String?
        var vendor: String?
        var title: String
        var organization: String
        var isOutgoing: Bool
        var isAnswered: Bool
    }

    private static let name = "naive.json"
    private static let restName = "resting.json"
    let files: DeviceFiles

    /// Whether the phone has restarted and was not unlocked since.
    var isLocked: Bool {
        do {
            _ = try files.read(Self.name)
            return false
        } catch {
            return error == .noPermission
        }
    }

    /// The last stored memory; empty if it cannot be read.
    var entries: [Entry] {
        guard let bytes = try? files.read(Self.name) else { return [] }
        return (try? JSONDecoder().decode([Entry].self, from: Data(bytes))) ?? []
    }

    /// Whether a process found no way to the exchange, and none has since.
    var rests: Bool { (try? files.read(Self.restName)) == [1] }

    func remember(rests: Bool) { try? files.write([rests ? 1 : 0], to: Self.restName) }

    func remember(_ entries: [Entry]) {
        guard let bytes = try? JSONEncoder().encode(entries) else { return }
        try? files.write([UInt8](bytes), to: Self.name)
    }
}
