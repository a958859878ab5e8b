import LivePhones
import RingTime

extension LivePhone.Options {
    /// For a machine that may be busy.
    static var unhurried: LivePhone.Options {
        var options = LivePhone.Options()
        options.clock = UnhurriedClock()
        return options
    }
}
