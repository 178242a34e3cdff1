"""Shows the attention of your own model in a notebook, and measures what it was divided by.

    import attention_scale

    attention_scale.show(q, k, weights=weights, tokens=tokens)
    attention_scale.show(q, k, weights=weights).save("page.html")

Tensors of PyTorch, arrays of NumPy and lists of lists are taken, of any of these shapes:

    q, k, v    [n, d], [heads, n, d], [batch, heads, n, d], [layers, batch, heads, n, d];
               with heads=12 also [n, 12 * d], [batch, n, 12 * d], [layers, batch, n, 12 * d]
    weights    the same, with a row for each query and a column for each key, after softmax
    tokens     a text, or a number, for each key

This file needs Python 3.8 and its standard library alone. It holds the page attention-scale, which
computes in the browser: nothing is sent anywhere. MIT licence; the page names the work of others.
"""

import array
import base64
import ctypes
import functools
import json
import os
import re
import sys
import zlib

__all__ = ["show", "start_again", "widget"]

# What the page reads, by the names of NumPy.
_SIZES = {
    "float64": 8,
    "float32": 4,
    "float16": 2,
    "bfloat16": 2,
    "float8_e4m3fn": 1,
    "float8_e5m2": 1,
    "int8": 1,
    "uint8": 1,
    "int16": 2,
    "uint16": 2,
    "int32": 4,
    "uint32": 4,
    "int64": 8,
    "uint64": 8,
    "bool": 1,
}

_TITLE = "Attention without the division and with it, and the factor that was measured"


def show(q=None, k=None, v=None, weights=None, tokens=None, heads=None):
    """Returns a view that notebooks display, and that saves itself as a page.

    heads: how many of them the last dimension of q, k and v holds side by side.
    """
    return View(_checked(q, k, v, weights, tokens, heads))


def widget(q=None, k=None, v=None, weights=None, tokens=None, heads=None, **traits):
    """The same, live: what the reader moves reaches Python, and what Python sets moves the view.

    traits: view, sentence, dim, seed, exponent, layer, head, language. Without tensors it shows
    the sentence. It needs the package anywidget; show() does not.
    """
    given = (q, k, v, weights, tokens)
    tensors = [] if all(each is None for each in given) else _checked(*given, heads)
    tensors = [_with_bytes(tensor) for tensor in tensors]
    return _widget_class()(tensors=tensors, **traits)


def start_again():
    """Has the next view bring the page along, where the cell that held it is gone."""
    _Page.cell = None


# ---- tensors ----


class _Tensor:
    """Numbers, row by row, the first byte of each the least."""

    def __init__(self, name, dtype, shape, data):
        if dtype not in _SIZES:
            raise ValueError(f"{name} has the dtype {dtype}; it must be one of {', '.join(_SIZES)}.")
        self.name, self.dtype, self.shape, self.data = name, dtype, tuple(shape), data

    def __str__(self):
        return f"{self.name} {list(self.shape)}"


def _library(name):
    """A library that is imported already; None otherwise."""
    return sys.modules.get(name)


def _tensor(name, values):
    torch, numpy = _library("torch"), _library("numpy")
    if torch is not None and isinstance(values, torch.Tensor):
        return _torch_tensor(name, values, torch)
    if isinstance(values, (list, tuple)):
        return _list_tensor(name, values)
    if numpy is not None and (isinstance(values, numpy.ndarray) or hasattr(values, "__array__")):
        return _numpy_tensor(name, numpy.asarray(values), numpy)
    raise ValueError(
        f"{name} is a {type(values).__name__}; it must be a tensor of PyTorch, an array of NumPy, "
        "or lists of numbers."
    )


def _torch_tensor(name, values, torch):
    values = values.detach()
    if values.layout != torch.strided:
        values = values.to_dense()
    values = values.cpu().contiguous()
    dtype = str(values.dtype).replace("torch.", "")
    count = values.numel() * values.element_size()
    # NumPy has no bfloat16, and may not be there.
    data = ctypes.string_at(values.data_ptr(), count) if count > 0 else b""
    return _Tensor(name, dtype, values.shape, _little_endian(data, _SIZES.get(dtype, 1)))


def _numpy_tensor(name, values, numpy):
    if values.dtype.kind == "f" and values.dtype.itemsize > 8:
        values = values.astype(numpy.float64)
    if values.dtype.kind in "OUS":
        return _list_tensor(name, values.tolist())
    if values.dtype.byteorder == ">" or (values.dtype.byteorder == "=" and sys.byteorder == "big"):
        values = values.astype(values.dtype.newbyteorder("<"))
    return _Tensor(name, values.dtype.name, values.shape, values.tobytes())


