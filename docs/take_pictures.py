"""Take the README's pictures anew, from the page as it is: `python docs/take_pictures.py`.

Starts a server of this checkout, opens each state by its link in headless
Chromium, and writes a PNG beside this file. Those of Train and Generate show the
default run, which it has the server train first. The imported model is the trained
`shakespeare`, written as nanoGPT writes a checkpoint.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import torch
from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from minigpt import load  # noqa: E402  (needs the path above)
from minigpt.presets import preset_folder  # noqa: E402
from tests.page.chromium import ADVICE, FLAGS, find_chromium  # noqa: E402

#: File name, what the link says, and what must stand on the page before it is taken.
PICTURES = {
    "loom-light.png": ("theme=light", "#detail"),
    "leak.png": ("theme=light&mask=none&edit=0:6:274", "#lab"),
    "cross-entropy.png": ("theme=light&stage=6", "#detail"),
    "dark.png": ("theme=dark&lang=zh&stage=4", "#detail"),
    "derivation.png": (
        "theme=light&trail=loss:r0:5*logits:r0:5.270*final_norm:r0:5.0",
        ".derivation",
    ),
    "bug-lab.png": (
        "theme=light&mode=break&fault=mask-one-ahead&check=prefix-unchanged&show=difference",
        ".betrays",
    ),
    "train.png": (
        "theme=light&mode=train&step=100&show=gradients&param=blocks.0.wq:3,5",
        "#learning",
    ),
    "compare.png": ("theme=light&mode=train&step=100&show=both", "#compare"),
    "generate.png": (
        "theme=light&mode=generate&step=100&prompt=The+key+is+blue.+Answer:+"
        "&t=1.5&k=8&p=0.9&seed=2&draw=2",
        "#probes [data-right]",
    ),
    "shakespeare.png": ("theme=light&model=shakespeare&b=1&pos=60", "#detail"),
    "take-apart.png": (
        "theme=light&model=shakespeare&pos=60&mode=break&off=0.0",
        '.apart-rise:has-text("+")',
    ),
    "imported.png": ("theme=light&model=story&b=2&pos=60", "#detail"),
}


def main() -> None:
    """Take all pictures, or those named on the command line."""
    wanted = sys.argv[1:] or list(PICTURES)
    command = [sys.executable, "-m", "server.cli", "--port", "0", "--no-browser"]
    with (
        TemporaryDirectory() as folder,
        subprocess.Popen(
            [*command, "--models", models_in(folder)], cwd=ROOT, stdout=subprocess.PIPE, text=True
        ) as server,
        sync_playwright() as playwright,
    ):
        try:
            assert server.stdout is not None
            address = next(word for line in server.stdout for word in line.split() if "://" in word)
            browser = playwright.chromium.launch(
                executable_path=find_chromium(playwright) or sys.exit(ADVICE), args=FLAGS
            )
            train(browser, address)
            write_nanogpt(Path(models_in(folder)))
            for name in wanted:
                take(browser, address, name)
            browser.close()
        finally:
            server.terminate()


def train(browser: Browser, address: str) -> None:
    """Have the server make the default run, and wait for its end."""
    page = browser.new_page()
    page.goto(f"{address}#mode=train")
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#training .lab-sentence")).to_contain_text("ended at", timeout=60_000)
    page.close()


def models_in(folder: str) -> str:
    """A folder for models, by the name that a person would give it."""
    models = Path(folder) / "models"
    models.mkdir(exist_ok=True)
    return str(models)


def write_nanogpt(folder: Path) -> None:
    """The trained shakespeare in nanoGPT's layout, as a file to be read and opened as a model."""
    shakespeare = load(preset_folder("shakespeare"))
    own, config = shakespeare.model.state_dict(), shakespeare.config
    state = {
        "transformer.wte.weight": own["token_embedding"],  # [V, C]
        "transformer.wpe.weight": own["position_embedding"],  # [context_length, C]
        "transformer.ln_f.weight": own["final_norm.scale"],  # [C]
        "transformer.ln_f.bias": own["final_norm.offset"],  # [C]
        "lm_head.weight": own["lm_head"].t(),  # [V, C]
        "lm_head.bias": own["lm_bias"],  # [V]
    }
    for block in range(config.blocks):
        part = {name: own[f"blocks.{block}.{name}"] for name in _BLOCK}
        state |= {f"transformer.h.{block}.{name}": t for name, t in _as_nanogpt(part).items()}
    settings = {
        "n_layer": config.blocks,
        "n_head": config.heads,
        "n_embd": config.width,
        "block_size": config.context_length,
        "vocab_size": config.vocabulary_size,
        "bias": True,
        "dropout": 0.0,
    }
    whole = {name: tensor.contiguous() for name, tensor in state.items()}
    torch.save({"model": whole, "model_args": settings}, folder / "story.pt")
    characters = "".join(shakespeare.tokenizer.decode([i]) for i in range(config.vocabulary_size))
    (folder / "story.characters.txt").write_text(characters, encoding="utf-8", newline="")
    command = [sys.executable, "-m", "minigpt", "import", str(folder / "story.pt")]
    subprocess.run([*command, "--into", str(folder / "story")], cwd=ROOT, check=True)


