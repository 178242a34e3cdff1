/**
 * What is open where no file is: heads at random, the sentence of the page, the trained model's, a
 * piece of code with a mistake.
 */
import { sentenceVectors } from "../../attention/sentence-attention.js";
import { memoFor } from "../../belonging.js";
import type { Engine, Matrix } from "../../engine/api.js";
import type { StudyRequest } from "../../experiments/experiment.js";
import { keys as BUG_KEYS } from "../../keys/bugs.js";
import { HEADS } from "../../keys/inside.js";
import { type HandedHeads, handedHeads } from "../../own/handed.js";
import { memoryTensor } from "../../own/tensor.js";
import { visibleToken } from "../../part-kit/model/tokens.js";
import type { PartView } from "../../part-kit/part-view.js";
import type { State } from "../../state/state.js";
import type { Mistaken } from "../bugs/mistakes.js";
import { type RandomHead, randomHeads } from "./random-heads.js";
import { type OwnSession, stacked, textTensor } from "./session.js";

export function showRandom(session: OwnSession, engine: Engine): void {
  const heads = randomHeads(engine);
  const of = (role: keyof RandomHead, name: string) =>
    stacked(
      name,
      heads.map((each) => each[role]),
    );
  const tensors = [of("queries", "q"), of("keys", "k"), of("weights", "weights")];
  session.show({ kind: "random" }, "", tensors);
}

const matrixTensor = (name: string, { rows, cols, data }: Matrix) =>
  memoryTensor(name, [rows, cols], data);

/** The sentence with the division, as the first chapter computes it. */
function showSentence({ page }: PartView, session: OwnSession, engine: Engine): void {
  const request = page.attention.result?.request;
  if (request === undefined) return;
  const { queries, keys } = sentenceVectors(engine, request, 1);
  const { weights } = engine.attention(queries, keys, keys, { outputs: ["weights"] });
  const { words, dim } = request;
  session.show({ kind: "sentence", sentence: words.join(" "), dim }, "", [
    matrixTensor("q", queries),
    matrixTensor("k", keys),
    matrixTensor("weights", weights),
    textTensor("tokens", request.keyWords ?? words),
  ]);
}

/** The heads of the recorded answer with the division, as weights alone. */
async function recordedExample(): Promise<HandedHeads> {
  const { recordedChat, recordedHeads } = await import("../../language/recorded.js");
  const conversations = await recordedHeads();
  const [asked] = recordedChat.prompts;
  const [lanes] = conversations;
  if (asked === undefined || lanes === undefined) throw new Error("Nothing is recorded.");
  const [, divided] = lanes;
  const n = divided.tokens.length;
  const heads = [...divided.weights.values()].map((data) => ({
    rows: n,
    cols: n,
    data: Float64Array.from(data),
  }));
  return { prompt: asked.prompt, tokens: divided.tokens, heads, perLayer: HEADS };
}

function showModel(session: OwnSession, { prompt, tokens, heads, perLayer }: HandedHeads): void {
  const n = tokens.length;
  const shape = [heads.length / perLayer, 1, perLayer, n, n];
  session.show({ kind: "model", prompt }, "", [
    { ...stacked("weights", heads), shape },
    textTensor("tokens", tokens.map(visibleToken)),
  ]);
}

/** The sentence in a piece of code with a mistake; where any of it changes, it is another example. */
interface PieceRequest {
  readonly attention: StudyRequest["attention"];
  readonly bug: State["bug"];
}

const pieceRequest = memoFor(
  (attention: PieceRequest["attention"], bug: PieceRequest["bug"]): PieceRequest => ({
    attention,
    bug,
  }),
);

/** The head of a piece: with the mistake as layer 1, without it as layer 2. */
function showPiece(
  session: OwnSession,
  { attention, bug }: PieceRequest,
  { queries, keys, wrong, right }: Mistaken,
): void {
  const { words, dim } = attention;
  const of = (name: string, matrices: readonly [Matrix, Matrix]) => {
    const tensor = stacked(name, matrices);
    const [layers = 0, ...shape] = tensor.shape;
    return { ...tensor, shape: [layers, 1, 1, ...shape] };
  };
  const number = BUG_KEYS.bug.words.indexOf(bug) + 1;
  session.show({ kind: "piece", number, sentence: words.join(" "), dim }, "", [
    of("q", [queries, queries]),
    of("k", [keys, keys]),
    of("weights", [wrong.weights, right.weights]),
    textTensor("tokens", words),
  ]);
}

/** Opens the example that the state names, where neither it nor a file of the reader is open. */
export function openExample(view: PartView, session: OwnSession): void {
  const { engine, page } = view;
  const { ownfrom, bug } = view.state;
  if (engine === null) return;
  switch (ownfrom) {
    case "random":
      session.example("random", () => showRandom(session, engine));
      return;
    case "sentence":
      session.example(page.attention.result?.request ?? null, () =>
        showSentence(view, session, engine),
      );
      return;
    case "model":
      session.example(handedHeads() ?? "recorded", () => {
        const handed = handedHeads();
        if (handed !== null) showModel(session, handed);
        else session.showLater(recordedExample(), (heads) => showModel(session, heads));
      });
      return;
    case "piece": {
      const attention = page.attention.result?.request;
      if (attention === undefined) return;
      const request = pieceRequest(view, attention, bug);
      session.example(request, () => {
        const computing = import("../bugs/mistakes.js").then(({ mistaken }) =>
          mistaken(engine, request),
        );
        session.showLater(computing, (head) => showPiece(session, request, head));
      });
      return;
    }
    case "file":
      // Until the reader opens it.
      session.example("file", () => {
        if (session.opened === null) showRandom(session, engine);
      });
  }
}