def _little_endian(data, size):
    if sys.byteorder == "little" or size == 1:
        return data
    return b"".join(data[i : i + size][::-1] for i in range(0, len(data), size))


def _list_tensor(name, values):
    """A list of tensors, as models return one a layer, is one tensor of them all."""
    if len(values) == 0:
        raise ValueError(f"{name} is empty.")
    is_number = [isinstance(value, (int, float)) for value in values]
    for place, value in enumerate(values):
        if value is None or isinstance(value, str) or (any(is_number) and not is_number[place]):
            shown = repr(value) if isinstance(value, str) else f"a {type(value).__name__}"
            raise ValueError(f"{name}[{place}] is {shown}; {name} must hold numbers alone.")
    if any(is_number):
        numbers = array.array("d", values).tobytes()
        return _Tensor(name, "float64", (len(values),), _little_endian(numbers, 8))
    parts = [_tensor(f"{name}[{place}]", value) for place, value in enumerate(values)]
    first = parts[0]
    for part in parts:
        if part.shape != first.shape or part.dtype != first.dtype:
            raise ValueError(
                f"{first} of {first.dtype} and {part} of {part.dtype} must have the same shape and dtype."
            )
    data = b"".join(part.data for part in parts)
    return _Tensor(name, first.dtype, (len(parts), *first.shape), data)


