public import ArgumentParser
public import CarillonRTC

extension Dialect: ExpressibleByArgument {}
