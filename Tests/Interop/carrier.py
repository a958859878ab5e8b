"""Telnyx' stand-in beside an exchange whose numbers ring phones registered there."""

from changes import until
from standin import Standin

TOKEN = "0123456789abcdef0123456789abcdef"


class Telnyx(Standin):
    def __init__(self, folder, *options):
        super().__init__("telnyx", folder, "--plain", *options)

    def section(self, numbers, *more):
        """The exchange's `telnyx`. numbers: as the configuration has them, YAML; more: lines of the section."""
        lines = [
            f"api-key: {self.facts['api_key']}", f"public-key: '{self.facts['public_key']}'",
            f"connection-id: '{self.facts['connection_id']}'", "from: '+15550100009'",
            f"address: http://127.0.0.1:{self.facts['port']}/v2", *more, "numbers:", *(f"  - {{{n}}}" for n in numbers)]
        return "telnyx:\n" + "".join(f"  {line}\n" for line in lines)

    def tell(self, exchange):
        """From now on that exchange hears of calls."""
        self.ask("POST", "webhook", {"url": f"http://127.0.0.1:{exchange.port}/webhooks/telnyx"})

    def legs(self, direction=None):
        return [leg for leg in self.ask("GET", "legs")["legs"] if direction in (None, leg["direction"])]

    def call_in(self, number, caller="+15550100001"):
        """What Telnyx calls the caller's leg."""
        return self.ask("POST", "calls", {"from": caller, "to": number})["call_control_id"]

    def act(self, leg, action):
        self.ask("POST", f"legs/{leg}/{action}")

    def hears(self, leg, tone, is_heard=True):
        """Returns once the far side of a leg hears a tone, in Hz, or no longer."""
        level = 0.1 if is_heard else 0.01

        def look():
            # Before each look, as the line of a watch before may have been told of a moment that is over.
            self.ask("POST", f"legs/{leg}/watch", {"tone": tone, "over": level, "gone": not is_heard})
            heard = self.ask("POST", f"legs/{leg}/levels", {"tones": [tone]})["levels"][str(tone)]
            return (heard > level) == is_heard

        until(look, f"{tone} Hz is {'not heard' if is_heard else 'still heard'}")

    def was_sent(self, leg, digits):
        """Returns once the far side of a leg was sent those digits."""
        self.ask("POST", f"legs/{leg}/watch", {"digits": len(digits)})
        until(lambda: self.ask("POST", f"legs/{leg}/levels")["digits"] == digits, f"{digits} was not sent")


def address(phone):
    return f"sip:{phone}@sip.telnyx.com"


def user(name, phones, **more):
    """A user of the configuration with phones that are registered at Telnyx: YAML."""
    facts = "".join(f"    {key}: {value}\n" for key, value in more.items())
    devices = "".join(
        f"      - {{name: {phone}, login: {phone}, password: {phone}-secret-word, telnyx-address: '{address(phone)}'}}\n"
        for phone in phones)
    return f"  - name: {name}\n{facts}    devices:\n{devices}"
