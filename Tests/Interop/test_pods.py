"""What an app team links beside the product `CarillonPhone`: the pods that `Packaging/pods` writes, which are all that
their sources import as CocoaPods takes them, and the native side of the npm package."""

import json
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).parents[2]
IMPORT = re.compile(r"^(?:@\w+ |public |package |internal |private )*import (?:(?:struct|class|enum|func) )?(\w+)", re.M)
OURS = {folder.name for folder in (ROOT / "Sources").glob("*/*") if any(folder.rglob("*.swift"))}
OTHERS = {"WebRTC": "WebRTC-lib"}
NPM = ROOT / "Sources" / "Web"
APPLE = {"UIKit"}


def capacitor_name(package):
    """The name by which Capacitor's command looks for an npm package's Swift package, product and pod."""
    words = re.sub("[/-]", "_", package.replace("@", ""))
    name = re.sub(r"_(\w)", lambda found: found[1].upper(), words)
    return name[0].upper() + name[1:]


@pytest.fixture(scope="module")
def plugin(tmp_path_factory):
    """The native side of the npm package: npm's manifest, SwiftPM's, the podspec and the sources."""
    npm = json.loads((NPM / "package.json").read_text())
    command = ["swift", "package", "--scratch-path", tmp_path_factory.mktemp("plugin"), "dump-package"]
    swift = json.loads(subprocess.run(command, cwd=NPM, check=True, capture_output=True).stdout)
    pod = json.loads((NPM / f"{capacitor_name(npm['name'])}.podspec.json").read_text())
    sources = "\n".join(file.read_text() for file in sorted((NPM / npm["capacitor"]["ios"]["src"]).glob("*.swift")))
    return npm, swift, pod, sources


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


def test_capacitors_command_finds_package_product_pod_and_class_of_the_plugin(plugin):
    npm, swift, pod, sources = plugin
    name = capacitor_name(npm["name"])
    assert name == swift["name"] == pod["name"] == "CarillonPhone"
    [product], [target] = swift["products"], swift["targets"]
    assert product["name"] == name and product["targets"] == [target["name"]] == [pod["module_name"]]
    assert target["path"] == npm["capacitor"]["ios"]["src"] and pod["source_files"] == f"{target['path']}/**/*.swift"
    assert {"ios", "Package.swift", f"{name}.podspec.json"} <= set(npm["files"])
    assert npm["version"] == pod["version"]
    # Of each file the command reads the first name given to Objective-C.
    assert re.findall(r"@objc\((\w+)\)\npublic nonisolated final class (\w+)", sources) == [("PhonePlugin",) * 2]


def test_the_plugin_depends_on_what_it_imports_and_is_compiled_alike_as_package_and_as_pod(plugin, pods):
    _, swift, pod, sources = plugin
    assert set(pod["dependencies"]) == set(IMPORT.findall(sources)) - APPLE
    assert set(pod["dependencies"]) <= pods.keys() | {"Capacitor"}
    settings = [setting["kind"] for setting in swift["targets"][0]["settings"]]
    features = {kind["enableUpcomingFeature"]["_0"] for kind in settings if "enableUpcomingFeature" in kind}
    flags = pod["pod_target_xcconfig"]["OTHER_SWIFT_FLAGS"]
    assert set(re.findall(r"-enable-upcoming-feature (\w+)", flags)) == features and len(features) == 3
    checkout = [one["fileSystem"][0]["path"] for one in swift["dependencies"] if "fileSystem" in one]
    assert [pathlib.Path(path).resolve() for path in checkout] == [ROOT]


def test_the_plugins_platform_is_that_of_the_pods(plugin, pods):
    _, swift, pod, _ = plugin
    [system] = swift["platforms"]
    assert {"ios": system["version"]} == pod["platforms"] == pods["PhoneKit"][0]["platforms"]
