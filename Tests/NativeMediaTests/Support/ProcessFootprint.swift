import Foundation

/// What the system says this process holds.
struct ProcessFootprint {
    var fileDescriptors = 0
    var threads = 0
    var residentKilobytes = 0

    static func now() -> ProcessFootprint {
        var footprint = ProcessFootprint()
        footprint.fileDescriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        for line in status.split(separator: "\n") {
            let fields = line.split(whereSeparator: \.isWhitespace)
            guard fields.count > 1, let value = Int(fields[1]) else { continue }
            if fields[0] == "Threads:" { footprint.threads = value }
            if fields[0] == "VmRSS:" { footprint.residentKilobytes = value }
        }
        return footprint
    }

    /// As the kernel keeps them: at most 15 bytes each.
    static func threadNames() -> [String] {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        return threads.sorted().compactMap { thread in
            // A thread that ended meanwhile has no name any more.
            let name = try? String(contentsOfFile: "/proc/self/task/\(thread)/comm", encoding: .utf8)
            return name.map { String($0.prefix { !$0.isNewline }) }
        }
    }
}