#: Parameters of a block that nanoGPT has under other names.
_BLOCK = (
    *("norm1.scale", "norm1.offset", "wq", "wk", "wv", "wo", "bq", "bk", "bv", "bo"),
    *("norm2.scale", "norm2.offset", "w1", "b1", "w2", "b2"),
)


def _as_nanogpt(own: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """One block: matrices as [out, in], queries, keys and values in one."""
    return {
        "ln_1.weight": own["norm1.scale"],  # [C]
        "ln_1.bias": own["norm1.offset"],  # [C]
        "attn.c_attn.weight": torch.cat([own[name].t() for name in ("wq", "wk", "wv")]),  # [3C, C]
        "attn.c_attn.bias": torch.cat([own[name] for name in ("bq", "bk", "bv")]),  # [3C]
        "attn.c_proj.weight": own["wo"].t(),  # [C, C]
        "attn.c_proj.bias": own["bo"],  # [C]
        "ln_2.weight": own["norm2.scale"],  # [C]
        "ln_2.bias": own["norm2.offset"],  # [C]
        "mlp.c_fc.weight": own["w1"].t(),  # [F, C]
        "mlp.c_fc.bias": own["b1"],  # [F]
        "mlp.c_proj.weight": own["w2"].t(),  # [C, F]
        "mlp.c_proj.bias": own["b2"],  # [C]
    }


def read_checkpoint(page: Page) -> None:
    """Under the loom of the imported model: all models, and how its file is read."""
    page.keyboard.press("o")
    page.get_by_role("button", name="Read it").click()
    expect(page.locator(".import-report h4").first).to_be_visible()


def take(browser: Browser, address: str, name: str) -> None:
    """Write one picture once its numbers, and what they are compared with, have arrived."""
    link, shown = PICTURES[name]
    page = browser.new_page(viewport={"width": 1440, "height": 1000})
    page.goto(f"{address}#{link}")
    expect(page.locator("main")).to_have_attribute("aria-busy", "false", timeout=60_000)
    expect(page.locator(shown).first).to_be_visible(timeout=60_000)
    expect(page.locator('[data-status="asking"]:visible')).to_have_count(0, timeout=60_000)
    expect(page.locator("#badge")).to_have_attribute("data-status", "ok")
    expect(page.locator("#verified")).to_have_attribute("data-verdict", "agrees", timeout=60_000)
    if name == "imported.png":
        read_checkpoint(page)
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    page.screenshot(path=ROOT / "docs" / name)
    page.close()


if __name__ == "__main__":
    main()
