"""A container image without a container engine: an OCI image layout in a tar file.

`podman load`, `skopeo copy oci-archive:…` and `docker load` (since 25) read it. Source: OCI image format specification 1.1.
"""

import datetime
import hashlib
import json

import archive


def image(program, documents, version, moment):
    """The archive's bytes: from scratch, the program at `/carillon`, and below `/share` its licences."""
    layer = archive.tar([archive.Entry("carillon", program, is_program=True), *documents], moment)
    packed = archive.gzipped(layer)
    created = datetime.datetime.fromtimestamp(moment, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    labels = {
        "org.opencontainers.image.title": "carillon",
        "org.opencontainers.image.version": version,
        "org.opencontainers.image.licenses": "MIT",
    }
    configuration = encoded({
        "architecture": "amd64",
        "config": {"Entrypoint": ["/carillon"], "Env": ["PATH=/"], "Labels": labels, "WorkingDir": "/work"},
        "created": created,
        "history": [{"created": created, "created_by": "make dist"}],
        "os": "linux",
        "rootfs": {"diff_ids": [digest(layer)], "type": "layers"},
    })
    manifest = encoded({
        "annotations": labels,
        "config": described(configuration, "application/vnd.oci.image.config.v1+json"),
        "layers": [described(packed, "application/vnd.oci.image.layer.v1.tar+gzip")],
        "mediaType": "application/vnd.oci.image.manifest.v1+json",
        "schemaVersion": 2,
    })
    index = encoded({
        "manifests": [{
            **described(manifest, "application/vnd.oci.image.manifest.v1+json"),
            "annotations": {
                "io.containerd.image.name": f"carillon:{version}",
                "org.opencontainers.image.ref.name": version,
            },
            "platform": {"architecture": "amd64", "os": "linux"},
        }],
        "mediaType": "application/vnd.oci.image.index.v1+json",
        "schemaVersion": 2,
    })
    files = [archive.Entry("oci-layout", encoded({"imageLayoutVersion": "1.0.0"})), archive.Entry("index.json", index)]
    files += [archive.Entry("blobs/" + digest(blob).replace(":", "/"), blob) for blob in (packed, configuration, manifest)]
    return archive.tar(files, moment)


def encoded(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def digest(blob):
    return "sha256:" + hashlib.sha256(blob).hexdigest()


def described(blob, kind):
    return {"digest": digest(blob), "mediaType": kind, "size": len(blob)}
