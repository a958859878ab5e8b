"""A public network out of namespaces, with an exchange and a relay in it. Where phones are, `edges.py` says."""

import subprocess

from changes import CHANGES
from conftest import PASSWORDS
from patience import PATIENCE
from server import Exchange
from shaper import Shaper
from spaces import Space, cable, done

PUBLIC, PUBLIC6 = "203.0.113", "2001:db8:1:"
EXCHANGE, EXCHANGE6 = f"{PUBLIC}.10", f"{PUBLIC6}:10"
RELAY, RELAY6 = f"{PUBLIC}.20", f"{PUBLIC6}:20"
TLS_RELAY, TLS_RELAY6 = f"{PUBLIC}.21", f"{PUBLIC6}:21"
NOWHERE, NOWHERE6 = f"{PUBLIC}.254", f"{PUBLIC6}:fe"
HOST, PORT = "exchange.test", 8081
SECRET = "secret-of-relay-and-exchange"

EXCHANGE_NAME, EXCHANGE_NAME6 = (f"{one} {HOST}\n" for one in (EXCHANGE, EXCHANGE6))


def relay_names(relay, tls_relay):
    # Chromium looks up relays by names that end with a dot, which files of hosts take for others.
    return f"{relay} relay.test relay.test.\n{tls_relay} tls.relay.test tls.relay.test.\n"


RELAY_NAMES = relay_names(RELAY, TLS_RELAY) + relay_names(RELAY6, TLS_RELAY6)
"""Of both families, in every network: which of them it carries a phone has to find out."""

# TURN over TCP on the port that every network lets through, and the same behind TLS at an address of its own.
# `redirect` would lead to the first address of the device.
ON_443 = f"""
table ip relay {{
  chain before {{
    type nat hook prerouting priority -100;
    ip daddr {RELAY} tcp dport 443 dnat to {RELAY}:3478;
    ip daddr {TLS_RELAY} tcp dport 443 dnat to {TLS_RELAY}:5349;
  }}
}}
table ip6 relay {{
  chain before {{
    type nat hook prerouting priority -100;
    ip6 daddr {RELAY6} tcp dport 443 dnat to [{RELAY6}]:3478;
    ip6 daddr {TLS_RELAY6} tcp dport 443 dnat to [{TLS_RELAY6}]:5349;
  }}
}}
"""


