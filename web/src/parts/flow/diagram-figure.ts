/** The figure of the diagram: its picture with a button for each box, and the table of its entropies. */
import type { TemplateResult } from "lit";
import type { PartView } from "../../part-kit/part-view.js";
import { fixed } from "../../text/numbers.js";
import { attentionIn, entropyOf, isEncoder, meanPeak } from "./boxes.js";
import { POOLED } from "./diagram-layout.js";
import { diagramPicture } from "./diagram-picture.js";
import { BOXES } from "./keys.js";
import { boxNames, type Half, type Open } from "./open.js";

const ATTENTIONS = ["attention", "masked", "cross"] as const;

export function diagramFigure(view: PartView, open: Open): TemplateResult {
  const { text, model, halves, layer, head, follow, box, inputs } = open;
  const names = boxNames(text, model);
  const sides = halves.map(({ side }) => side);
  const [{ embedding, target }] = sides as [Half["side"]];
  const word = follow.of("embedding", embedding.words.length);
  const second = follow.of("target", target.words.length);
  const buttons = BOXES.map((id) => {
    const label = text.button(
      isEncoder(id) ? "encoder" : "decoder",
      names[id],
      text.which[id as "norm1"] ?? null,
    );
    return { id, label, pressed: id === box };
  });
  const most = fixed(Math.log(embedding.words.length), 2);
  const many = Math.max(embedding.words.length, target.words.length) > POOLED;
  const beside = halves.map((half) => half.beside).join(" | ");
  const notes = [
    text.diagram.note(embedding.sum.cols, most),
    ...(many ? [text.diagram.pooled] : []),
  ];
  return view.figure({
    ...{ name: "diagram", title: text.diagram.title, beside, buttons, inputs },
    label: text.diagram.alt(model.layers, model.heads, beside),
    ...{ deps: [...sides, layer, head, box, word, second], events: follow.diagram, at: box },
    picture: diagramPicture({ ...open, word, second }),
    note: notes.join(" "),
    tables: view.table(text.diagram.table, sides, () => {
      const rows = ATTENTIONS.flatMap((of) =>
        Array.from({ length: model.layers }, (_, i) => [of, i] as const),
      );
      const columns = [entropyOf, meanPeak].flatMap((measure) =>
        sides.map((side) => rows.map(([of, i]) => measure(attentionIn(side, of, i)))),
      );
      return [
        text.diagram.corner,
        rows.map(([of, i]) => `${text.diagram.rows[of]} ${i + 1}`),
        text.diagram.columns.flatMap((of) => halves.map(({ named }) => named(of))),
        columns,
      ];
    }),
  });
}
