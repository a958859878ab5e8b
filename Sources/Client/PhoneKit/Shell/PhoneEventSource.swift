/// Something that tells the phone events.
@MainActor
public protocol PhoneEventSource: AnyObject {
    /// Whom to tell; set once, before the first order. To be held weakly: it holds this.
    var sink: (any PhoneEventSink)? { get set }
}
