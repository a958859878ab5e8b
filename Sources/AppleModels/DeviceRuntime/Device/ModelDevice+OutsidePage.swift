internal import DeviceModel
internal import Synchronization

/// The page of the app's web view, played by a program outside, such as a page in a browser behind a socket.
///
/// It is told everything in order, on threads of the model, and must not make them wait.
public protocol OutsidePage: AnyObject, Sendable {
    /// The page receives an event of a plugin that it listens to. The data is a JSON object.
    func received(_ event: String, data: String)
    /// The page receives the answer to a call.
    func answered(_ callbackID: String, _ answer: PageAnswer)
    /// Nothing more is told to the page.
    func ended(_ end: PageEnd)
}

/// The answer of a plugin to a call of the page. Data is a JSON object.
public enum PageAnswer: Hashable, Sendable {
    case resolved(data: String)
    case rejected(message: String, code: String?, data: String?)
}

/// Why a page is over.
public enum PageEnd: Hashable, Sendable {
    /// Another page was loaded in its place.
    case replaced
    /// The app's process has ended, and the page with it.
    case processEnded
}

/// A page that a program outside plays. Everything here happens at once, between two steps of the app.
extension ModelDevice {
    /// Loads a page into the web view, in place of the page that is there.
    ///
    /// - Returns: whether there is a web view whose page can be loaded.
    public func load(_ page: any OutsidePage) -> Bool {
        switch kernel.read({ $0.frameworks.web.view }) {
        case .absent, .terminated: return false
        case .loaded: kernel.web(.pageLeft)
        case .loading: break
        }
        kernel.exchangePage(for: page)?.ended(.replaced)
        kernel.web(.pageLoaded)
        return true
    }

    /// Leaves a page, if it is the one in the web view: its listeners and its open calls are dropped.
    public func leave(_ page: any OutsidePage) {
        guard kernel.outsidePage === page else { return }
        _ = kernel.exchangePage(for: nil)
        kernel.web(.pageLeft)
    }

    /// Lets the page listen to an event of a plugin (true), or no longer (false).
    public func pageListens(_ isListening: Bool, to event: String) {
        let name = kernel.texts { $0.text(event) }
        kernel.web(isListening ? .listenerAdded(name) : .listenerRemoved(name))
    }
}

extension DeviceKernel {
    /// The page in the web view, if a program outside plays it.
    package var outsidePage: (any OutsidePage)? { outside.page.withLock { $0 } }

    /// Ends the page, as the process has ended.
    package func endPage() { exchangePage(for: nil)?.ended(.processEnded) }

    /// Puts a page in the place of another, and returns the other.
    fileprivate func exchangePage(for page: (any OutsidePage)?) -> (any OutsidePage)? {
        outside.page.withLock { place in
            defer { place = page }
            return place
        }
    }

    private var outside: OutsidePlace { persistentObject { OutsidePlace() } }
}

/// The place of the page that a program outside plays.
private final class OutsidePlace: Sendable {
    let page = Mutex<(any OutsidePage)?>(nil)
}
