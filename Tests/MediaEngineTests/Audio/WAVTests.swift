import Foundation
import MediaEngine
import Testing

struct WAVTests {
    /// A file of its own for each test, gone afterwards.
    private func withTemporaryFile(_ body: (String) throws -> Void) rethrows {
        let path = NSTemporaryDirectory() + "/carillon-\(UUID().uuidString).wav"
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }

    private func parse(_ bytes: [UInt8]) throws -> WAVFile {
        try bytes.withUnsafeBytes { try WAVFile(parsing: $0) }
    }

    private static func little(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func file(
        channels: Int = 1, rate: Int = 8000, bits: Int = 16, format: Int = 1, before: [UInt8] = [], data: [UInt8],
        announced: Int? = nil
    ) -> [UInt8] {
        var bytes = Array("RIFF".utf8) + little(0, 4) + Array("WAVE".utf8) + before + Array("fmt ".utf8) + little(16, 4)
        bytes += little(format, 2) + little(channels, 2) + little(rate, 4) + little(rate * channels * bits / 8, 4)
        bytes += little(channels * bits / 8, 2) + little(bits, 2) + Array("data".utf8)
        return bytes + little(announced ?? data.count, 4) + data
    }

    @Test func `a recording is played back sample for sample`() throws {
        let sound = Sound.frames(90, of: ToneGenerator(frequency: 440))
        try withTemporaryFile { path in
            let sink = try WAVSink(path: path)
            Sound.give(sound, to: sink)
            try sink.finish()
            #expect(sink.droppedFrames == 0, "fewer frames than the queue holds")
            let source = try WAVSource(path: path)
            #expect(source.duration == .milliseconds(1800))
            #expect(Sound.frames(90, of: source) == sound)
            #expect(source.isFinished)
            #expect(Sound.frame(of: source).allSatisfy { $0 == 0 })
        }
    }

    @Test func `frames that the disk cannot take in time are counted`() throws {
        let sound = Sound.frames(2000, of: ToneGenerator(frequency: 440))
        try withTemporaryFile { path in
            let sink = try WAVSink(path: path)
            Sound.give(sound, to: sink)
            try sink.finish()
            #expect(try WAVSource(path: path).duration == .milliseconds(20 * (2000 - sink.droppedFrames)))
        }
    }

    @Test func `a recording under way is a playable file at any moment`() throws {
        try withTemporaryFile { path in
            let sink = try WAVSink(path: path)
            Sound.give(Sound.frames(60, of: ToneGenerator(frequency: 440)), to: sink)
            // What the file holds while the recording goes on; before the first second a header of an empty file.
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            let file = try parse(Array(bytes))
            #expect(file.sampleRate == 48_000)
            #expect(file.samples.count <= 60 * 960)
            try sink.finish()
            #expect(try WAVSource(path: path).duration == .milliseconds(1200))
        }
    }

    @Test func `frames after the end are ignored, finishing twice is harmless`() throws {
        try withTemporaryFile { path in
            let sink = try WAVSink(path: path)
            Sound.give(Sound.frames(2, of: ToneGenerator(frequency: 440)), to: sink)
            try sink.finish()
            Sound.give(Sound.frames(2, of: ToneGenerator(frequency: 440)), to: sink)
            try sink.finish()
            #expect(try WAVSource(path: path).duration == .milliseconds(40))
        }
    }

    @Test func `a file that cannot be created or opened is reported`() {
        #expect(throws: WAVError.self) { try WAVSink(path: "/nowhere/at/all.wav") }
        #expect(throws: WAVError.self) { try WAVSource(path: "/nowhere/at/all.wav") }
    }

    @Test func `a place for a recording is checked without a trace`() throws {
        #expect(throws: WAVError(.file, "cannot be made")) { try WAVSink.check(path: "/nowhere/at/all.wav") }
        #expect(throws: WAVError(.file, "cannot be made")) { try WAVSink.check(path: NSTemporaryDirectory()) }
        try withTemporaryFile { path in
            try WAVSink.check(path: path)
            #expect(!FileManager.default.fileExists(atPath: path))
            try Data([1, 2, 3]).write(to: URL(fileURLWithPath: path))
            try WAVSink.check(path: path)
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data([1, 2, 3]))
        }
    }

    @Test func `stereo is mixed down, other chunks are stepped over`() throws {
        let odd = Array("LIST".utf8) + Self.little(3, 4) + [1, 2, 3, 0]
        let data = Self.little(100, 2) + Self.little(300, 2) + Self.little(-100, 2) + Self.little(-300, 2)
        let file = try parse(Self.file(channels: 2, rate: 44_100, before: odd, data: data))
        #expect(file == WAVFile(sampleRate: 44_100, samples: [200, -200]))
    }

    @Test(arguments: [8000, 16_000, 44_100, 48_000])
    func `every usual rate is played at its pitch`(rate: Int) throws {
        let generator = ToneGenerator(frequency: 440 * 48_000 / Double(rate))
        let samples = Array(Sound.frames(rate / 960 + 1, of: generator).prefix(rate))
        let source = try WAVSource(WAVFile(sampleRate: rate, samples: samples), loops: false)
        let meter = ToneMeter([440, 1000])
        Sound.give(Sound.frames(40, of: source), to: meter)
        #expect(meter.dominantFrequency == 440)
        #expect(abs((meter.level(of: 440) ?? 0) - 0.3) < 0.005)
    }

    @Test func `a looping source never ends, unless it is empty`() throws {
        let source = try WAVSource(WAVFile(sampleRate: 48_000, samples: [1, 2, 3]), loops: true)
        #expect(Sound.frame(of: source).prefix(7) == [1, 2, 3, 1, 2, 3, 1])
        #expect(!source.isFinished)
        let empty = try WAVSource(WAVFile(sampleRate: 48_000, samples: []), loops: true)
        #expect(Sound.frame(of: empty).allSatisfy { $0 == 0 })
        #expect(empty.isFinished)
    }

    @Test func `a recording cut short is played as far as it goes`() throws {
        let file = Self.file(data: Self.little(7, 2) + [9], announced: 1000)
        #expect(try parse(file).samples == [7])
    }

    @Test func `every prefix is refused or shorter`() throws {
        let whole = Self.file(data: [1, 0, 2, 0])
        for count in 0..<44 { #expect(throws: WAVError.self) { try parse(Array(whole.prefix(count))) } }
        for count in 44...48 { #expect(try parse(Array(whole.prefix(count))).samples.count == (count - 44) / 2) }
    }

    @Test(arguments: [
        (file(bits: 8, data: []), WAVError.Code.unsupportedFormat, "8 bits"),
        (file(channels: 6, data: []), .unsupportedFormat, "6 channels"),
        (file(channels: 0, data: []), .unsupportedFormat, "0 channels"),
        (file(rate: 4000, data: []), .unsupportedFormat, "4000 Hz"),
        (file(format: 3, data: []), .unsupportedFormat, "format tag 3"),
        (Array("RIFF0000WAVEdata".utf8) + [0, 0, 0, 0], .missingChunk, "data before fmt"),
        (Array("OggS".utf8) + [UInt8](repeating: 0, count: 40), .notWAV, "RIFF"),
    ])
    func `a file that cannot be used is refused with the reason`(bytes: [UInt8], code: WAVError.Code, part: String) {
        let error = #expect(throws: WAVError.self) { try parse(bytes) }
        #expect(error?.code == code)
        #expect(error?.description.contains(part) == true)
    }
}
