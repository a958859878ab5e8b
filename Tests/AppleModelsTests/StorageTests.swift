import DeviceModel
import DeviceRuntime
import Foundation
import Testing

@MainActor
@Suite struct StorageTests {
    private let phone = ModelDevice(profile: .ios26) { StorageApp($0) }

    private var files: DeviceFiles? { (phone.app as? StorageApp)?.context.files }

    @Test func `C77: defaults read before the first unlock are empty, and stay so in that process`() async {
        await phone.openApp()
        files?.setDefault("anna", for: "user")
        await phone.reboot()
        await phone.push(["x": 1])
        #expect(files?.defaultValue(of: "user") == nil)
        await phone.unlock()
        #expect(files?.defaultValue(of: "user") == nil)
        await phone.forceQuit()
        await phone.openApp()
        #expect(files?.defaultValue(of: "user") == "anna")
    }

    @Test func `a file of class none is there before the first unlock, one of the default class is not`() async throws {
        await phone.openApp()
        try files?.write([1], to: "early", .none)
        try files?.write([2], to: "late")
        await phone.reboot()
        await phone.push(["x": 1])
        #expect(try files?.read("early") == [1])
        #expect(throws: FileError.noPermission) { try files?.read("late") }
    }

    @Test func `a dead process writes nothing`() async throws {
        await phone.openApp()
        let dead = try #require(files)
        await phone.kill()
        try dead.write([1], to: "a", .none)
        #expect(throws: FileError.noSuchFile) { try phone.files.read("a") }
    }

    @Test func `after a power failure only synchronized data is left`() async throws {
        await phone.openApp()
        try files?.write([1], to: "safe", .none)
        try files?.write([2], to: "torn", .none, manner: .inPlace)
        await phone.failPower()
        #expect(try phone.files.read("safe") == [1])
        #expect(try phone.files.read("torn") == [])
        await phone.failPower(PowerFailure(keepsNames: false))
        #expect(try phone.files.read("safe") == [1])
    }
}

/// An app that keeps the arguments of its launch.
@MainActor
final class StorageApp {
    let context: LaunchContext

    init(_ context: LaunchContext) {
        self.context = context
    }
}