class Internet:
    """Everything that is made in it goes with it, also of a test that failed.

    secret: with which the exchange signs what opens a relay. more: of the exchange's configuration."""

    def __init__(self, folder, secret=SECRET, more=""):
        self.folder, self.secret, self.more = folder, secret, more
        self.spaces, self.shapers, self.translators, self.edges = [], [], [], 0
        self.exchange = self.relay = None

    def __enter__(self):
        try:
            self.core = self.space("core")
            self.core.ip("link add public type bridge", "link set public up")
            v6 = (f"{one}/64" for one in (EXCHANGE6, RELAY6, TLS_RELAY6, f"{PUBLIC6}:1"))
            self.core.address("public", *(f"{one}/24" for one in (EXCHANGE, RELAY, TLS_RELAY)), *v6)
            self.core.forward()
            self.core.lose_the_rest("public", NOWHERE, NOWHERE6)
            self.core.rules(ON_443)
            self.relay = Relay(self.core, self.folder)
            self.exchange = PublicExchange(self.core, self.folder, self.secret, self.more)
        except BaseException:
            self.clean_up()
            raise
        return self

    def __exit__(self, kind, *_):
        try:
            if kind is None:
                self.exchange.stop()
        finally:
            self.clean_up()

    def clean_up(self):
        try:
            if self.exchange and self.exchange.process.poll() is None:
                self.exchange.die()
            if self.relay:
                self.relay.die()
        finally:
            for shaper in self.shapers:
                shaper.stop()
            for translator in self.translators:
                translator.kill()
                translator.wait(PATIENCE)
            for space in self.spaces:
                space.delete()

    def space(self, purpose):
        space = Space(purpose)
        self.spaces.append(space)
        return space

    def connect(self, space, device, number, *addresses):
        """To the public network."""
        cable(space, device, self.core, f"e{number}")
        self.core.ip(f"link set e{number} master public")
        space.address(device, *addresses)

    def connect_shaped(self, space, device, number, *addresses):
        """The same by a cable that can be made bad, which it returns."""
        self.shapers.append(Shaper(space, device, self.core, f"e{number}"))
        self.core.ip(f"link set e{number} master public")
        space.address(device, *addresses)
        return self.shapers[-1]

    def translate(self, space, settings):
        """tayga, which translates between IPv6 and IPv4 in that space, until everything goes."""
        file = self.folder / f"{space.name}.tayga"
        file.write_text(settings)
        space.run("tayga", "--config", str(file), "--mktun")
        self.translators.append(subprocess.Popen(
            [*space.within, "tayga", "--nodetach", "--config", str(file), "--pidfile", f"{file}.pid"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))

    def number(self):
        """A number for an edge, by which its addresses differ from those of the others."""
        self.edges += 1
        return self.edges

    @property
    def url(self):
        return f"ws://{HOST}:{PORT}/"


class PublicExchange(Exchange):
    started = []
    """The Internet ends it, also after a test that failed. The end of another test does not."""

    def __init__(self, core, folder, secret, more):
        self.core = core
        users = "".join(f"  - {{name: {name}, password: {password}}}\n" for name, password in PASSWORDS.items())
        urls = (
            "'stun:relay.test:3478', 'turn:relay.test:3478', 'turn:relay.test:443?transport=tcp',"
            " 'turns:tls.relay.test:443?transport=tcp'")
        servers = f"ice-servers:\n  - {{urls: [{urls}], secret: \"{secret}\"}}\n"
        early = "calls: {connect-while-ringing: colleagues}\n"
        super().__init__(folder, f"users:\n{users}{servers}{early}{more}", host="::", port=PORT)

    def command(self):
        return [*self.core.within, *super().command(), "--host", "::", "--allow-plain"]


class Relay:
    """coturn with the exchange's secret, and a certificate of its own for the relay behind TLS."""

    def __init__(self, core, folder):
        self.core, self.folder = core, folder
        self.certificate = folder / "relay.pem"
        if not self.certificate.exists():
            done(
                "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                "-days", "2", "-subj", "/CN=tls.relay.test", "-addext", "subjectAltName=DNS:tls.relay.test", "-keyout",
                str(folder / "relay.key"), "-out", str(self.certificate))
        self.start()

    def start(self):
        addresses = (RELAY, TLS_RELAY, RELAY6, TLS_RELAY6)
        # Without files of its own, and with a port for commands, it would meet other relays of this machine.
        self.process = subprocess.Popen(
            [
                *self.core.within, "stdbuf", "-oL", "turnserver", "-n", "--no-cli", "--realm", "carillon.test",
                "--use-auth-secret", "--static-auth-secret", SECRET, "--min-port", "40000", "--max-port", "49000",
                "--cert", str(self.certificate), "--pkey", str(self.folder / "relay.key"),
                "--pidfile", str(self.folder / "relay.pid"), "--userdb",
                str(self.folder / "relay.sqlite"), "--log-file", "stdout", "--simple-log", "--verbose",
                *(f"--listening-ip={one}" for one in addresses), f"--relay-ip={RELAY}", f"--relay-ip={RELAY6}",
            ],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        ready = next((line for line in self.process.stdout if READY in line), None)
        assert ready, "the relay did not come up"
        self.logging = CHANGES.follow(self.process.stdout, (self.folder / "relay.log").open("a"))

    def die(self):
        self.process.kill()
        self.process.wait(PATIENCE)
        self.logging.join(PATIENCE)


READY = "Total General servers"
"""In the line that coturn says once it listens everywhere."""
