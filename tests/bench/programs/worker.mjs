// @ts-check
/** A worker whose engine others call: Comlink carries the calls through the port it is given. */
import { workerData } from "node:worker_threads";
import { expose } from "comlink";
import { newEngine } from "../engine.mjs";

expose(await newEngine(), workerData);
