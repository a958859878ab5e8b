import Crypto
import Redaction
import Standins
import Testing

struct APNsTokenTests {
    @Test func `a good token lets a push through and opens more streams`() throws {
        var scene = try APNsStandinScene()
        #expect(scene.machine.streamsAllowed(on: 1) == 1)
        let decision = scene.machine.handle(scene.push(try scene.token()), on: 1, at: scene.now)
        #expect(decision.answer.status == 200)
        #expect(decision.streams == 1_000)
        #expect(scene.machine.streamsAllowed(on: 1) == 1_000)
        #expect(scene.machine.streamsAllowed(on: 2) == 1)
        #expect(decision.push?.topic == APNsStandinScene.topic)
    }

    @Test func `without a token, with a broken one, or signed by another nothing goes through`() throws {
        var scene = try APNsStandinScene()
        #expect(scene.send(scene.push(nil)) == "403 MissingProviderToken")
        #expect(scene.send(scene.push("bearer x.y.z")) == "403 InvalidProviderToken")
        #expect(scene.send(scene.push("basic abc")) == "403 InvalidProviderToken")
        let stranger = P256.Signing.PrivateKey()
        #expect(scene.send(scene.push(try scene.token(signedBy: stranger))) == "403 InvalidProviderToken")
        #expect(scene.send(scene.push(try scene.token(keyID: "OTHERKEY00"))) == "403 InvalidProviderToken")
        #expect(scene.send(scene.push(try scene.token(team: "OTHERTEAM0"))) == "403 InvalidProviderToken")
        #expect(scene.send(scene.push(try scene.token(algorithm: "none"))) == "403 InvalidProviderToken")
        #expect(scene.send(scene.push(try scene.token(age: .seconds(-300)))) == "403 InvalidProviderToken")
        #expect(scene.machine.streamsAllowed(on: 1) == 1)
    }

    @Test func `an expired token wedges its connection and no other`() throws {
        var scene = try APNsStandinScene()
        #expect(scene.send(scene.push(try scene.token(age: .seconds(3_601)))) == "403 ExpiredProviderToken")
        let fresh = try scene.token()
        #expect(scene.send(scene.push(fresh)) == "403 ExpiredProviderToken")
        #expect(scene.send(scene.push(fresh), on: 2) == "200")
    }

    @Test func `a token is good for an hour and not a second longer`() throws {
        var scene = try APNsStandinScene()
        let token = try scene.token()
        scene.wait(.seconds(3_600))
        #expect(scene.send(scene.push(token)) == "200")
        scene.wait(.seconds(1))
        #expect(scene.send(scene.push(token)) == "403 ExpiredProviderToken")
    }

    @Test func `a token changed before 20 minutes blocks the connection until they are over`() throws {
        var scene = try APNsStandinScene()
        let first = try scene.token()
        #expect(scene.send(scene.push(first)) == "200")
        scene.wait(.seconds(19 * 60))
        let second = try scene.token()
        #expect(scene.send(scene.push(second)) == "429 TooManyProviderTokenUpdates")
        #expect(scene.send(scene.push(first)) == "429 TooManyProviderTokenUpdates")
        #expect(scene.send(scene.push(first), on: 2) == "200")
        scene.wait(.seconds(60))
        #expect(scene.send(scene.push(second)) == "200")
    }

    @Test func `a change is judged for the whole team, or for a connection where that is asked for`() throws {
        var team = try APNsStandinScene()
        #expect(team.send(team.push(try team.token())) == "200")
        #expect(team.send(team.push(try team.token(age: .seconds(1))), on: 2) == "429 TooManyProviderTokenUpdates")
        var connection = try APNsStandinScene { $0.judgesTokenChangesByTeam = false }
        #expect(connection.send(connection.push(try connection.token())) == "200")
        #expect(connection.send(connection.push(try connection.token(age: .seconds(1))), on: 2) == "200")
    }

    @Test func `a connection belongs to the team that used it first`() throws {
        let other = APNsCredential.make(keyID: "SECONDKEY1", teamID: "OTHERTEAM0")
        var scene = try APNsStandinScene { $0.keys.append(other.key) }
        let key = try P256.Signing.PrivateKey(pemRepresentation: other.privateKeyPEM.revealed)
        #expect(scene.send(scene.push(try scene.token())) == "200")
        let theirs = try scene.token(keyID: "SECONDKEY1", team: "OTHERTEAM0", signedBy: key)
        #expect(scene.send(scene.push(theirs)) == "403 InvalidProviderToken")
        #expect(scene.send(scene.push(theirs), on: 2) == "200")
    }

    @Test func `a key for one environment or topic is good for no other`() throws {
        var sandbox = try APNsStandinScene { $0.keys[0].environment = .sandbox }
        #expect(sandbox.send(sandbox.push(try sandbox.token())) == "403 BadEnvironmentKeyIdInToken")
        var scoped = try APNsStandinScene { $0.keys[0].topics = ["com.example.other"] }
        #expect(scoped.send(scoped.push(try scoped.token())) == "403 UnrelatedKeyIdInToken")
    }
}
