import Standins

extension StandinOptions {
    func place(isPlain: Bool) -> StandinPlace {
        StandinPlace(host: host, port: port, controlPort: controlPort, isPlain: isPlain)
    }
}
