import type { Workspace } from "./frame.js";

/** The compiled module as embind exposes it: the tables in first_bindings.cpp and bindings.cpp, meanings in calls.hpp and the headers beside it. */
export interface WasmModule {
  /** The loader adds it. */
  readonly workspace: Workspace;

  lastError(): string;
  simdInstructions(): string;
  workspaceAddress(): number;
  reserveWorkspace(bytes: number): number;

  attention64(...args: number[]): number;
  attention32(...args: number[]): number;
  attentionGradient64(...args: number[]): number;
  attentionGradient32(...args: number[]): number;
  softmax64(logits: number, rows: number, cols: number, weights: number): number;
  softmax32(logits: number, rows: number, cols: number, weights: number): number;
  softmaxJacobian64(logits: number, n: number, jacobian: number): number;
  softmaxJacobian32(logits: number, n: number, jacobian: number): number;
  softmaxJacobianProduct64(...args: number[]): number;
  softmaxJacobianProduct32(...args: number[]): number;
  drawScores(...args: number[]): number;
  sampleScores(...args: number[]): number;
  scoreHistogram(...args: number[]): number;
  randomEntries(...args: number[]): number;
  scoreSpreads(...args: number[]): number;
  histogram(...args: number[]): number;
  localExponents(...args: number[]): number;
  quantiles(...args: number[]): number;
  drawSummaries(...args: number[]): number;
  matrixMoments(...args: number[]): number;
  combinedMoments(...args: number[]): number;
  normalDensity(...args: number[]): number;
  sampleGradients(...args: number[]): number;
  sampleEntropies(...args: number[]): number;
  rowStatistics(...args: number[]): number;
  rowChange(...args: number[]): number;
  weightArithmetic(scores: number, m: number, scale: number, index: number, steps: number): number;
  scoreDivisor(dim: number, exponent: number, divisor: number): number;
  moments(data: number, count: number, ddof: number, result: number): number;
  randomNormal(
    seeds: number,
    seedCount: number,
    oneNumber: boolean,
    mean: number,
    std: number,
    count: number,
    draws: number,
  ): number;
  wordVectors(words: number, byteCount: number, seed: number, dim: number, vectors: number): number;
  project(...args: number[]): number;

  jacobianNorms(logits: number, n: number, norms: number): number;
  softmaxCentralDifference(...args: number[]): number;
  passedNorms(...args: number[]): number;
  saturation(...args: number[]): number;
  queryGradients(...args: number[]): number;
  reducedScores(...args: (number | boolean)[]): number;
  outputLoss(...args: number[]): number;
}

/** Emscripten's module factory, as far as the loader uses it. */
export type WasmFactory = (options: {
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance) => void,
  ): Record<string, never>;
}) => Promise<Omit<WasmModule, "workspace">>;
