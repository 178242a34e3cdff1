/**
 * The worker of the trained model: the calls of ModelSession, whose errors cross as
 * { name, code, message }, since comlink leaves out the code.
 */
import { expose, releaseProxy } from "comlink";
import { EngineError } from "../engine/errors.js";
import { reasonOf } from "../engine/reason.js";
import { ModelSession } from "./session.js";

const session = new ModelSession();

const crossing =
  <Given extends unknown[], Result>(call: (...given: Given) => Result) =>
  async (...given: Given): Promise<Awaited<Result>> => {
    try {
      return await call.apply(session, given);
    } catch (error) {
      const code = error instanceof EngineError ? error.code : "load";
      throw { name: "EngineError", code, message: reasonOf(error) };
    } finally {
      // A listener is the last argument; without this its channel would stay open.
      const last: unknown = given.at(-1);
      if (typeof last === "function" && releaseProxy in last) {
        (last as unknown as { [releaseProxy](): void })[releaseProxy]();
      }
    }
  };

expose({
  ping: crossing(session.ping),
  start: crossing(session.start),
  piece: crossing(session.piece),
  finish: crossing(session.finish),
  countTokens: crossing(session.countTokens),
  answer: crossing(session.answer),
  stop: crossing(session.stop),
  heads: crossing(session.heads),
  lens: crossing(session.lens),
  rotation: crossing(session.rotation),
  correlations: crossing(session.correlations),
  curve: crossing(session.curve),
} satisfies Record<keyof ModelSession, unknown>);
