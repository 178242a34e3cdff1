/** What is open where no file is: heads at random, the sentence of the page, the trained model's. */
import { sentenceVectors } from "../../attention/sentence-attention.js";
import type { Engine, Matrix } from "../../engine/api.js";
import { HEADS } from "../../keys/inside.js";
import { type HandedHeads, handedHeads } from "../../own/handed.js";
import { memoryTensor } from "../../own/tensor.js";
import { visibleToken } from "../../part-kit/model/tokens.js";
import type { PartView } from "../../part-kit/part-view.js";
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

/** Opens the example that the state names, where neither it nor a file of the reader is open. */
export function openExample(view: PartView, session: OwnSession): void {
  const { engine, page } = view;
  const { ownfrom } = view.state;
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
    case "file":
      // Until the reader opens it.
      session.example("file", () => {
        if (session.opened === null) showRandom(session, engine);
      });
  }
}
