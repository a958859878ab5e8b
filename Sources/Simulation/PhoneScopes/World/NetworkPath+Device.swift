package import DeviceModel
package import PhoneCore

extension PhoneCore.NetworkPath {
    /// The adapter's translation: the interface in use, and a number that is another for every other network.
    package init(_ path: DeviceModel.NetworkPath) {
        guard path.status == .satisfied else {
            self.init(nil)
            return
        }
        let support: UInt32 = (path.supportsDNS ? 2 : 0) + (path.supportsIPv6 ? 1 : 0)
        self.init(Interface(path), fingerprint: UInt32(path.network) * 4 + support)
    }
}

extension PhoneCore.NetworkPath.Interface {
    fileprivate init(_ path: DeviceModel.NetworkPath) {
        if path.uses(.wifi) {
            self = .wifi
        } else if path.uses(.cellular) {
            self = .cellular
        } else if path.uses(.wiredEthernet) {
            self = .wired
        } else {
            self = .other
        }
    }
}
