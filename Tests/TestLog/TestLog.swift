internal import Foundation
public import Logging

/// What exchanges of the tests log, from `trace` on: kept in the folder `CARILLON_TEST_LOGS` names, which `make test` searches for secrets
/// when everything has run; without it, nowhere.
public struct TestLog: LogHandler {
    private let file: FileHandle
    public var metadata: Logger.Metadata = [:]
    public var logLevel = Logger.Level.trace

    private init(file: FileHandle) { self.file = file }

    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    public func log(event: LogEvent) {
        // One write each, which appends: lines of exchanges that run side by side stay whole.
        file.write(Data("\(event.level) \(event.message) \(metadata) \(event.metadata ?? [:])\n".utf8))
    }

    public static var logger: Logger {
        let file = Self.file()
        var logger = Logger(label: "test") { _ -> any LogHandler in
            if let file { TestLog(file: file) } else { SwiftLogNoOpLogHandler() }
        }
        logger.logLevel = .trace
        return logger
    }

    private static func file() -> FileHandle? {
        guard let folder = ProcessInfo.processInfo.environment["CARILLON_TEST_LOGS"] else { return nil }
        let descriptor = open("\(folder)/swift-tests.log", O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        precondition(descriptor >= 0, "no log can be kept in \(folder)")
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }
}
