internal import CallModel
internal import DeviceRuntime
internal import Foundation
internal import PhoneKit

/// Fresh names that a modelled phone's seed decides.
struct ModelNames: NameSource {
    let kernel: DeviceKernel

    func freshName() -> UUIDValue {
        let drawn = UUIDValue(kernel.newUUID().uuidString)
        return UUIDValue.random(high: drawn?.high ?? 0, low: drawn?.low ?? 0)
    }
}
