public import Foundation

/// What a plugin sees of the bridge.
///
/// Source: Capacitor 8.4, CAPBridgeProtocol.
public protocol CAPBridgeProtocol: NSObjectProtocol {
    /// Adds a plugin.
    func registerPluginInstance(_ pluginInstance: CAPPlugin)
}
