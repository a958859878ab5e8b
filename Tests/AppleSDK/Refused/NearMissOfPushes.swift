// is refused: (_:didInvalidatePushToken:)' nearly matches defaulted requirement
import Foundation
import PushKit

final class Pushes: NSObject {}

extension Pushes: PKPushRegistryDelegate {
    func pushRegistry(_ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials, for type: PKPushType) {}
    func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushToken type: PKPushType) {}
}
