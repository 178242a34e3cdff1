"""The rows of input through the two ways in which llama.cpp computes attention on the processor: soft_max_ext
between two products, and flash_attn_ext with keys and values in half precision. Both leave the factor, the causal
mask and the cache to their caller. Prints JSON: for each of the two what it answered.

    python3 tests/libraries/llama_cpp.py tests/libraries/inputs.json FOLDER_OF_THE_SHARED_LIBRARIES
"""

import array
import ctypes
import glob
import json
import math
import struct
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    INPUTS = json.load(file)
FOLDER = sys.argv[2]
WIDTH = INPUTS["width"]
FACTOR = 1 / math.sqrt(WIDTH)
SINGLE, HALF = 0, 1  # enum ggml_type

base = ctypes.CDLL(f"{FOLDER}/libggml-base.so", mode=ctypes.RTLD_GLOBAL)
ggml = ctypes.CDLL(glob.glob(f"{FOLDER}/libggml.v*.so")[0], mode=ctypes.RTLD_GLOBAL)


class InitParams(ctypes.Structure):
    _fields_ = [("size", ctypes.c_size_t), ("buffer", ctypes.c_void_p), ("no_alloc", ctypes.c_bool)]


POINTER, COUNT, NUMBER = ctypes.c_void_p, ctypes.c_int64, ctypes.c_float


def function(library, name, result, *arguments):
    found = getattr(library, name)
    found.restype, found.argtypes = result, arguments
    return found


load = function(ggml, "ggml_backend_load_all_from_path", None, ctypes.c_char_p)
backend_named = function(ggml, "ggml_backend_init_by_name", POINTER, ctypes.c_char_p, POINTER)
init = function(base, "ggml_init", POINTER, InitParams)
free = function(base, "ggml_free", None, POINTER)
new_tensor = function(base, "ggml_new_tensor_3d", POINTER, POINTER, ctypes.c_int, COUNT, COUNT, COUNT)
mul_mat = function(base, "ggml_mul_mat", POINTER, POINTER, POINTER, POINTER)
soft_max = function(base, "ggml_soft_max_ext", POINTER, POINTER, POINTER, POINTER, NUMBER, NUMBER)
flash = function(base, "ggml_flash_attn_ext", POINTER, *[POINTER] * 5, *[NUMBER] * 3)
new_graph = function(base, "ggml_new_graph", POINTER, POINTER)
expand = function(base, "ggml_build_forward_expand", None, POINTER, POINTER)
allocate = function(base, "ggml_backend_alloc_ctx_tensors", POINTER, POINTER, POINTER)
free_buffer = function(base, "ggml_backend_buffer_free", None, POINTER)
put = function(base, "ggml_backend_tensor_set", None, *[POINTER] * 2, *[ctypes.c_size_t] * 2)
get = function(base, "ggml_backend_tensor_get", None, *[POINTER] * 2, *[ctypes.c_size_t] * 2)
size_of = function(base, "ggml_nbytes", ctypes.c_size_t, POINTER)
compute = function(base, "ggml_backend_graph_compute", ctypes.c_int, POINTER, POINTER)

device_of = function(base, "ggml_backend_get_device", POINTER, POINTER)
registry_of = function(base, "ggml_backend_dev_backend_reg", POINTER, POINTER)
address_of = function(base, "ggml_backend_reg_get_proc_address", POINTER, POINTER, ctypes.c_char_p)

load(FOLDER.encode())
CPU = backend_named(b"CPU", None)
# One thread: flash_attn_ext gives each thread its share of the keys and adds what they found.
set_threads = address_of(registry_of(device_of(CPU)), b"ggml_backend_set_n_threads")
ctypes.CFUNCTYPE(None, POINTER, ctypes.c_int)(set_threads)(CPU, 1)


def packed(numbers, kind):
    """Rounded to the half precision of the cache, or single."""
    if kind == HALF:
        return struct.pack(f"<{len(numbers)}e", *numbers)
    return array.array("f", numbers).tobytes()


class Graph:
    """The tensors of one computation, and what is put into them."""

    def __init__(self):
        self.context = init(InitParams(1 << 20, None, True))
        self.inputs = []

    def tensor(self, numbers, kind, *extents):
        made = new_tensor(self.context, kind, *extents)
        self.inputs.append((made, packed(numbers, kind)))
        return made

    def run(self, result):
        graph = new_graph(self.context)
        expand(graph, result)
        buffer = allocate(self.context, CPU)
        for tensor, data in self.inputs:
            put(tensor, data, 0, len(data))
        compute(CPU, graph)
        output = array.array("f", bytes(size_of(result)))
        get(result, output.buffer_info()[0], 0, size_of(result))
        free_buffer(buffer)
        free(self.context)
        return output


