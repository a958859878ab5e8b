import Lab
import LivePhones
import Standins

/// The bridges of the Lab's phones: a page from the Lab's own address drives the app of a phone, as a Capacitor app's
/// JavaScript does.
extension PageSockets {
    /// A phone's bridge is at this path with the phone's id behind it.
    static let bridgePath = "/lab/bridge/"

    /// - Parameter pages: know the Lab's own address.
    static func bridges(of fleet: LabFleet, beside pages: LabPages) -> PageSockets {
        PageSockets {
            $0.path.hasPrefix(bridgePath)
                && pages.origin?.accepts(host: $0.header("host"), origin: $0.header("origin")) == true
        } load: { page, request in
            let phone = String(request.path.dropFirst(bridgePath.count))
            Task { @MainActor in await fleet.load(page, into: phone) }
        }
    }
}

extension LabFleet {
    /// Lets a page drive a phone's bridge until one of them is over.
    func load(_ page: LivePage, into id: String) async {
        let phone: LabPhone
        do throws(LabError) { phone = try self.phone(id) } catch { return page.refuse(error.description) }
        recorder.note(.lab(at: id, "a page asks for the app's bridge"))
        await page.run(on: phone.live)
    }
}
