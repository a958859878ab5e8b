import Testing

/// Calls over real sockets and real time: one after the other, for they share the machine.
@Suite(.serialized, .timeLimit(.minutes(5))) enum MediaTests {}
