import Lab
import LivePhones
import Standins

/// The bridges of the Lab's phones: a page from the Lab's own address drives the app of a phone, as a Capacitor app's
/// JavaScript does.
enum LabBridges {
    /// The path of a phone's bridge, without the phone's id at its end.
    private static let path = "/lab/bridge/"

    /// - Parameter pages: the Lab's pages, whose address a request must have.
    static func sockets(of fleet: LabPhones, beside pages: LabPages) -> PageSockets {
        PageSockets {
            $0.path.hasPrefix(path)
                && pages.origin?.accepts(host: $0.header("host"), origin: $0.header("origin")) == true
        } load: { page, request in
            let phone = String(request.path.dropFirst(path.count))
            Task { @MainActor in await load(page, into: phone, of: fleet) }
        }
    }

    /// Lets a page drive a phone's bridge until one of them is over.
    @MainActor
    private static func load(_ page: LivePage, into id: String, of fleet: LabPhones) async {
        let phone: LabPhone
        do throws(LabError) { phone = try fleet.phone(id) } catch { return page.refuse(error.description) }
        fleet.note("a page asks for the app's bridge", at: id)
        await page.run(on: phone.live)
    }
}