def _split(tensor, heads):
    """[…, n, heads * d] as […, heads, n, d]."""
    *before, rows, columns = tensor.shape
    if heads < 1 or columns % heads != 0:
        raise ValueError(f"{tensor}: its last dimension, {columns}, is no multiple of {heads} heads.")
    size = columns // heads * _SIZES[tensor.dtype]
    row_size = size * heads
    matrix_size = row_size * rows
    parts = [
        tensor.data[start + row * row_size : start + row * row_size + size]
        for matrix in range(0, len(tensor.data), matrix_size or 1)
        for start in range(matrix, matrix + row_size, size)
        for row in range(rows)
    ]
    shape = (*before, heads, rows, columns // heads)
    return _Tensor(tensor.name, tensor.dtype, shape, b"".join(parts))


def _checked(q, k, v, weights, tokens, heads):
    """The tensors as the page takes them."""
    if (q is None) != (k is None):
        raise ValueError("Give q and k together, or weights alone.")
    if q is None and weights is None:
        raise ValueError("Give q and k, or weights, or all three.")
    given = {"q": q, "k": k, "v": v, "weights": weights}
    tensors = {name: _tensor(name, value) for name, value in given.items() if value is not None}
    for tensor in tensors.values():
        if not 2 <= len(tensor.shape) <= 5:
            raise ValueError(f"{tensor} has {len(tensor.shape)} dimensions; it must have 2 to 5.")
    if heads is not None and q is not None:
        _split_all(tensors, heads)
    _check_shapes(tensors)
    columns = tensors["k"].shape[-2] if "k" in tensors else tensors["weights"].shape[-1]
    told = [_told(tensor) for tensor in tensors.values()]
    return told if tokens is None else [*told, _tokens(tokens, columns)]


def _split_all(tensors, heads):
    q, k = tensors["q"], tensors["k"]
    tensors["q"] = _split(q, heads)
    width = tensors["q"].shape[-1]
    # Several heads of queries may share one of keys, so that there are fewer of those.
    if width == 0 or k.shape[-1] % width != 0:
        raise ValueError(f"{q} has {heads} heads of {width}, which do not divide {k}.")
    key_heads = k.shape[-1] // width
    tensors["k"] = _split(k, key_heads)
    if "v" in tensors:
        tensors["v"] = _split(tensors["v"], key_heads)


def _before(tensor):
    """The dimensions before the last two, without leading ones of 1."""
    before = list(tensor.shape[:-2])
    while before and before[0] == 1:
        before.pop(0)
    return before


def _check_shapes(tensors):
    q, k, v = (tensors.get(name) for name in "qkv")
    weights = tensors.get("weights")
    if q is not None:
        if q.shape[-1] != k.shape[-1]:
            raise ValueError(f"{q} and {k} must have the same last dimension.")
        if not _share_heads(_before(q), _before(k)):
            raise ValueError(
                f"{q} and {k} must have the same dimensions before the last two; "
                "only the heads of q may be a multiple of those of k."
            )
    if v is not None:
        keys = k if k is not None else weights
        rows = k.shape[-2] if k is not None else weights.shape[-1]
        if v.shape[-2] != rows:
            raise ValueError(f"{v} must have a row for each of the {rows} keys of {keys}.")
        if k is not None and _before(v) != _before(k):
            raise ValueError(f"{k} and {v} must have the same dimensions before the last two.")
    if weights is not None and q is not None:
        if weights.shape[-2:] != (q.shape[-2], k.shape[-2]):
            raise ValueError(
                f"{weights} must have a row for each query of {q} and a column for each key of {k}: "
                f"it must end with {[q.shape[-2], k.shape[-2]]}."
            )
        of_weights, of_queries = _before(weights), _before(q)
        means = [of_queries[:-1], of_queries[:-1] + [1]]
        if of_weights != of_queries and of_weights not in means:
            raise ValueError(
                f"{weights} and {q} must have the same dimensions before the last two, "
                "or weights one head in place of all."
            )


def _share_heads(of_queries, of_keys):
    if of_queries == of_keys:
        return True
    if len(of_queries) == len(of_keys) + 1:
        of_keys = of_keys + [1]
    same = len(of_queries) == len(of_keys) and of_queries[:-1] == of_keys[:-1]
    return same and of_keys[-1] > 0 and of_queries[-1] % of_keys[-1] == 0


def _told(tensor):
    data = base64.b64encode(tensor.data).decode("ascii")
    return {"name": tensor.name, "dtype": tensor.dtype, "shape": list(tensor.shape), "data": data}


def _tokens(tokens, columns):
    listed = tokens.tolist() if hasattr(tokens, "tolist") else list(tokens)
    while len(listed) == 1 and isinstance(listed[0], (list, tuple)):
        listed = list(listed[0])
    texts = [text.decode("utf-8", "replace") if isinstance(text, bytes) else text for text in listed]
    if not all(isinstance(text, (str, int)) for text in texts):
        raise ValueError("tokens must be texts or whole numbers, one for each key.")
    if len(texts) != columns:
        raise ValueError(f"There are {len(texts)} tokens and {columns} keys; each key needs one.")
    return {"name": "tokens", "texts": [str(text) for text in texts]}


# ---- the view ----

# The place for tensors in the page, and for what it shows at first.
_GIVEN = re.compile(r'<script type="application/json" id="attention-scale-tensors"[^>]*>[^<]*</script>')
_ELEMENT = re.compile(r"<attention-scale\b[^>]*>")


class View:
    """Attention as notebooks display it. The method save writes a page that stands alone."""

    def __init__(self, tensors):
        self._tensors = tensors

    def __repr__(self):
        return f"<attention_scale.View of {', '.join(tensor['name'] for tensor in self._tensors)}>"

    def save(self, path):
        """Writes a page that opens by double click, without a network."""
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(self._page())
        return path

    def _repr_html_(self):
        holds = _Page.is_to_come()
        document = self._framed_page() if holds else self._page_of_another_frame()
        srcdoc = document.replace("&", "&amp;").replace('"', "&quot;")
        # frame.js gives frames of this class their height, and this address the light of the notebook.
        return (
            f'<iframe class="attention-scale" title="{_TITLE}" width="100%" height="900" frameborder="0" '
            f'allow="clipboard-write; fullscreen" data-holds-page="{str(holds).lower()}" '
            f'src="about:blank#theme=host" srcdoc="{srcdoc}"></iframe>'
        )

    def _script(self):
        """The tensors, with no sign in them that ends a script."""
        given = json.dumps(self._tensors).replace("<", "\\u003c")
        return (
            '<script type="application/json" id="attention-scale-tensors" '
            f'data-from="python">{given}</script>'
        )

    def _page(self, script="", state="view=own"):
        page = _GIVEN.sub("", _files()["page"])
        page = page.replace("</head>", f"{self._script()}{script}</head>", 1)
        return _ELEMENT.sub(f'<attention-scale state="{state}">', page, count=1)

    def _framed_page(self):
        frame = json.dumps(_files()["frame"]).replace("<", "\\u003c")
        script = f"<script>{_IN_FRAME.replace('FRAME', frame)}</script>"
        return self._page(script, "view=own&amp;theme=host&amp;hide=header%2Cfooter%2Cshare")

    def _page_of_another_frame(self):
        return (
            f'<!doctype html><html lang="en"><head><meta charset="utf-8">{self._script()}</head>'
            f"<body><p hidden>{_GONE}</p><script>{_FROM_ANOTHER}</script></body></html>"
        )


# Runs in the frame of a view that holds the page: has the notebook give frames their height and
# light, keeps links to places within the frame, and the page for the other frames.
_IN_FRAME = """
{
  const base = document.createElement("base");
  base.href = "about:srcdoc";
  document.currentScript.replaceWith(base);
  try {
    const source = frameElement.srcdoc;
    if (source.length > 1000000) parent.attentionScalePage = source;
    if (!parent.attentionScaleFrames) {
      parent.attentionScaleFrames = true;
      const script = parent.document.createElement("script");
      script.text = FRAME;
      parent.document.head.append(script);
      script.remove();
    }
    const frame = frameElement;
    if (frame.getRootNode() !== parent.document) {
      // frame.js does not look into shadow roots, in which marimo's cells are.
      addEventListener("load", () => {
        const element = document.querySelector("attention-scale");
        new ResizeObserver(() => {
          frame.height = Math.ceil(element.getBoundingClientRect().height);
        }).observe(element);
      });
    }
  } catch {
    // The page around is of another origin: the frame keeps its height.
  }
}
"""

# Runs in every other frame: takes the page from the one that holds it, which may come later.
_FROM_ANOTHER = """
{
  const holder = 'iframe.attention-scale[data-holds-page="true"]';
  const given = document.getElementById("attention-scale-tensors").outerHTML;
  const place = /<script type="application\\/json" id="attention-scale-tensors"[^>]*>[^<]*<\\/script>/;
  let tries = 0;
  const look = () => {
    const page = parent.attentionScalePage ?? parent.document.querySelector(holder)?.srcdoc;
    if (page === undefined) {
      tries += 1;
      document.querySelector("p").hidden = tries < 20;
      setTimeout(look, 250);
      return;
    }
    document.open();
    document.write(page.replace(place, () => given));
    document.close();
  };
  look();
}
"""

_GONE = (
    "The page stands in the first cell of this notebook that shows attention, and is not there: "
    "run that cell again, or attention_scale.start_again() and then this one."
)


class _Page:
    """Which cell of the notebook holds the page."""

    cell = None

    @classmethod
    def is_to_come(cls):
        """Whether the view that is displayed now has to bring the page along."""
        cell = _running_cell()
        if cell is not None and cls.cell not in (None, cell):
            return False
        cls.cell = cell
        return True


def _running_cell():
    """What tells the running cell from others; None where frames cannot reach each other."""
    ipython = _library("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    message = getattr(shell, "parent_header", None)
    if not message or _library("google.colab") is not None:
        return None
    cell = message.get("metadata", {}).get("cellId")
    if cell is not None:
        return cell
    if _is_vscode():
        return None
    # nbclient names no cells.
    return message.get("content", {}).get("code")


def _is_vscode():
    return any(name in os.environ for name in ("VSCODE_PID", "VSCODE_CWD"))


# ---- the widget ----


def _with_bytes(tensor):
    """Widgets send bytes as they are."""
    if "data" not in tensor:
        return tensor
    return dict(tensor, data=base64.b64decode(tensor["data"]))


@functools.lru_cache(maxsize=None)
def _widget_class():
    try:
        import anywidget
        import traitlets
    except ImportError as error:
        raise ImportError(
            "widget() needs the package anywidget: pip install anywidget. show() needs none."
        ) from error
    files = _files()
    page = files["page"]
    script = page[page.rindex("<script>") + len("<script>") : page.rindex("</script>")]

    class AttentionScale(anywidget.AnyWidget):
        """The traits that stand at None follow the page's own start."""

        _esm = script + files["widget"]
        tensors = traitlets.List().tag(sync=True)
        view = traitlets.Unicode(None, allow_none=True).tag(sync=True)
        sentence = traitlets.Unicode(None, allow_none=True).tag(sync=True)
        dim = traitlets.Int(None, allow_none=True).tag(sync=True)
        seed = traitlets.Int(None, allow_none=True).tag(sync=True)
        exponent = traitlets.Float(None, allow_none=True).tag(sync=True)
        layer = traitlets.Int(None, allow_none=True).tag(sync=True)
        head = traitlets.Int(None, allow_none=True).tag(sync=True)
        language = traitlets.Unicode(None, allow_none=True).tag(sync=True)

    return AttentionScale


# ---- the page ----


@functools.lru_cache(maxsize=None)
def _files():
    """The page in one file, the script of the page around frames, and the widget's."""
    if not _PACKED:
        raise RuntimeError("This is the source of attention_scale.py: npm run build puts the page into it.")
    return json.loads(zlib.decompress(base64.b64decode(_PACKED)))


# What follows is packed, and is not for reading.
_PACKED = ""
