/** The worker of the trained model: the calls of ModelSession, whose errors cross as { name, code, message } (of a text that is too long with its numbers), since comlink leaves out the code. */
import { expose, releaseProxy } from "comlink";
import { EngineError } from "../engine/errors.js";
import { reasonOf } from "../engine/reason.js";
import { ModelSession, TooLongError } from "./session.js";

const crossing =
  (session: ModelSession, name: string | symbol) =>
  async (...given: unknown[]): Promise<unknown> => {
    try {
      return await Reflect.get(session, name).apply(session, given);
    } catch (error) {
      const code = error instanceof EngineError ? error.code : "load";
      const length =
        error instanceof TooLongError ? { tokens: error.tokens, limit: error.limit } : {};
      throw { name: "EngineError", code, message: reasonOf(error), ...length };
    } finally {
      const last: unknown = given.at(-1);
      if (typeof last === "function" && releaseProxy in last)
        (last as unknown as { [releaseProxy](): void })[releaseProxy]();
    }
  };

expose(new Proxy(new ModelSession(), { get: crossing }));
