"""The pods that `Packaging/pods` writes: as CocoaPods takes them, they are all that their sources import."""

import json
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).parents[2]
IMPORT = re.compile(r"^(?:@\w+ |public |package |internal |private )*import (?:(?:struct|class|enum|func) )?(\w+)", re.M)
OURS = {folder.name for folder in (ROOT / "Sources").glob("*/*") if any(folder.rglob("*.swift"))}
OTHERS = {"WebRTC": "WebRTC-lib"}


@pytest.fixture(scope="module")
def pods(tmp_path_factory):
    """Each pod's description, and what its files import of our modules and of the pods of others."""
    folder = tmp_path_factory.mktemp("pods")
    subprocess.run([ROOT / "Packaging" / "pods", folder], check=True, capture_output=True)
    found = {}
    for path in folder.glob("*.podspec.json"):
        pod = json.loads(path.read_text())
        sources = [file.read_text() for file in folder.glob(pod["source_files"])]
        imported = {name for source in sources for name in IMPORT.findall(source)}
        needs = {OTHERS.get(name, name) for name in imported if name in OURS or name in OTHERS}
        found[pod["name"]] = (pod, len(sources), needs)
    return found


def test_every_pod_has_sources_and_depends_on_pods_alone(pods):
    for name, (pod, count, _) in pods.items():
        assert count > 0, name
        assert set(pod["dependencies"]) <= pods.keys() | set(OTHERS.values()), name


def test_a_pod_depends_on_each_module_that_it_imports(pods):
    for name, (pod, _, needs) in pods.items():
        assert needs <= set(pod["dependencies"]), name
    assert "PhoneCore" in pods["PhoneKit"][2] and "WebRTC-lib" in pods["WebRTCMedia"][2]


def test_the_facade_of_an_app_leads_to_every_pod_and_to_the_media_of_an_iphone(pods):
    reached, waiting = set(), ["CarillonApp"]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting += pods[name][0]["dependencies"] if name in pods else []
    assert reached == pods.keys() | {"WebRTC-lib"}


def test_no_module_comes_around_to_itself(pods):
    left = {name: set(pod["dependencies"]) & pods.keys() for name, (pod, _, _) in pods.items()}
    while free := {name for name, needs in left.items() if not needs & left.keys()}:
        for name in free:
            del left[name]
    assert not left
