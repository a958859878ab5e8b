"""A stand-in of `carillon standin` for a test: started, asked over its control port, stopped."""

import json
import subprocess
import urllib.request

from changes import CHANGES
from patience import PATIENCE
from phone import CARILLON
from stopping import stop


class Standin:
    def __init__(self, party, folder, *options):
        self.process = subprocess.Popen(
            [CARILLON, "standin", party, "--json", "--folder", str(folder), *options], stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the stand-in for {party} did not come up")
        self.facts = json.loads(line)
        assert self.facts["event"] == "listening"
        self.reader = CHANGES.follow(self.process.stdout)

    def __getattr__(self, name):
        try:
            return self.facts[name]
        except KeyError:
            raise AttributeError(name) from None

    def ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.control_port}/standin/{path}", data=data, method=method,
            headers={"content-type": "application/json"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            return json.load(response)

    def stop(self):
        try:
            assert stop(self.process, "the stand-in") == 0
        finally:
            self.reader.join(PATIENCE)
            self.process.stdout.close()
