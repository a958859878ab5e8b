internal import NIOCore

/// A promise that several may keep; the first does.
final class OnceBox {
    private var promise: EventLoopPromise<Void>?

    init(_ promise: EventLoopPromise<Void>) {
        self.promise = promise
    }

    func succeed() {
        promise?.succeed(())
        promise = nil
    }
}
