"""The search of the logs itself: it finds a planted secret, and says where but not which."""

import subprocess
from pathlib import Path

PROJECT = Path(__file__).parents[2]
PLANTED = [
    "alice-secret", "Bearer abcdefgh0123", "eyJhbGciOiJFUzI1NiJ9.e30", "-----BEGIN PRIVATE KEY-----", "a=ice-pwd:x",
    "+15550100001", "sip:alice1@sip.telnyx.com", "5ec7e7" * 12, "User alice",
    "made-by-a-machine"]


def search(folder):
    return subprocess.run([PROJECT / "Packaging/search-logs", folder], capture_output=True, text=True)


def test_each_kind_of_secret_is_found_and_not_repeated(tmp_path):
    for planted in PLANTED:
        (tmp_path / "one.log").write_text(f"info all is well\nwarning this is {planted}, as it is\n")
        found = search(tmp_path)
        assert found.returncode == 1, planted
        assert "one.log:2: a log has what" in found.stderr
        assert planted not in found.stdout + found.stderr


def test_a_log_without_secrets_is_counted_and_none_at_all_is_a_mistake(tmp_path):
    assert search(tmp_path).returncode == 1
    (tmp_path / "one.log").write_text("info call 01a2013f-f350-7857-8fb2-7ebce673779e: a message was left\n")
    assert search(tmp_path).stdout.startswith("1 log lines of 1 files")
