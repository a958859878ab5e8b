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
}
