"""Keeps the numbers that a notebook prints, and plots them."""
import builtins
import math
import textwrap

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.font_manager import fontManager
from matplotlib.ft2font import FT2Font

# matplotlib brings the first one. The others are those of systems, for Chinese words.
PREFERRED = ["DejaVu Sans", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", "WenQuanYi Micro Hei"]
fonts = [font for font in fontManager.ttflist if not font.name.startswith("Last Resort")]  # that one draws boxes
fonts.sort(key=lambda font: PREFERRED.index(font.name) if font.name in PREFERRED else len(PREFERRED))
plt.rcParams["font.family"] = PREFERRED[:1]

printed = {}  # rows of numbers by the heading above them


def print(*values, **options):
    """Prints as always, and keeps the numbers."""
    builtins.print(*values, **options)
    row = []
    for value in values:
        if isinstance(value, str):
            printed.pop(value, None)  # a heading that comes again is the last one then
            printed[value], row = [], []
        elif printed:
            rows = printed[next(reversed(printed))]
            if np.ndim(value) > 0:
                rows.extend(np.atleast_2d(value))
            else:
                if not row:
                    rows.append(row)
                row.append(value)


def table(heading):
    """The numbers below the heading that is, or begins with, this text, as an array of rows."""
    full = heading if heading in printed else next(name for name in printed if name.startswith(heading))
    return np.array([row for row in printed[full] if len(row) > 0], dtype=float)


def whole(*all_axes):
    """Ticks at whole numbers alone."""
    for axis in all_axes:
        axis.get_major_locator().set_params(integer=True)


def font_of(character):
    """The name of a font of this machine that has a character, None where there is none."""
    return next((font.name for font in fonts if FT2Font(font.fname).get_char_index(ord(character)) > 0), None)


def labels(names):
    """Names as they can be drawn here: where no font has the characters of one, its number stands for it."""
    drawn = []
    for number, name in enumerate(map(str, names), 1):
        needed = {font_of(character) for character in name}
        drawn.append(f"({number})" if None in needed else name.replace("$", r"\$"))  # no formula
        families = plt.rcParams["font.family"]
        plt.rcParams["font.family"] = families + sorted(needed - {None, *families})
    return drawn


def axes_of(title, log, x=""):
    _, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    axes.set(title=title, xlabel=x, xscale="log" if "x" in log else "linear", yscale="log" if "y" in log else "linear")
    return axes


def lines(heading, names, columns=None, log="", x=""):
    """A line for each column of a table over its first one."""
    rows = table(heading)
    rows = rows[np.argsort(rows[:, 0])]
    axes = axes_of(heading, log, x)
    for name, column in zip(names, columns or range(1, rows.shape[1])):
        axes.plot(rows[:, 0], rows[:, column], label=name)
    axes.legend()


def compared(title, named, log="", x=""):
    """A line for each list of numbers, over 1, 2, 3 ..."""
    axes = axes_of(title, log, x)
    for name, numbers in named.items():
        numbers = np.ravel(numbers)
        axes.plot(np.arange(1, len(numbers) + 1), numbers, marker="." if len(numbers) < 80 else "", label=name)
    whole(axes.xaxis)
    axes.legend()


def bands(title, named, log="", x=""):
    """For each name rows of x, median, lower and upper decile: a line with a band."""
    axes = axes_of(title, log, x)
    for name, rows in named.items():
        at, median, low, high = np.transpose(rows)
        axes.plot(at, median, label=name)
        axes.fill_between(at, low, high, alpha=0.25)
    if "x" not in log:
        whole(axes.xaxis)
    axes.legend()


def maps(*headings, rows=(), cols=()):
    """Tables as heat maps, three side by side at most, with the labels of their rows and columns."""
    rows, cols = labels(rows), labels(cols)  # before the axes, whose texts keep the fonts of their start
    tables = [table(heading) for heading in headings]
    across = min(len(tables), 3)
    down = math.ceil(len(tables) / across)
    high = max(2.6, 1.2 + 5.2 / across * max(len(one) / one.shape[1] for one in tables))
    size = 1 + 5.2 * across**0.5, down * min(high, 9)
    _, all_axes = plt.subplots(down, across, figsize=size, squeeze=False, layout="constrained")
    for axes, heading, one in zip(all_axes.flat, headings, tables):
        plt.colorbar(axes.imshow(one), ax=axes, shrink=0.7)
        axes.set_title(textwrap.fill(heading, 32), fontsize=9)
        whole(axes.xaxis, axes.yaxis)
        if len(rows) == one.shape[0]:
            axes.set_yticks(range(len(rows)), rows)
        if len(cols) == one.shape[1]:
            axes.set_xticks(range(len(cols)), cols, rotation=90 if len(cols) > 4 else 0)
