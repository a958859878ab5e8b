"""What `make deps` asks Debian for, with an apt-get that only notes it."""

import os
import pathlib
import subprocess

import pytest

INSTALL = pathlib.Path(__file__).parents[2] / "Packaging" / "install"


@pytest.fixture
def asked_for(tmp_path):
    """Runs the installer on a machine with nothing of Debian's installed; returns the packages it asks for."""

    def run(wanted: str, commands: dict[str, str]) -> list[str]:
        for name, script in {
            "dpkg-query": "exit 1",
            "id": "echo 0",
            "apt-get": f'[ "$1" = install ] && echo "$@" >{tmp_path}/asked; exit 0',
            **commands,
        }.items():
            path = tmp_path / name
            path.write_text(f"#!/bin/sh\n{script}\n")
            path.chmod(0o755)
        for name in ("bash", "cat", "dirname", "env", "grep", "mktemp", "rm", "sh", "tail"):
            (tmp_path / name).symlink_to(f"/usr/bin/{name}" if os.path.exists(f"/usr/bin/{name}") else f"/bin/{name}")
        environment = {"PATH": str(tmp_path), "TMPDIR": str(tmp_path)}
        subprocess.run(["/bin/bash", INSTALL, wanted], env=environment, check=True, capture_output=True)
        return (tmp_path / "asked").read_text().split()

    return run


def test_a_python_that_cannot_make_an_environment_does_not_spare_its_package(asked_for):
    assert "python3-venv" in asked_for("test", {"python3": "exit 1"})


def test_a_python_that_can_spares_it(asked_for):
    assert "python3-venv" not in asked_for("test", {"python3": "exit 0"})


def test_without_any_python_its_package_is_asked_for(asked_for):
    assert "python3-venv" in asked_for("test", {})


def test_a_command_that_is_there_spares_its_package_and_only_that(asked_for):
    packages = asked_for("test", {"node": "exit 1"})
    assert "nodejs" not in packages and "coturn" in packages


def test_building_asks_for_nothing_that_only_tests_need(asked_for):
    packages = asked_for("build", {})
    assert "libnice-dev" in packages and "python3-venv" not in packages


CALMLY = INSTALL.with_name("calmly")

NOISE = """warning: prohibited flag(s): -pthread, -pthread
warning: 'their-package': found 2 file(s) which are unhandled; explicitly declare them as resources or exclude from the target
    /somewhere/.build/checkouts/their-package/Sources/A/CMakeLists.txt
    /somewhere/.build/checkouts/their-package/Sources/B/CMakeLists.txt
"""
NEWS = """warning: 'carillon': found 1 file(s) which are unhandled; explicitly declare them as resources or exclude from the target
    /somewhere/Sources/Core/Verto/notes.txt
warning: couldn't find pc file for nice
error: Dependencies could not be resolved
/somewhere/.build/checkouts/their-package/Sources/A/A.swift:3:1: error: no such module
"""


def calmly(*command: str, **options):
    return subprocess.run([CALMLY, *command], capture_output=True, text=True, **options)


def test_a_build_is_calm_about_other_peoples_packages_and_about_nothing_else():
    first, rest = NEWS.split("warning: couldn't", 1)
    said = calmly("sh", "-c", 'printf "%s" "$0" >&2', first + NOISE + "warning: couldn't" + rest)
    assert said.stderr == NEWS


def test_standard_output_and_the_status_pass_unchanged():
    done = calmly("sh", "-c", 'printf "%s" "$0"; exit 3', NOISE)
    assert (done.stdout, done.stderr, done.returncode) == (NOISE, "", 3)
