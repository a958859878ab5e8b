/// An observer that only the app keeps.
struct WeakObserver {
    weak var observer: CXCallObserver?

    init(_ observer: CXCallObserver) {
        self.observer = observer
    }
}
