"""A character-level transformer that is trained, served and examined without a download.

    python examples/char_model/char_model.py data build/char-model
    python examples/char_model/char_model.py train build/char-model
    python examples/char_model/char_model.py serve build/char-model --port 8000

`data` calls `lastdigit dataset`, which needs the package. The other commands need only PyTorch
(requirements.txt). The model reads the last characters of a prompt and continues it, one character
at a time. It is about as small as a language model can be: it shows that the whole path works, not
that it plays well.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock
from typing import Any

GAMES = (
    "digit-dilemma",
    "digit-duel",
    "digit-poison",
    "number-morph",
    "operation-obliteration",
)
VARIANTS = {
    "digit-dilemma": ((), ("--divisor", "13"), ("--divisor", "17"), ("--divisor", "23")),
    "digit-duel": (
        (),
        ("--digits", "4", "--base", "5"),
        ("--digits", "5", "--base", "3"),
        ("--base", "8"),
    ),
    "digit-poison": (
        ("--divisor", "7", "--max-length", "none", "--uses", "1"),
        ("--divisors", "7,11", "--max-length", "none", "--uses", "1"),
        ("--divisors", "5,11", "--max-length", "none", "--uses", "2", "--base", "7"),
        ("--divisors", "4,11", "--max-length", "none", "--uses", "2", "--base", "6"),
    ),
    "number-morph": ((), ("--digits", "2", "--base", "16")),
    "operation-obliteration": (
        ("--limit", "10000", "--divisors", "2,3,5"),
        ("--limit", "7000", "--divisors", "2,3,5,7"),
        ("--limit", "2000", "--divisors", "2,3"),
    ),
}
"""Variants of the games that the exam asks about."""
ROWS = 1_000
"""The maximum number of positions of each variant."""

SEEN, SAID = 112, 16
"""The number of characters of a prompt that the model reads, and of an answer that it writes."""
CHARACTERS, END, NOTHING = 128, 3, 0
"""The number of ASCII characters; the end of an answer; a place before the start of a prompt."""
WIDTH, HEADS, LAYERS = 64, 4, 2
STEPS, BATCH, RATE, WARMUP, LOGGED = 1_500, 48, 3e-3, 20, 20


def encode(prompt: str) -> list[int]:
    """Return the codes of the last characters of a prompt, always SEEN of them."""
    codes = [ord(letter) if ord(letter) < CHARACTERS else NOTHING for letter in prompt[-SEEN:]]
    return [NOTHING] * (SEEN - len(codes)) + codes


def make_datasets(folder: Path) -> None:
    """Call `lastdigit dataset` for every variant."""
    folder.mkdir(parents=True, exist_ok=True)
    for game in GAMES:
        for number, options in enumerate(VARIANTS[game], 1):
            out = folder / f"{game}-{number}.jsonl"
            out.unlink(missing_ok=True)
            out.with_suffix(".md").unlink(missing_ok=True)
            size = "--count", str(ROWS), "--seed", "1", "--out", str(out)
            words = (sys.executable, "-m", "lastdigit", "dataset", game, "--kind", "move")
            subprocess.run([*words, *options, *size], check=True)


def read_rows(folder: Path) -> list[tuple[list[int], list[str]]]:
    """Return the encoded prompts and right answers of all datasets in a folder."""
    rows = []
    for path in sorted(folder.glob("*-*-[0-9].jsonl")):
        with path.open(encoding="utf-8") as file:
            for row in map(json.loads, file):
                rows.append((encode(row["prompt"]), row["answers"]))
    return rows


def build(torch: Any) -> Any:
    """Return an untrained model: embeddings of characters and places, and a transformer."""
    nn = torch.nn

    class CharModel(nn.Module):  # type: ignore[misc, name-defined]  # PyTorch may be missing
        def __init__(self) -> None:
            super().__init__()
            self.letters = nn.Embedding(CHARACTERS, WIDTH)
            self.places = nn.Embedding(SEEN + SAID, WIDTH)
            layer = nn.TransformerEncoderLayer(
                WIDTH, HEADS, 4 * WIDTH, dropout=0.0, batch_first=True, norm_first=True
            )
            self.layers = nn.TransformerEncoder(layer, LAYERS, enable_nested_tensor=False)
            self.out = nn.Linear(WIDTH, CHARACTERS)

        def forward(self, codes: Any) -> Any:
            length = codes.shape[1]
            mask = nn.Transformer.generate_square_subsequent_mask(length)
            found = self.letters(codes) + self.places(torch.arange(length))
            # Only characters of the answer are predicted.
            return self.out(self.layers(found, mask=mask, is_causal=True)[:, SEEN - 1 :])

    return CharModel()


def train(folder: Path, steps: int, seed: int) -> None:
    """Train on all datasets in a folder, and write model.pt and training.jsonl next to them."""
    import torch

    torch.manual_seed(seed)
    torch.set_num_threads(1)
    chance, rows, model = random.Random(seed), read_rows(folder), build(torch)
    count = sum(part.numel() for part in model.parameters())
    print(f"{len(rows):,} positions, {count:,} parameters", flush=True)
    optimizer = torch.optim.AdamW(model.parameters(), RATE)
    losses: list[float] = []
    with (folder / "training.jsonl").open("w") as log:
        for step in range(1, steps + 1):
            drawn = [chance.choice(rows) for _ in range(BATCH)]
            said = [f"MOVE: {chance.choice(answers)}{chr(END)}" for _, answers in drawn]
            targets = [[ord(one) for one in text][:SAID] for text in said]
            padded = [target + [NOTHING] * (SAID - len(target)) for target in targets]
            codes = torch.tensor(
                [codes + target for (codes, _), target in zip(drawn, padded, strict=True)]
            )
            found = model(codes[:, :-1])
            loss = torch.nn.functional.cross_entropy(
                found.transpose(1, 2), codes[:, SEEN:], ignore_index=NOTHING
            )
            for group in optimizer.param_groups:
                # Warm up, then fall to zero by the end.
                group["lr"] = RATE * min(1.0, step / WARMUP) * (1 - step / steps)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            losses.append(loss.item())
            if step % LOGGED == 0:
                line = {
                    "step": step,
                    "seconds": round(time.process_time()),
                    "loss": round(sum(losses) / LOGGED, 4),
                }
                log.write(json.dumps(line) + "\n")
                log.flush()
                print(line, flush=True)
                losses.clear()
    torch.save(model.state_dict(), folder / "model.pt")
    print(f"The model: {folder / 'model.pt'}")


class Writer:
    """Continues prompts with the most probable characters."""

    def __init__(self, path: Path) -> None:
        import torch

        torch.set_num_threads(1)
        self._torch, self._lock, self._model = torch, Lock(), build(torch)
        self._model.load_state_dict(torch.load(path, weights_only=True))
        self._model.eval()

    def write(self, prompt: str) -> str:
        codes, said = encode(prompt), ""
        with self._lock, self._torch.no_grad():
            while len(said) < SAID:
                code = int(self._model(self._torch.tensor([codes]))[0, -1].argmax())
                if code == END:
                    break
                said += chr(code)
                codes.append(code)
        return said


class Handler(BaseHTTPRequestHandler):
    """The part of OpenAI's chat completions API that `llm:` needs."""

    protocol_version = "HTTP/1.1"
    writer: Writer

    def do_POST(self) -> None:  # the name that the base class calls
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        prompt = "\n".join(message["content"] for message in body["messages"])
        said = self.writer.write(prompt)
        message = {"role": "assistant", "content": said}
        usage = {"prompt_tokens": min(len(prompt), SEEN), "completion_tokens": len(said)}
        reply = {
            "object": "chat.completion",
            "model": body["model"],
            "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
            "usage": usage | {"total_tokens": sum(usage.values())},
        }
        content = json.dumps(reply).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Print nothing for each request."""


def serve(folder: Path, port: int) -> None:
    Handler.writer = Writer(folder / "model.pt")
    with ThreadingHTTPServer(("127.0.0.1", port), Handler) as server:
        print(f"Serving on http://127.0.0.1:{server.server_port}/v1", flush=True)
        server.serve_forever()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    for name, about in (
        ("data", "write datasets with prompts and right answers"),
        ("train", "train the model on the datasets"),
        ("serve", "answer requests like an OpenAI-compatible endpoint"),
    ):
        command = commands.add_parser(name, help=about)
        command.add_argument("folder", type=Path)
        if name == "train":
            command.add_argument("--steps", type=int, default=STEPS)
            command.add_argument("--seed", type=int, default=1)
        if name == "serve":
            command.add_argument("--port", type=int, default=8000)
    chosen = parser.parse_args()
    if chosen.command == "data":
        make_datasets(chosen.folder)
    elif chosen.command == "train":
        train(chosen.folder, chosen.steps, chosen.seed)
    else:
        serve(chosen.folder, chosen.port)


if __name__ == "__main__":
    main()
