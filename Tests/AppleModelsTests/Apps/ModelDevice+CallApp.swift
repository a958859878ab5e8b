import DeviceModel
import DeviceRuntime
import Foundation

extension ModelDevice {
    /// A phone with the test's app on it.
    static func withCallApp(
        _ profile: DeviceProfile = .ios26, seed: UInt64 = 1, manifest: AppManifest = AppManifest(),
        setup: @escaping @MainActor (CallApp) -> Void = { _ in }
    ) -> ModelDevice {
        ModelDevice(profile: profile, seed: seed, manifest: manifest) { CallApp($0, setup: setup) }
    }

    /// The test's app, while its process lives.
    var callApp: CallApp? { app as? CallApp }
}

extension UUID {
    /// A UUID for tests, by a number.
    static func test(_ number: UInt8) -> UUID {
        UUID(uuid: (0, 0, 0, 0, 0, 0, 64, 0, 128, 0, 0, 0, 0, 0, 0, number))
    }
}

extension [String: any Sendable] {
    /// A push of a call.
    static func call(_ number: UInt8 = 1, from: String = "+4930123456", name: String? = nil) -> [String: any Sendable] {
        var payload: [String: any Sendable] = ["uuid": UUID.test(number).uuidString, "from": from]
        payload["name"] = name
        return payload
    }
}
