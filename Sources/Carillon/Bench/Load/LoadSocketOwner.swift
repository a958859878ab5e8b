import WireJSON

/// Whoever speaks over a Verto socket of the load generator. On its event loop only.
protocol LoadSocketOwner: AnyObject {
    /// The socket is open.
    func logIn(on socket: LoadSocket)
    func receive(_ object: JSONObject)
}
