import CallKit
import Foundation

/// An app that makes its provider first and sets the delegate much later.
@MainActor
final class LateDelegateApp: NSObject, @MainActor CXProviderDelegate {
    let provider = CXProvider(configuration: CXProviderConfiguration())
    var heard: [String] = []

    func setDelegate() { provider.setDelegate(self, queue: nil) }

    func providerDidReset(_ provider: CXProvider) { heard.append("reset") }
    func providerDidBegin(_ provider: CXProvider) { heard.append("begin") }
}
