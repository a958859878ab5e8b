import Carillon
import Foundation
import Testing

struct CoreAffinityTests {
    private static let isAvailable = ["/usr/bin/taskset", "/usr/bin/python3"]
        .allSatisfy(FileManager.default.isExecutableFile(atPath:))

    /// Says `ready`, then starts and ends threads until its input closes.
    private static let restless = """
        import sys, threading
        over = threading.Event()
        def start_threads():
            while not over.is_set():
                thread = threading.Thread(target=lambda: None)
                thread.start()
                thread.join()
        for _ in range(3): threading.Thread(target=start_threads).start()
        print("ready", flush=True)
        sys.stdin.read()
        over.set()
        """

    @Test(.enabled(if: isAvailable))
    func `a process moves to other cores although its threads end all the time`() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        process.arguments = ["-c", Self.restless]
        let input = Pipe()
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        #expect(!output.fileHandleForReading.availableData.isEmpty)
        let core = try #require(CoreAffinity.cores.first)
        for _ in 0..<20 { try CoreAffinity.move(process.processIdentifier, to: [core]) }
        let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        #expect(status.contains("Cpus_allowed_list:\t\(core)\n"))
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test(.enabled(if: isAvailable))
    func `a core that the machine does not have is an error with the system's words`() {
        let own = ProcessInfo.processInfo.processIdentifier
        let error = #expect(throws: (any Error).self) { try CoreAffinity.move(own, to: [9_999]) }
        #expect(String(describing: error).contains("Invalid argument"))
    }
}
