"""`make package`: the command and Swift's runtime beside it, on a machine without Swift."""

import json
import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).parents[2]
PACKAGED = ROOT / "dist" / "carillon"
PACKAGE = ROOT / "Packaging" / "package"
QUICK = ROOT / ".build" / "release" / "carillon"
OPTIMIZED = ROOT / ".build" / "optimized" / "release" / "carillon"


@pytest.fixture(scope="module")
def packaged():
    if shutil.which("readelf") is None:
        pytest.skip("no binutils")
    # What `make package` ships is built once more; where that was not done, the build of the tests shows the rest.
    build = [OPTIMIZED] if OPTIMIZED.exists() else [QUICK, "quick"]
    subprocess.run([PACKAGE, *build], check=True, cwd=ROOT)
    return PACKAGED / "carillon"


def without_swift(*command):
    """Runs a command where the toolchain's folder is empty."""
    toolchain = pathlib.Path(shutil.which("swift")).resolve().parents[2]
    hidden = 'mount -t tmpfs none "$0" && exec "$@"'
    return subprocess.run(
        ["unshare", "--mount", "--propagation", "private", "sh", "-c", hidden, toolchain, *command],
        capture_output=True, text=True)


@pytest.fixture
def no_swift():
    if without_swift("true").returncode != 0:
        pytest.skip("no right to make a mount namespace")
    return without_swift


def test_the_packaged_command_makes_its_call_where_no_swift_is_installed(packaged, no_swift):
    assert no_swift("swift", "--version").returncode != 0
    done = no_swift(packaged, "demo", "--json")
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert json.loads(done.stdout.splitlines()[-1])


def test_the_command_as_built_needs_the_toolchain(packaged, no_swift):
    """Or the test above would show nothing."""
    assert no_swift(ROOT / ".build" / "release" / "carillon", "--help").returncode != 0


def test_the_packaged_command_is_small(packaged):
    """The shipped build. A build that is not optimized has half as much again, and says nothing of it."""
    if not OPTIMIZED.exists():
        pytest.skip("the build of the tests is not optimized: `make package` itself refuses a command that is too large")
    assert packaged.stat().st_size <= 50_000_000


def test_a_command_that_is_too_large_is_not_packaged(tmp_path):
    """Any command with a section that makes it too large, as if it had been built so."""
    if shutil.which("objcopy") is None:
        pytest.skip("no binutils")
    (tmp_path / "Packaging").mkdir()
    shutil.copy(PACKAGE, tmp_path / "Packaging")
    shutil.copytree(ROOT / "Sources" / "Web", tmp_path / "Sources" / "Web")
    with open(tmp_path / "much", "wb") as much:
        much.truncate(50_000_001)
    subprocess.run(
        ["objcopy", "--add-section", "much=much", "--set-section-flags", "much=alloc,load,readonly,data",
         shutil.which("true"), "carillon"], check=True, cwd=tmp_path, capture_output=True)
    command = [tmp_path / "Packaging" / "package", tmp_path / "carillon"]
    refused = subprocess.run(command, capture_output=True, text=True)
    assert refused.returncode == 1 and "may have 50000000" in refused.stderr, refused
    assert not (tmp_path / "dist").exists()
    taken = subprocess.run([*command, "quick"], capture_output=True, text=True)
    assert "not optimized" in taken.stdout and "of 5" in taken.stdout, taken
