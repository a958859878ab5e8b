/// The name a device gave to one of its requests; the reply carries it back as it came.
///
/// Devices number their requests or name them; neither need be unique beyond one connection.
/// Source: JSON-RPC 2.0 §4 (documented).
public enum RequestID: Hashable, Sendable {
    /// A number, as browsers and desk phones send.
    case number(Int64)
    /// A text, as the Telnyx SDKs send.
    case text(String)
}
