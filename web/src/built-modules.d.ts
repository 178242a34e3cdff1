/** Modules that the build makes: see web/vite.config.ts. */
/// <reference types="vite/client" />

/**
 * Emscripten's glue: wasm-glue of the whole engine, first-glue, layers-glue and language-glue of
 * the other binaries; none fits another.
 */
declare module "*-glue" {
  const createModule: unknown;
  export default createModule;
}

/**
 * A file in base64: one of the engine's binaries (wasm-binary-base64 of the whole engine,
 * layers-binary-base64, language-binary-base64) or, as woff2, the few glyphs of STIX Two Math that
 * the formulas use (math-font-base64).
 */
declare module "*-base64" {
  const base64: string;
  export default base64;
}

/** The addresses of the engine's binaries beside the page. */
declare module "*-binary-url" {
  const url: string;
  export default url;
}

/** The script of the worker: see entries/inside-worker.ts. */
declare module "worker-source" {
  const code: string;
  export default code;
}

/** The files of the hosted page that the service worker stores, with their hashes. */
declare module "precache-manifest" {
  const files: { url: string; revision: string | null; integrity: string }[];
  export default files;
}

/** What the loader may bring: see web/tools/loader-plugins.ts. */
declare module "pinned-files" {
  /**
   * The value of the integrity attribute of each file, and the scripts that a script imports. The
   * keys are file names without folders.
   */
  export type Pins = Record<string, readonly [integrity: string, ...imports: string[]]>;
  const files: {
    /**
     * What a figure of the first chapter needs, embed.js and pins.json, which holds the pins of all
     * others.
     */
    readonly pins: Pins;
    /** The guests' script imports the page's. */
    readonly page: string;
    readonly guest: string;
    readonly binary: string;
  };
  export default files;
}

/** Set by the loader for the scripts that it has brought into a page of others. */
declare var attentionScaleLoader:
  | {
      /**
       * Fetches and checks a script of assets/ and those that it imports, before it is imported
       * itself.
       */
      bring(name: string): Promise<void>;
      /** Rejects where the file is another. */
      fetch(url: string | URL): Promise<Response>;
      /** The address from which the page's worker is started, once its script is checked. */
      workerScript(url: string): Promise<string>;
      /** Brings embed.js instead. */
      fallBack(): void;
    }
  | undefined;

/** The still pictures of the first screen, by language: see still.ts. */
declare module "still-pictures" {
  const pictures: Partial<Record<import("./state/state.js").Language, string>>;
  export default pictures;
}

/**
 * Formulas as MathML, made by Temml at build time: `formulas` of web/src/text/formulas.json,
 * `reason-formulas` of all web/src/parts/<part>/formulas.json, which are added to the former when
 * the parts are loaded.
 */
declare module "*formulas" {
  const formulas: Record<string, string>;
  export default formulas;
}

/** The colour ramps, computed at build time: see ramps.json. */
declare module "ramps" {
  const ramps: Record<"light" | "dark", Record<"weights" | "scores", string>>;
  export default ramps;
}

/**
 * The first recorded prompt of the trained model in either language, and its answers without the
 * division and with it: see recorded.json.
 */
declare module "recorded-answers" {
  interface RecordedAnswers {
    readonly prompt: string;
    readonly answers: readonly [unscaled: string, scaled: string];
  }
  const recorded: Readonly<Record<"en" | "zh", RecordedAnswers>>;
  export default recorded;
}

/** The files that attention_scale.py is made of, besides the page itself. */
declare module "python-parts" {
  const parts: {
    readonly source: string;
    /** The script of the page around frames. */
    readonly frame: string;
    /** The end of widget.js. */
    readonly widget: string;
  };
  export default parts;
}
