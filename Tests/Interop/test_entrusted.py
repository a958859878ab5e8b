"""Messages are left without a pause, over Telnyx' numbers and over the gateway, while the exchange is killed, its clock
jumps, its disk is full and its files cannot be read. Every message is heard, expired or alarmed, and nothing is deleted
unheard, at Telnyx' stand-in either.

`CARILLON_ENTRUSTED_SECONDS=3600` asks for that long instead of the few seconds of `make test`, `CARILLON_ENTRUSTED_LANES=10` for so
many callers at a time. The clock jumps by libfaketime, the disk is one of 96 MB in memory; where the machine has no such library,
or allows no mounting, those faults are left out, and the test says so.
"""

import base64
import json
import os
import random
import re
import subprocess
import threading
import time
import urllib.request
import warnings
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

from carrier import TOKEN, Telnyx, address, user
from changes import CHANGES, until
from server import Exchange, free_port
from speaker import CONFIGURATION, NUMBER, OWNER, SECRETS, USERS, Speaker
from test_ring_deaths import Lane, ask, history, is_quiet, number, phones

SECONDS = float(os.environ.get("CARILLON_ENTRUSTED_SECONDS", "16"))
LANES = int(os.environ.get("CARILLON_ENTRUSTED_LANES", "5"))
MAILBOXES = [*range(LANES), OWNER]
WITHOUT_PHONES = [0, 1]
"""Lanes whose user has nothing that rings, so that no device can miss the call."""
JUMP = "+400d"
PATIENCE = 90
"""Seconds in which a reply is there on a machine that is busy with other things; one that never comes fails the test."""
ROOM = 50
"""Messages that a user leaves in the mailbox, so that the next caller is asked for one."""
FAKETIME = next(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"), None)
ALARM = re.compile(r"call ([0-9a-f-]{36}): .*(messageFailed|lateMessage|messageWithoutUser|lost)")


def configuration(telnyx):
    def entry(lane):
        if lane in WITHOUT_PHONES:
            return f"  - {{name: user{lane}, password: {password(lane)[1]}}}\n"
        return user(f"user{lane}", phones(lane))

    return (
        f"log-level: info\n{CONFIGURATION}users:\n{USERS}" + "".join(entry(lane) for lane in range(LANES))
        + f"api-tokens: [{{name: test, token: {TOKEN}}}]\n"
        + "limits: {api-requests-per-minute: 1000000, api-requests-per-minute-of-address: 1000000}\n"
        + telnyx.section([
            f"number: '{number(lane)}', users: [user{lane}], ring-seconds: 5, voicemail: true"
            for lane in range(LANES)]))


def password(lane):
    if lane == OWNER:
        return OWNER, SECRETS[OWNER]
    if lane in WITHOUT_PHONES:
        return f"user{lane}", f"user{lane}-secret-word"
    phone = phones(lane)[0]
    return phone, f"{phone}-secret-word"


class Caller(Lane):
    """Calls that no phone takes; most callers speak for a while."""

    def plan(self):
        first, second = self.chance.choice([({"decline_ms": 50}, {"decline_ms": 100}), ({"decline_ms": 300}, {"answer_ms": 150})])
        if self.chance.random() < 0.8:
            second = {"decline_ms": 100}
        for phone, will in zip(phones(self.index), (first, second)):
            self.telnyx.ask("POST", "far-ends", {"to": address(phone), **will})
        return 1.2 + self.chance.random() * 1.5, True

    def run(self):
        while not self.is_over.is_set():
            caller = f"+1777{self.index:02}{len(self.calls):05}"
            speaks, _ = self.plan()
            leg = self.calls[caller] = self.telnyx.call_in(number(self.index), caller)
            with suppress(AssertionError):
                until(lambda: self.is_over.is_set() or self.is_asked(leg), "the caller speaks into nothing", 8)
            # on purpose: the caller speaks for that long
            self.is_over.wait(speaks)
            self.leave(leg)

    def is_asked(self, leg):
        """Whether the caller speaks, talks, or was turned away."""
        found = next((one for one in self.telnyx.legs("incoming") if one["call_control_id"] == leg), None)
        return found is None or found["is_recorded"] or found["state"] in ("bridged", "over")


class Sufferer(Exchange):
    """An exchange whose alarms are kept, whatever becomes of it."""

    def __init__(self, *arguments, **more):
        self.alarmed, self.said, self.deaths = set(), Counter(), []
        super().__init__(*arguments, **more)

    def die(self):
        self.deaths.append(time.monotonic())
        super().die()

    def alarms(self):
        """Calls that an alarm was raised for."""
        self.alarmed |= {found[1] for found in ALARM.finditer(self.log.read_text())}
        return self.alarmed

    def tell(self):
        super().tell()
        self.alarms()
        text = self.log.read_text()
        for words in ("nothing is deleted by age", "the clock is trusted again"):
            self.said[words] += text.count(words)

    def command(self):
        # The first process that loads libfaketime starts its program anew, without the arguments where that is ours.
        return ["env", *super().command()]

    def refuses_to_start(self):
        """Its message instead."""
        done = subprocess.run(
            self.command(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=PATIENCE, env=self.environment)
        assert done.returncode != 0, "it started"
        return done.stdout


class Faults:
    """What befalls an exchange: each kind once in every round, in an order that changes."""

    def __init__(self, exchange, clock, disk, speaker):
        self.exchange, self.clock, self.disk, self.speaker = exchange, clock, disk, speaker
        self.chance, self.done = random.Random(7), Counter()
        self.kinds = [self.dies, self.loses_its_key, self.reads_no_database]
        if clock:
            self.kinds += [self.starts_with_a_wrong_clock, self.has_its_clock_jump]
        if disk:
            self.kinds.append(self.has_a_full_disk)

    def befall_until(self, end, look):
        waiting = []
        while waiting or time.monotonic() < end:
            waiting = waiting or self.chance.sample(self.kinds, len(self.kinds))
            fault = waiting.pop()
            if self.chance.random() < 0.4 and self.speaker.is_heard.wait(10):
                self.pause(0, 5)
            else:
                self.pause(0.3, 1.3)
            fault()
            self.done[fault.__name__] += 1
            look()

    def pause(self, least, most):
        # on purpose: the test varies how long a fault lasts, and when the next comes
        time.sleep(least + self.chance.random() * (most - least))

    def restart(self):
        self.exchange.die()
        self.exchange.start()

    @contextmanager
    def faked_clock(self, said):
        """A run of the exchange whose clock the test sets. No other run has libfaketime: it lets no thread sleep until a
        moment, so the attendant would play and record a minute's sound at once."""
        self.exchange.die()
        self.clock.write_text(said)
        self.exchange.environment.update({
            "LD_PRELOAD": str(FAKETIME), "FAKETIME_TIMESTAMP_FILE": str(self.clock), "FAKETIME_CACHE_DURATION": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1"})
        self.exchange.start()
        yield
        self.exchange.die()
        del self.exchange.environment["LD_PRELOAD"]
        self.exchange.start()

    def dies(self):
        for _ in range(3):
            self.restart()
            self.pause(0.2, 1.2)

    def starts_with_a_wrong_clock(self):
        with self.faked_clock(JUMP):
            self.is_held()
            self.pause(0.5, 1.5)

    def has_its_clock_jump(self):
        with self.faked_clock("+0"):
            self.pause(0.5, 1.5)
            self.clock.write_text(JUMP)
            self.pause(1.5, 2.5)
            self.clock.write_text("+0")
            self.pause(1.2, 1.3)

    def is_held(self):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.exchange.port}/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as reply:
            assert "\ncarillon_retention_held 1\n" in reply.read().decode()

    def has_a_full_disk(self):
        filler = self.disk / "filler"
        with filler.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(b"x" * 4096)
        assert os.statvfs(self.disk).f_bavail == 0
        self.pause(0.5, 2.5)
        if self.chance.random() < 0.5:
            self.exchange.die()
            filler.unlink()
            self.exchange.start()
        else:
            filler.unlink()

    def loses_its_key(self):
        key = Path(f"{self.exchange.database}.key")
        away = key.with_suffix(".away")
        self.exchange.die()
        key.rename(away)
        wrong = self.chance.choice(["missing", "a folder", "another's", "too short"])
        if wrong == "a folder":
            key.mkdir()
        elif wrong != "missing":
            key.write_bytes(os.urandom(32 if wrong == "another's" else 9))
            key.chmod(0o600)
        assert "from the backup that" in self.exchange.refuses_to_start(), wrong
        if key.is_dir():
            key.rmdir()
        away.rename(key)
        self.exchange.start()

    def reads_no_database(self):
        database = self.exchange.database
        away = database.with_suffix(".away")
        self.exchange.die()
        database.rename(away)
        database.mkdir()
        assert str(database) in self.exchange.refuses_to_start()
        database.rmdir()
        away.rename(database)
        self.exchange.start()


def mailbox(exchange, lane):
    basic = base64.b64encode(":".join(password(lane)).encode()).decode()
    return f"Basic {basic}", ask(exchange, "/api/voicemail", f"Basic {basic}")["messages"]


def messages(exchange):
    """Each message that is there: how its sound is, by its call. Of two of one call, that of the one that cannot be heard."""
    sounds = {}
    for lane in MAILBOXES:
        for message in mailbox(exchange, lane)[1]:
            if sounds.get(message["call_session_id"], "ready") == "ready":
                sounds[message["call_session_id"]] = message["sound"]
    return sounds


def recordings(telnyx):
    """What Telnyx has: milliseconds of each recording, by the caller's leg."""
    request = urllib.request.Request(
        f"http://127.0.0.1:{telnyx.facts['port']}/v2/recordings",
        headers={"Authorization": f"Bearer {telnyx.facts['api_key']}"})
    with urllib.request.urlopen(request, timeout=PATIENCE) as reply:
        return {one["id"]: one for one in json.load(reply)["data"]}


def make_disk(folder):
    """A small disk of the test's own; None where mounting is not allowed."""
    folder.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=96m", "tmpfs", str(folder)], capture_output=True)
    return folder if made.returncode == 0 else None


def hear_and_delete(exchange):
    """Each user hears a message and deletes it: its recording is deleted at the carrier when the grace is over, not now."""
    deleted = set()
    for lane in MAILBOXES:
        basic, found = mailbox(exchange, lane)
        ready = [message for message in found if message["sound"] == "ready"]
        for message in ready[:max(1, len(ready) - ROOM)]:
            request = urllib.request.Request(
                f"http://127.0.0.1:{exchange.port}/api/voicemail/{message['id']}/sound", headers={"Authorization": basic})
            with urllib.request.urlopen(request, timeout=PATIENCE) as reply:
                assert reply.read(4) == b"RIFF"
            request = urllib.request.Request(
                f"http://127.0.0.1:{exchange.port}/api/voicemail/{message['id']}", method="DELETE",
                headers={"Authorization": basic})
            urllib.request.urlopen(request, timeout=PATIENCE).close()
            deleted.add(message["call_session_id"])
    return deleted


def test_H1_whatever_befalls_an_exchange_every_message_is_heard_expired_or_alarmed(tmp_path):
    disk = make_disk(tmp_path / "disk")
    clock = tmp_path / "clock" if FAKETIME else None
    telnyx = Telnyx(tmp_path)
    exchange = Sufferer(tmp_path, configuration(telnyx), port=free_port(), home=disk or tmp_path)
    telnyx.tell(exchange)
    is_over = threading.Event()
    callers = [Caller(index, telnyx, is_over) for index in range(LANES)]
    speaker = Speaker(exchange, is_over, [OWNER] if SECONDS < 60 else [OWNER, OWNER, NUMBER])
    faults = Faults(exchange, clock, disk, speaker)
    heard, kept, seen = set(), set(), {}

    def look():
        """Nothing that was there once is gone, here or at Telnyx, but for what its user deleted here."""
        if random.random() < 0.2:
            heard.update(hear_and_delete(exchange))
            kept.update(heard)
        now = messages(exchange)
        assert kept - heard <= now.keys(), f"gone: {sorted(kept - heard - now.keys())[:5]}"
        kept.update(now)
        there = recordings(telnyx)
        assert seen.keys() <= there.keys(), "something was deleted at the carrier"
        seen.update(there)

    try:
        with ThreadPoolExecutor(LANES + 1) as pool:
            running = [pool.submit(caller.run) for caller in [*callers, speaker]]
            try:
                faults.befall_until(time.monotonic() + SECONDS, look)
            finally:
                is_over.set()
                CHANGES.tell()
            for caller in running:
                caller.result()
        last = until(lambda: speaker.leave(5), "the attendant takes no message", 200)
        faults.restart()
        until(lambda: is_quiet(telnyx), "a caller or a phone rings or talks for ever", 200)
        until(lambda: all(call["state"] == "ended" for call in history(exchange)), "a call has no end", 200)
        until(lambda: "awaited" not in messages(exchange).values(), "a sound is awaited for ever", 200)
        look()
        assert faults.done.keys() == {kind.__name__ for kind in faults.kinds}
        assert not clock or exchange.said["nothing is deleted by age"], "no jump of the clock was noticed"
        assert seen, "no caller was recorded"
        assert last in speaker.messages(), "nothing was said over the gateway"
        # What has no sound is heard by no one, though it is there.
        audible = heard | {call for call, sound in messages(exchange).items() if sound == "ready"}
        lost = unaccounted(exchange, telnyx, callers, audible) | ((kept | speaker.messages()) - audible)
        with suppress(AssertionError):
            until(lambda: lost <= exchange.alarms(), "", PATIENCE)
        exchange.stop()
        assert not lost - exchange.alarmed, f"neither heard, expired nor alarmed: {sorted(lost - exchange.alarmed)[:5]}"
    finally:
        if exchange.process.poll() is None:
            exchange.die()
        telnyx.stop()
        if disk:
            subprocess.run(["umount", "-l", str(disk)], check=False)
    missing = [name for name, is_there in (("clock jumps", clock), ("full disk", disk)) if not is_there]
    if missing:
        warnings.warn(f"left out, as this machine cannot make them: {', '.join(missing)}")
    print(
        f"{sum(len(caller.calls) for caller in callers)} calls, {len(seen)} recordings at the carrier, {len(kept)} messages, "
        f"{len(heard)} heard and deleted here, {len(exchange.alarmed)} calls alarmed; over the gateway {speaker.calls} calls, "
        f"{len(speaker.left)} with a beep, {len(speaker.messages())} messages, {len(speaker.messages() & audible)} heard, "
        f"{len(speaker.messages() & exchange.alarmed)} alarmed; {dict(faults.done)}; {dict(exchange.said)}")


def unaccounted(exchange, telnyx, callers, kept):
    """Calls of which Telnyx has a recording with words in it, and whose users have no message that can be heard."""
    calls = {call.get("caller_number"): call for call in history(exchange)}
    by_leg = {leg: name for caller in callers for name, leg in caller.calls.items()}
    lost = set()
    for recording in recordings(telnyx).values():
        if recording["duration_millis"] < 1_000:
            continue
        call = calls[by_leg[recording["call_control_id"]]]
        if call["call_session_id"] not in kept and call["outcome"] not in ("completedByCaller", "completedByCallee"):
            lost.add(call["call_session_id"])
    return lost


def test_L_what_an_exchange_knows_goes_into_no_core_file_and_its_files_are_its_users_alone(tmp_path):
    exchange = Exchange(tmp_path, "users:\n  - {name: a, password: a-secret-word}\n")
    process = Path(f"/proc/{exchange.process.pid}")
    assert re.search(r"Max core file size +0 +0", (process / "limits").read_text())
    assert int((process / "coredump_filter").read_text(), 16) == 0
    assert "Umask:\t0077" in (process / "status").read_text()
    for file in tmp_path.glob("exchange.sqlite*"):
        assert file.stat().st_mode & 0o077 == 0, file
    exchange.stop()
