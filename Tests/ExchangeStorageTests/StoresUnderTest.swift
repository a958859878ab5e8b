import ExchangeStorage

/// Everything an exchange keeps, in one place.
struct StoresUnderTest: Sendable {
    let exchange: any ExchangeStore
    let accounts: any AccountStore
}
