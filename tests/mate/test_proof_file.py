"""Proofs as files: what is written comes back, and what is no proof is refused by name."""

import json

import pytest

from kiebitz.mate.proof_file import FORMAT, Proof, ProofFileError, read_proof, write_proof

PROOF = Proof("shogi", "4k4/9/4P4/9/9/9/9/9/9 b G 1", 1, True, {"4k4/9/4P4/9/9/9/9/9/9 b G": "G*5b"})


def test_a_proof_comes_back(tmp_path):
    write_proof(PROOF, tmp_path / "proof.json")
    assert read_proof(tmp_path / "proof.json") == PROOF


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "another"}, "format"),
        ({"game": "go"}, "game"),
        ({"position": 1}, "position"),
        ({"plies": 0}, ""),
        ({"plies": True}, ""),
        ({"checks_only": 1}, ""),
        ({"book": []}, "book"),
        ({"book": {"a": 1}}, "book"),
    ],
)
def test_what_is_no_proof_is_refused(change, message, tmp_path):
    file = tmp_path / "proof.json"
    write_proof(PROOF, file)
    file.write_text(json.dumps(json.loads(file.read_text()) | change))
    with pytest.raises(ProofFileError, match=message or None):
        read_proof(file)


def test_what_is_no_json_object_is_refused(tmp_path):
    file = tmp_path / "proof.json"
    for content in (b"", b"\xff", b"[" * 100_000, b"[]", b"null", f'"{FORMAT}"'.encode()):
        file.write_bytes(content)
        with pytest.raises(ProofFileError):
            read_proof(file)