def rows(firsts):
    return [number for first in firsts for number in [first] + [0] * (WIDTH - 1)]


def identity(count):
    return [float(column == row) for row in range(count) for column in range(WIDTH)]


def first_entries(output, count):
    return [number for at, number in enumerate(output) if at % WIDTH < count]


def masked(open_keys, graph, kind):
    """What is added to the scores: 0, or −∞ where a key is hidden. None where all are open."""
    if open_keys is None:
        return None
    numbers = [0.0 if is_open else -math.inf for row in open_keys for is_open in row]
    return graph.tensor(numbers, kind, len(open_keys[0]), len(open_keys), 1)


def softmaxed(row, kind=SINGLE):
    """The weights of mul_mat and soft_max_ext."""
    graph = Graph()
    n, m = len(row["queries"]), len(row["keys"])
    queries = graph.tensor(rows(row["queries"]), SINGLE, WIDTH, n, 1)
    keys = graph.tensor(rows(row["keys"]), kind, WIDTH, m, 1)
    scores = mul_mat(graph.context, keys, queries)
    mask = masked(row.get("open"), graph, SINGLE)
    return list(graph.run(soft_max(graph.context, scores, mask, FACTOR, 0)))


def flashed(row, soft_cap=0):
    """The weights of flash_attn_ext, whose output begins with them."""
    graph = Graph()
    n, m = len(row["queries"]), len(row["keys"])
    queries = graph.tensor(rows(row["queries"]), SINGLE, WIDTH, n, 1)
    keys = graph.tensor(rows(row["keys"]), HALF, WIDTH, m, 1)
    values = graph.tensor(identity(m), HALF, WIDTH, m, 1)
    mask = masked(row.get("open"), graph, HALF)
    output = flash(graph.context, queries, keys, values, mask, FACTOR, 0, soft_cap)
    return first_entries(graph.run(output), m)


def softmaxed_sum():
    graph = Graph()
    count = INPUTS["sum"]["keys"]
    queries = graph.tensor(rows([0]), SINGLE, WIDTH, 1, 1)
    keys = graph.tensor([0] * (count * WIDTH), HALF, WIDTH, count, 1)
    weights = soft_max(graph.context, mul_mat(graph.context, keys, queries), None, FACTOR, 0)
    values = graph.tensor([1] * (count * WIDTH), HALF, count, WIDTH, 1)
    return list(graph.run(mul_mat(graph.context, values, weights)))[:1]


def flashed_sum():
    graph = Graph()
    count = INPUTS["sum"]["keys"]
    queries = graph.tensor(rows([0]), SINGLE, WIDTH, 1, 1)
    keys = graph.tensor([0] * (count * WIDTH), HALF, WIDTH, count, 1)
    values = graph.tensor([1] * (count * WIDTH), HALF, WIDTH, count, 1)
    return list(graph.run(flash(graph.context, queries, keys, values, None, FACTOR, 0, 0)))[:1]


def grouped(is_flash):
    heads, key_heads = INPUTS["groups"]["queryHeads"], INPUTS["groups"]["keyHeads"]
    graph = Graph()
    queries = graph.tensor([0] * (heads * WIDTH), SINGLE, WIDTH, 1, heads)
    keys = graph.tensor([0] * (key_heads * WIDTH), HALF, WIDTH, 1, key_heads)
    numbers = [head for head in range(key_heads) for _ in range(WIDTH)]
    if is_flash:
        values = graph.tensor(numbers, HALF, WIDTH, 1, key_heads)
        output = flash(graph.context, queries, keys, values, None, FACTOR, 0, 0)
    else:
        values = graph.tensor(numbers, HALF, 1, WIDTH, key_heads)
        weights = soft_max(graph.context, mul_mat(graph.context, keys, queries), None, FACTOR, 0)
        output = mul_mat(graph.context, values, weights)
    return first_entries(graph.run(output), 1)


def listed(numbers):
    """JSON has no word for what is no number."""
    return ["NaN" if math.isnan(number) else number for number in numbers]


cap, overflow = INPUTS["cap"], INPUTS["overflow"]
answers = {
    "llama": {
        "overflow": softmaxed(overflow["float32"]),
        "masked": softmaxed(INPUTS["masked"]),
        "half": softmaxed(overflow["float16"], HALF),
        "sum": softmaxed_sum(),
        "groups": grouped(False),
    },
    "llama-flash": {
        "masked": flashed(INPUTS["masked"]),
        "cap": flashed(cap, cap["softCap"]),
        "half": flashed(overflow["float16"]),
        "sum": flashed_sum(),
        "groups": grouped(True),
    },
}
print(json.dumps({name: {row: listed(found) for row, found in one.items()} for name, one in answers.items()}))
