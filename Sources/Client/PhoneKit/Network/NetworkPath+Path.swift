import Network
import PhoneCore

nonisolated extension NetworkPath {
    /// What the path uses, not what there would be. Source: apple-contract C92 (documented).
    init(_ path: NWPath) {
        guard path.status == .satisfied else {
            self.init(nil)
            return
        }
        var fingerprint = Fingerprint()
        for interface in path.availableInterfaces where path.usesInterfaceType(interface.type) {
            fingerprint.add(interface.name)
        }
        for gateway in path.gateways { fingerprint.add(gateway.debugDescription) }
        fingerprint.add("\(path.supportsIPv4) \(path.supportsIPv6) \(path.supportsDNS)")
        self.init(Interface(path), fingerprint: fingerprint.value)
    }
}

nonisolated extension NetworkPath.Interface {
    fileprivate init(_ path: NWPath) {
        if path.usesInterfaceType(.wifi) {
            self = .wifi
        } else if path.usesInterfaceType(.cellular) {
            self = .cellular
        } else if path.usesInterfaceType(.wiredEthernet) {
            self = .wired
        } else {
            self = .other
        }
    }
}
